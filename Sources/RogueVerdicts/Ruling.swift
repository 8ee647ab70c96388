public import RogueModel

/// A verdict with the rule that gave it. Each ground belongs to exactly one verdict.
public enum Ruling: String, Hashable, Sendable, CaseIterable {
  case harnessFault
  case acceptedTheLie
  case leakedBeforeCancelling
  case fetchedAlthoughForbidden
  case brokeTheContract
  case acceptedWithoutProof
  case declinedWithoutNeed
  case declinedCapability
  case neverConnected
  case neverExercised
  case neverOffered
  case noVerdictOfItsOwn
  case serverEndedFirst
  case controlFailed
  case witnessesContradict
  case refusedConfigurationUnasked
  case accepted
  case cancelled
  case cancelledOtherwise
  case refusedConfiguration
  case serverRefusedAsExpected
  case nothingToFallFor
  case cancelledTheHealthy
  case brokeTheProtocol
  case wrongClientList
  case exposedIdentity

  public var verdict: Verdict {
    switch self {
    case .harnessFault: .harnessError
    case .acceptedTheLie: .falseAccept
    case .leakedBeforeCancelling, .fetchedAlthoughForbidden: .leak
    case .brokeTheContract, .acceptedWithoutProof, .declinedWithoutNeed: .error
    case .declinedCapability, .neverOffered: .unsupported
    case .neverConnected, .neverExercised, .noVerdictOfItsOwn, .serverEndedFirst, .controlFailed,
      .witnessesContradict, .refusedConfigurationUnasked:
      .void
    case .accepted, .cancelled, .refusedConfiguration, .serverRefusedAsExpected: .pass
    case .nothingToFallFor: .notAsked
    case .cancelledOtherwise: .deviation
    case .cancelledTheHealthy, .brokeTheProtocol: .falseCancel
    case .wrongClientList, .exposedIdentity: .badIdentity
    }
  }
}
