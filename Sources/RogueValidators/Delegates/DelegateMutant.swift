internal import RogueModel
public import RogueTrust

/// A delegate that is right in everything but one reaction to a challenge.
struct DelegateMutant: Sendable {
  /// Without the prefix that all of them have.
  var name: String
  /// What it gets wrong, as a clause.
  var summary: String
  var decisions = DelegateDecisions()

  init(_ name: String, _ summary: String, _ decide: (inout DelegateDecisions) -> Void) {
    self.name = name
    self.summary = summary
    decide(&decisions)
  }

  static let all: [DelegateMutant] = [
    DelegateMutant("handles-a-failed-pin-by-default", "leaves a server that fails its pin to the system") {
      $0.failedPin = .defaultHandling
    },
    DelegateMutant("rejects-the-space-of-a-failed-pin", "takes rejecting the space for cancelling") {
      $0.failedPin = .rejectProtectionSpace
    },
    DelegateMutant("is-silent-about-a-failed-pin", "never answers when a server fails its pin") {
      $0.failedPin = .silence
    },
    DelegateMutant("answers-a-failed-pin-twice", "cancels when a server fails its pin, and then goes on") {
      $0.failedPin = .two
    },
    DelegateMutant("uses-the-credential-unevaluated", "compares pins and never evaluates") { $0.evaluates = false },
    DelegateMutant("does-not-want-server-trust", "says that it cannot authenticate against servers") {
      $0.delivery = .unwanted
    },
    DelegateMutant("compares-pins-at-the-task", "compares pins in the method that is not asked") {
      $0.delivery = .comparesAtTheTask
    },
    DelegateMutant("goes-on-without-revocation", "evaluates without revocation when it cannot be enforced") {
      $0.insistsOnRevocation = false
    },
    DelegateMutant("overlooks-a-failed-evaluation", "takes an evaluation that failed for a good one") {
      $0.overlooksFailedEvaluation = true
    },
    DelegateMutant("takes-deny", "goes on with what the user has denied") { $0.accepted.insert(.deny) },
    DelegateMutant("takes-another-error", "goes on when the evaluation ends with an error") {
      $0.accepted.insert(.otherError)
    },
    DelegateMutant("takes-a-recoverable-failure", "takes what could be recovered from for good") {
      $0.accepted.insert(.recoverableFailure)
    },
    DelegateMutant("takes-a-fatal-failure", "takes what is fatal for good") { $0.accepted.insert(.fatalFailure) },
    DelegateMutant("refuses-proceed", "takes Unspecified alone for good") { $0.accepted.remove(.proceed) },
    DelegateMutant("uses-what-is-proposed", "uses a credential that is proposed, whatever was asked") {
      $0.usesProposed = true
    },
    DelegateMutant("yields-after-a-failure", "grants what is asked again") { $0.yieldsAfterFailure = true },
    DelegateMutant("gives-up-after-any-failure", "cancels when anything at all has failed before") {
      $0.givesUpAfterFailure = true
    },
    DelegateMutant("repeats-its-answer", "answers about the server as it has answered the question before") {
      $0.repeatsItself = true
    },
  ]
}

extension BuiltInValidator {
  /// The reference in the shape of a delegate.
  public static func referenceDelegate(_ environment: TrustEnvironment) -> BuiltInValidator {
    BuiltInValidator(
      name: "reference-delegate", summary: "the reference in the shape of a URL-loading delegate",
      kind: .handler { policy, _ in
        .ready(ReferenceDelegate(policy, now: environment.clock(), decisions: DelegateDecisions()))
      })
  }

  /// That delegate with one wrong reaction each; negative controls.
  public static func delegateMutants(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    DelegateMutant.all.map { mutant in
      var validator = BuiltInValidator(
        name: "mutant-delegate-" + mutant.name, summary: "a delegate that " + mutant.summary,
        kind: .handler { policy, _ in
          .ready(ReferenceDelegate(policy, now: environment.clock(), decisions: mutant.decisions))
        })
      validator.isMutant = true
      return validator
    }
  }
}
