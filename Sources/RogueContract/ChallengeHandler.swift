/// A validator in the shape of a URL-loading delegate: it is asked, and answers with a disposition.
public protocol ChallengeHandler: Sendable {
  /// The methods that it has; what none of them is asked gets default handling.
  var methods: Set<DelegateMethod> { get }
  /// Whether it wants the challenges of this space at all, as `connection:canAuthenticateAgainstProtectionSpace:` says;
  /// those that it does not want get default handling.
  func canAuthenticate(against space: ProtectionSpace) -> Bool
  /// Answers through `completion`, once, now or later. Not answering and answering twice are faults that the driver
  /// sees.
  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion)
  /// The same for handlers that answer otherwise by the method that is called.
  func handle(_ challenge: AuthenticationChallenge, by method: DelegateMethod, _ completion: ChallengeCompletion)
}

extension ChallengeHandler {
  public var methods: Set<DelegateMethod> { Set(DelegateMethod.allCases) }

  public func canAuthenticate(against space: ProtectionSpace) -> Bool { true }

  public func handle(
    _ challenge: AuthenticationChallenge, by method: DelegateMethod, _ completion: ChallengeCompletion
  ) {
    handle(challenge, completion)
  }
}

/// The two methods by which a URL-loading system asks its delegate.
public enum DelegateMethod: Sendable, Hashable, CaseIterable {
  /// For a whole session: questions about a connection, which several requests may share.
  case session
  /// For one request.
  case task

  /// Whom a question goes to; nil: to nobody, and it gets default handling.
  ///
  /// A question about the connection goes to the session's method where there is one, and only then to the task's, so
  /// that pins which are compared there are never looked at. One about a request goes to the task's method alone.
  ///
  /// - Parameter methods: those that the delegate has.
  public static func asked(about method: AuthenticationMethod, among methods: Set<DelegateMethod>) -> DelegateMethod? {
    let order: [DelegateMethod] = method.isAboutConnection ? [.session, .task] : [.task]
    return order.first(where: methods.contains)
  }
}

/// What becomes of a handler that is set up for one attempt.
public enum ChallengeHandlerSetup: Sendable {
  case ready(any ChallengeHandler)
  /// It refuses its configuration and connects to nobody.
  case refused(Reason, detail: String)
  /// It would have crashed: said instead of done, because a crash would take the harness with it.
  case crashed(String)
}

/// Makes a server trust for what a server presented.
public protocol ServerTrustFactory: Sendable {
  /// - Parameter policy: where the stores, the lists and the time come from. Pins and anchors of the policy are the
  ///   handler's business and change nothing here.
  func trust(for flight: ServerFlight, policy: AttemptPolicy) -> any ServerTrust
}
