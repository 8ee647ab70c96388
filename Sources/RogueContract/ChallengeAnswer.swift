/// A delegate's answer to a challenge.
public struct ChallengeAnswer: Sendable {
  /// The four dispositions of URL loading.
  public enum Disposition: String, Sendable, Hashable, CaseIterable {
    /// With a credential for trust the connection continues, whatever the evaluation said.
    case useCredential = "use-credential"
    /// As if there were no delegate: for server trust the system's own evaluation decides.
    case performDefaultHandling = "default-handling"
    /// The whole request fails.
    case cancel
    /// The delegate refuses this space, and the system tries the next one. For server trust there is no next one.
    case rejectProtectionSpace = "reject-protection-space"
  }

  public var disposition: Disposition
  /// Ignored unless the disposition is `useCredential`.
  public var credential: Credential?
  /// Why the handler refused, if it knows more than the trust's own evaluation (for example, that no pin matched).
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

/// A completion handler that notices if it is released without a call.
///
/// A delegate may answer later and from another thread. A delegate that releases this object without a call can never
/// answer: the request hangs, and the harness knows it at once. Every call is passed on, because two answers are a
/// fault too.
public final class ChallengeCompletion: Sendable {
  public enum Event: Sendable {
    case answered(ChallengeAnswer)
    /// The handler would have crashed here. It reports that instead, because a crash would end the harness too.
    case crashed(String)
    /// The completion was released without a call.
    case released
  }

  private let receive: @Sendable (Event) -> Void

  public init(_ receive: @escaping @Sendable (Event) -> Void) { self.receive = receive }

  deinit { receive(.released) }

  public func callAsFunction(_ answer: ChallengeAnswer) { receive(.answered(answer)) }

  /// Reports that the handler would have crashed instead of answering.
  ///
  /// - Parameter detail: the missing object that the handler used.
  public func crash(_ detail: String) { receive(.crashed(detail)) }

  public func callAsFunction(
    _ disposition: ChallengeAnswer.Disposition, _ credential: Credential? = nil,
    refusal: ChallengeAnswer.Refusal? = nil
  ) {
    receive(.answered(ChallengeAnswer(disposition, credential, refusal: refusal)))
  }
}
