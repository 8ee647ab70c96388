/// What a delegate answers to a challenge.
public struct ChallengeAnswer: Sendable {
  /// The four dispositions of URL loading.
  public enum Disposition: String, Sendable, Hashable, CaseIterable {
    /// With a credential for trust the connection goes on whatever the evaluation said.
    case useCredential = "use-credential"
    /// As if there were no delegate: for server trust the system's own evaluation decides.
    case performDefaultHandling = "default-handling"
    /// The whole request fails.
    case cancel
    /// This space is refused and the next one tried. For server trust there is no next one.
    case rejectProtectionSpace = "reject-protection-space"
  }

  public var disposition: Disposition
  /// Ignored unless the disposition is to use it.
  public var credential: Credential?
  /// Why it was refused, for handlers that know better than the trust's own evaluation (a pin that did not match).
  public var refusal: Refusal?

  public init(_ disposition: Disposition, _ credential: Credential? = nil, refusal: Refusal? = nil) {
    self.disposition = disposition
    self.credential = credential
    self.refusal = refusal
  }

  public struct Refusal: Sendable, Hashable {
    public var reason: Reason
    public var detail: String

    public init(_ reason: Reason, _ detail: String) {
      self.reason = reason
      self.detail = detail
    }
  }
}

/// The way back to whoever asked: a completion handler that notices when it is forgotten.
///
/// A delegate may answer later and from another thread. One that lets go of this object without having called it can
/// never answer any more: the request hangs, and that is known at once. Every call is passed on, because answering
/// twice is a fault of its own.
public final class ChallengeCompletion: Sendable {
  public enum Event: Sendable {
    case answered(ChallengeAnswer)
    /// The handler would have crashed here: said instead of done, because a crash would take the harness with it.
    case crashed(String)
    /// Nobody holds the completion any more.
    case released
  }

  private let receive: @Sendable (Event) -> Void

  public init(_ receive: @escaping @Sendable (Event) -> Void) { self.receive = receive }

  deinit { receive(.released) }

  public func callAsFunction(_ answer: ChallengeAnswer) { receive(.answered(answer)) }

  /// Says that the handler would have crashed instead of answering.
  ///
  /// - Parameter detail: what was used although it was not there.
  public func crash(_ detail: String) { receive(.crashed(detail)) }

  public func callAsFunction(
    _ disposition: ChallengeAnswer.Disposition, _ credential: Credential? = nil,
    refusal: ChallengeAnswer.Refusal? = nil
  ) {
    receive(.answered(ChallengeAnswer(disposition, credential, refusal: refusal)))
  }
}
