public import RogueModel

/// A verdict with the rule that gave it. Each ground belongs to exactly one verdict.
public enum VerdictRule: String, Hashable, Sendable, CaseIterable {
  case harnessFault
  case acceptedTheFault
  case leakedBeforeCancelling
  case fetchedAlthoughForbidden
  case brokeTheContract
  case acceptedWithoutProof
  case declinedWithoutNeed
  case declinedCapability
  case unknownOwner
  case neverConnected
  case neverExercised
  case neverOffered
  case noVerdictOfItsOwn
  case serverEndedFirst
  case controlFailed
  case controlSpoilt
  case witnessesContradict
  case refusedConfigurationUnexpectedly
  case accepted
  case cancelled
  case cancelledOtherwise
  case refusedConfiguration
  case serverRefusedAsExpected
  case nothingToFallFor
  case cancelledTheHealthy
  case brokeTheProtocol
  case wrongClientChain
  case exposedIdentity
  case wrongClientHello
  case neverGreeted

  public var verdict: Verdict {
    switch self {
    case .harnessFault, .controlSpoilt: .harnessError
    case .acceptedTheFault: .falseAccept
    case .leakedBeforeCancelling, .fetchedAlthoughForbidden: .leak
    case .brokeTheContract, .acceptedWithoutProof, .declinedWithoutNeed: .error
    case .declinedCapability, .neverOffered: .unsupported
    case .unknownOwner, .neverConnected, .neverExercised, .noVerdictOfItsOwn, .serverEndedFirst, .controlFailed,
      .witnessesContradict, .refusedConfigurationUnexpectedly, .neverGreeted:
      .inconclusive
    case .accepted, .cancelled, .refusedConfiguration, .serverRefusedAsExpected: .pass
    case .nothingToFallFor: .unexercised
    case .cancelledOtherwise: .deviation
    case .cancelledTheHealthy, .brokeTheProtocol: .falseCancel
    case .wrongClientChain: .badClientChain
    case .wrongClientHello: .badClientHello
    case .exposedIdentity: .certificateLeak
    }
  }
}
