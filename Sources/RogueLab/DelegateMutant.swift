internal import RogueModel
package import RogueTrust
package import RogueValidators
internal import Synchronization

/// A delegate with one wrong reaction to a challenge.
struct DelegateMutant: Mistaken {
  var mistake: Mistake
  /// Nil: the reference delegate with the wrong rules.
  private var makeOther: (@Sendable (AttemptPolicy, _ now: Int64) -> any ChallengeHandler)?

  init(_ mistake: Mistake) { self.mistake = mistake }

  init(
    _ name: String, _ summary: String, make: @escaping @Sendable (AttemptPolicy, _ now: Int64) -> any ChallengeHandler
  ) {
    self.init(Mistake(name, summary))
    makeOther = make
  }

  func make(_ policy: AttemptPolicy, now: Int64) -> any ChallengeHandler {
    makeOther?(policy, now) ?? ReferenceDelegate(policy, now: now, rules: rules)
  }

  static let all: [DelegateMutant] =
    ofPins + ofResults + [
      DelegateMutant(
        "does-not-want-server-trust", "says that it cannot authenticate against servers", replaces: .wantedSpace
      ) { (space: ProtectionSpace) in space.method != .serverTrust },
      answering(
        "uses-what-is-proposed", "uses the proposed credential for every challenge",
        where: { $0.challenge.proposedCredential != nil },
        by: { [ChallengeAnswer(.useCredential, $0.challenge.proposedCredential)] }),
      answering(
        "yields-after-a-failure", "accepts a repeated challenge",
        where: { $0.trust != nil && $0.challenge.previousFailureCount > 0 },
        by: { [ChallengeAnswer(.useCredential, $0.trust.map { .trust($0) })] }),
      answering(
        "gives-up-after-any-failure", "cancels if any challenge has failed before",
        where: { $0.challenge.previousFailureCount > 0 }, by: { _ in [ChallengeAnswer(.cancel)] }),
      DelegateMutant("repeats-its-answer", "responds to server trust as it did to the challenge before") {
        RepeatingDelegate(ReferenceDelegate($0, now: $1))
      },
    ]

  /// Wrong about a server that fails its pins.
  private static let ofPins: [DelegateMutant] = [
    turningAway("handles-a-failed-pin-by-default", "leaves a server that fails its pin to default handling") { _ in
      [ChallengeAnswer(.performDefaultHandling)]
    },
    turningAway("rejects-the-space-of-a-failed-pin", "rejects the protection space instead of cancelling") { _ in
      [ChallengeAnswer(.rejectProtectionSpace)]
    },
    turningAway(
      "is-silent-about-a-failed-pin", "never calls the completion handler when a server fails its pin"
    ) { _ in [] },
    turningAway("answers-a-failed-pin-twice", "cancels when a server fails its pin, and then accepts it") { failure in
      [ChallengeAnswer(.cancel, refusal: failure.refusal), ChallengeAnswer(.useCredential, .trust(failure.trust))]
    },
    answering(
      "compares-pins-at-the-task", "compares pins in a method that is not called",
      where: { $0.trust != nil && $0.method == .session }, by: { _ in [ChallengeAnswer(.performDefaultHandling)] }),
  ]

  /// Wrong about the evaluation of a trust.
  private static let ofResults: [DelegateMutant] = [
    DelegateMutant(
      "uses-the-credential-unevaluated", "compares pins and never evaluates", replaces: .trustEvaluation
    ) { (_: DelegateQuestion) -> ChallengeAnswer.Refusal? in nil },
    DelegateMutant(
      "goes-on-without-revocation", "evaluates without revocation when it cannot be enforced",
      replaces: .unenforceableRevocation
    ) { (_: TrustCallFailure) -> ChallengeAnswer.Refusal? in nil },
    DelegateMutant(
      "overlooks-a-failed-evaluation", "treats a failed evaluation as successful", replaces: .failedEvaluation
    ) { (_: TrustCallFailure) -> ChallengeAnswer.Refusal? in nil },
    taking("takes-deny", "accepts a certificate that the user has denied", .deny),
    taking("takes-another-error", "accepts when the evaluation ends with an error", .otherError),
    taking("takes-a-recoverable-failure", "accepts a recoverable trust failure", .recoverableFailure),
    taking("takes-a-fatal-failure", "accepts a fatal trust failure", .fatalFailure),
    DelegateMutant("refuses-proceed", "refuses the result Proceed", replaces: .goodResult) {
      (result: TrustResult) in result == .unspecified
    },
  ]

  /// One that answers some challenges otherwise.
  private static func answering(
    _ name: String, _ summary: String, where isMeant: @escaping @Sendable (DelegateQuestion) -> Bool,
    by form: @escaping @Sendable (DelegateQuestion) -> [ChallengeAnswer]
  ) -> DelegateMutant {
    DelegateMutant(name, summary, replaces: .answers, where: isMeant, by: form)
  }

  /// One that does something else with a server that fails its pins.
  private static func turningAway(
    _ name: String, _ summary: String, by form: @escaping @Sendable (PinFailure) -> [ChallengeAnswer]
  ) -> DelegateMutant {
    DelegateMutant(name, summary, replaces: .failedPin, by: form)
  }

  /// One for which this result is good.
  private static func taking(_ name: String, _ summary: String, _ result: TrustResult) -> DelegateMutant {
    DelegateMutant(name, summary, replaces: .goodResult, where: { $0 == result }, by: { _ in true })
  }
}

/// Answers a challenge about a server as the challenge before, if that was about something else.
private final class RepeatingDelegate: ChallengeHandler {
  private let delegate: ReferenceDelegate
  private let hasAnswered = Mutex(false)

  init(_ delegate: ReferenceDelegate) { self.delegate = delegate }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    handle(challenge, by: .session, completion)
  }

  func handle(_ challenge: AuthenticationChallenge, by method: DelegateMethod, _ completion: ChallengeCompletion) {
    let isAboutServer = challenge.space.method == .serverTrust && challenge.space.serverTrust != nil
    if isAboutServer, hasAnswered.withLock({ $0 }) { return completion(.performDefaultHandling) }
    if !isAboutServer { hasAnswered.withLock { $0 = true } }
    delegate.handle(challenge, by: method, completion)
  }
}

extension BuiltInValidator {
  /// The reference delegate with one wrong reaction each.
  package static func delegateMutants(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    DelegateMutant.all.map { mutant in
      BuiltInValidator(
        name: "mutant-delegate-" + mutant.name, summary: "a delegate that " + mutant.summary,
        kind: .handler { policy, _, _ in .ready(mutant.make(policy, now: environment.clock())) })
    }
  }
}
