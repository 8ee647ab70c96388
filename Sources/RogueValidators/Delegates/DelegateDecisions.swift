package import RogueModel

/// A delegate's decisions about challenges. Each can be made wrong separately; by default all are right.
package struct DelegateDecisions: Sendable {
  /// How a server that is not to be trusted is turned away.
  package enum Refusal: Sendable, Hashable {
    case cancel, defaultHandling, rejectProtectionSpace
    /// It never answers.
    case silence
    /// It cancels, and then says the opposite.
    case two
  }

  /// Its demands on the challenges about servers.
  package enum Delivery: Sendable, Hashable {
    case asDelivered
    /// Pins are compared in the task's method alone; the session's leaves everything to the default.
    case comparesAtTheTask
    /// It does not want the space.
    case unwanted
  }

  package var failedPin = Refusal.cancel
  package var delivery = Delivery.asDelivered
  /// Evaluates before it uses the credential.
  package var evaluates = true
  /// The results that count as good.
  package var accepted: Set<TrustResult> = [.proceed, .unspecified]
  /// An evaluation that could not be done counts as a good one.
  package var overlooksFailedEvaluation = false
  /// Cancels if the policy's revocation checks cannot be enforced.
  package var insistsOnRevocation = true
  /// Uses a credential that is proposed.
  package var usesProposed = false
  /// Something has failed before: what is asked again is granted.
  package var yieldsAfterFailure = false
  /// Something has failed before, whatever it was: cancel.
  package var givesUpAfterFailure = false
  /// Answers the challenge about the server as it answered the one before.
  package var repeatsItself = false

  package init() {}
}
