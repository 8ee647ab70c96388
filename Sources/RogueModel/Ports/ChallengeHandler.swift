/// A validator in the shape of a URL-loading delegate: it is asked, and answers with a disposition.
public protocol ChallengeHandler: Sendable {
  /// Answers through `completion`, once, now or later. Not answering and answering twice are faults that the driver
  /// sees.
  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion)
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
