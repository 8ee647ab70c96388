internal import RogueModel
package import RogueTrust
package import RogueValidators

/// A delegate that is right in everything but one reaction to a challenge.
struct DelegateMutant: Sendable {
  /// Without the prefix that all of them have.
  var name: String
  /// Its mistake, as a clause.
  var summary: String
  var decisions = DelegateDecisions()

  init(_ name: String, _ summary: String, _ decide: (inout DelegateDecisions) -> Void) {
    self.name = name
    self.summary = summary
    decide(&decisions)
  }

  static let all: [DelegateMutant] = [
    DelegateMutant("handles-a-failed-pin-by-default", "leaves a server that fails its pin to default handling") {
      $0.failedPin = .defaultHandling
    },
    DelegateMutant("rejects-the-space-of-a-failed-pin", "rejects the protection space instead of cancelling") {
      $0.failedPin = .rejectProtectionSpace
    },
    DelegateMutant("is-silent-about-a-failed-pin", "never calls the completion handler when a server fails its pin") {
      $0.failedPin = .silence
    },
    DelegateMutant("answers-a-failed-pin-twice", "cancels when a server fails its pin, and then accepts it") {
      $0.failedPin = .two
    },
    DelegateMutant("uses-the-credential-unevaluated", "compares pins and never evaluates") { $0.evaluates = false },
    DelegateMutant("does-not-want-server-trust", "says that it cannot authenticate against servers") {
      $0.delivery = .unwanted
    },
    DelegateMutant("compares-pins-at-the-task", "compares pins in a method that is not called") {
      $0.delivery = .comparesAtTheTask
    },
    DelegateMutant("goes-on-without-revocation", "evaluates without revocation when it cannot be enforced") {
      $0.insistsOnRevocation = false
    },
    DelegateMutant("overlooks-a-failed-evaluation", "treats a failed evaluation as successful") {
      $0.overlooksFailedEvaluation = true
    },
    DelegateMutant("takes-deny", "accepts a certificate that the user has denied") { $0.accepted.insert(.deny) },
    DelegateMutant("takes-another-error", "accepts when the evaluation ends with an error") {
      $0.accepted.insert(.otherError)
    },
    DelegateMutant("takes-a-recoverable-failure", "accepts a recoverable trust failure") {
      $0.accepted.insert(.recoverableFailure)
    },
    DelegateMutant("takes-a-fatal-failure", "accepts a fatal trust failure") { $0.accepted.insert(.fatalFailure) },
    DelegateMutant("refuses-proceed", "refuses the result Proceed") { $0.accepted.remove(.proceed) },
    DelegateMutant("uses-what-is-proposed", "uses the proposed credential for every challenge") {
      $0.usesProposed = true
    },
    DelegateMutant("yields-after-a-failure", "accepts a repeated challenge") { $0.yieldsAfterFailure = true },
    DelegateMutant("gives-up-after-any-failure", "cancels if any challenge has failed before") {
      $0.givesUpAfterFailure = true
    },
    DelegateMutant("repeats-its-answer", "responds to server trust as it did to the challenge before") {
      $0.repeatsItself = true
    },
  ]
}

extension BuiltInValidator {
  /// The reference delegate with one wrong reaction each.
  package static func delegateMutants(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    DelegateMutant.all.map { mutant in
      BuiltInValidator(
        name: "mutant-delegate-" + mutant.name, summary: "a delegate that " + mutant.summary,
        kind: .handler { policy, _, _ in
          .ready(ReferenceDelegate(policy, now: environment.clock(), decisions: mutant.decisions))
        })
    }
  }
}
