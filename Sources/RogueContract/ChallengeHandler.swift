/// A validator in the shape of a URL-loading delegate: it gets challenges, and answers each with a disposition.
public protocol ChallengeHandler: Sendable {
  /// The methods that it implements; a challenge for another method gets default handling.
  var methods: Set<DelegateMethod> { get }
  /// Whether it accepts challenges of this space, as `connection:canAuthenticateAgainstProtectionSpace:` does;
  /// otherwise they get default handling.
  func canAuthenticate(against space: ProtectionSpace) -> Bool
  /// Answers through `completion`, once, now or later. No answer and two answers are faults, which the driver detects.
  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion)
  /// The same, for handlers whose answer depends on the method that is called.
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

/// The two methods by which a URL-loading system sends challenges to its delegate.
public enum DelegateMethod: Sendable, Hashable, CaseIterable {
  /// For a whole session: challenges about a connection, which several requests may share.
  case session
  /// For one request.
  case task

  /// The method that gets a challenge; nil: none, so it gets default handling.
  ///
  /// A challenge about the connection goes to the session's method if the delegate has one, otherwise to the task's. So
  /// a delegate that has both, and compares pins only in the task's method, never compares them. A challenge about a
  /// request goes only to the task's method.
  ///
  /// - Parameter methods: those that the delegate implements.
  public static func asked(about method: AuthenticationMethod, among methods: Set<DelegateMethod>) -> DelegateMethod? {
    let order: [DelegateMethod] = method.isAboutConnection ? [.session, .task] : [.task]
    return order.first(where: methods.contains)
  }
}

/// The result of setting up a handler for one attempt.
public enum ChallengeHandlerSetup: Sendable {
  case ready(any ChallengeHandler)
  /// It refuses its configuration and does not connect.
  case refused(Reason, detail: String)
  /// It would have crashed. It reports that instead, because a crash would end the harness too.
  case crashed(String)
}

/// Makes a trust object for what a server presented.
public protocol ServerTrustFactory: Sendable {
  /// - Parameter policy: the source of stores, CRLs and time. Its pins and anchors are the handler's business and have
  ///   no effect here.
  func trust(for flight: ServerFlight, policy: AttemptPolicy) -> any ServerTrust
}
