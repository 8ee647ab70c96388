/// The judge: one total, ordered, pure function.
///
/// The order is the meaning. Our own fault comes first, because then nothing else can be believed; application data on
/// a server that must be cancelled comes second, and a forbidden query third, so that no later crash,
/// hang or failed control hides them; everything that could make a refusal prove nothing comes before the refusal is believed.
/// If the owner of a connection is unknown, the observation counts neither for nor against the client.
public enum Judge {
  public static func rule(_ facts: Facts) -> VerdictRule {
    // 1. Our own fault.
    if facts.harnessFault { return .harnessFault }
    // 2. The fault was accepted: bytes on the wire show it, whatever the statement.
    let unknown: VerdictRule? = facts.contact == .anybody ? .unknownOwner : nil
    if unknown == nil && facts.right == .cancel && facts.applicationDataAfterFault {
      switch facts.said {
      case .cancelAsExpected, .cancelOtherwise, .refusedConfigurationAsExpected, .refusedConfigurationOtherwise:
        return .leakedBeforeCancelling
      case .acceptWithProof, .acceptWithoutProof, .unsupported, .unsupportedWithoutNeed, .failed, .broken:
        return .acceptedTheFault
      }
    }
    // 3. A forbidden query: it alone reveals the visited server.
    if unknown == nil && facts.fetchedAlthoughForbidden { return .fetchedAlthoughForbidden }
    // 4. and 5. The contract.
    switch facts.said {
    case .broken: return .brokeTheContract
    case .acceptWithoutProof: return .acceptedWithoutProof
    case .unsupportedWithoutNeed: return .declinedWithoutNeed
    case .unsupported: return .declinedCapability
    // 6. and 7. The statement against the observation.
    case .acceptWithProof: return unknown ?? accepted(facts)
    case .cancelAsExpected: return unknown ?? cancelled(facts, otherwise: .cancelled)
    case .cancelOtherwise: return unknown ?? cancelled(facts, otherwise: .cancelledOtherwise)
    case .refusedConfigurationAsExpected: return unknown ?? lostControl(facts) ?? greeted(facts, .refusedConfiguration)
    case .refusedConfigurationOtherwise: return unknown ?? .refusedConfigurationUnexpectedly
    case .failed: return unknown ?? failed(facts)
    }
  }

  /// The ruling where the control did not pass; nil: it passed, or none is needed.
  private static func lostControl(_ facts: Facts) -> VerdictRule? {
    switch facts.control {
    case .failed: .controlFailed
    case .spoilt: .controlSpoilt
    case .passed, .notNeeded: nil
    }
  }

  /// Accept, proven by the nonce; nothing has reached a must-cancel server after its fault.
  private static func accepted(_ facts: Facts) -> VerdictRule {
    // A nonce that no server sent, without a connection, is no proof.
    guard facts.connected, facts.replyServed else { return .witnessesContradict }
    guard facts.exercised else {
      guard facts.unexercisedPasses else { return notExercised(facts) }
      return lostControl(facts) ?? greeted(facts, .nothingToFallFor)
    }
    if let lost = lostControl(facts) { return lost }
    switch facts.right {
    case .cancel: return .acceptedTheFault
    case .accept, .either: break
    }
    if facts.clientChain == .wrong { return .wrongClientChain }
    if facts.identity == .exposed { return .exposedIdentity }
    return greeted(facts, .accepted)
  }

  /// Cancel in a handshake or after it.
  private static func cancelled(_ facts: Facts, otherwise fitting: VerdictRule) -> VerdictRule {
    guard facts.connected else { return .neverConnected }
    guard facts.exercised else { return notExercised(facts) }
    if facts.isEndedByServer { return serverEnded(facts) }
    if let lost = lostControl(facts) { return lost }
    // The reply had been given before the validator cancelled: one of the two witnesses is wrong.
    if facts.replyServed { return .witnessesContradict }
    switch facts.right {
    case .accept: return .cancelledTheHealthy
    case .cancel, .either: break
    }
    if facts.identity == .exposed { return .exposedIdentity }
    return greeted(facts, fitting)
  }

  /// No verdict of the validator's own: only a server that is the judge can make something of it.
  private static func failed(_ facts: Facts) -> VerdictRule {
    guard facts.connected else { return .neverConnected }
    guard facts.exercised else { return notExercised(facts) }
    return facts.isEndedByServer ? serverEnded(facts) : .noVerdictOfItsOwn
  }

  /// The fault cannot be presented to a client that did not offer what it is about.
  private static func notExercised(_ facts: Facts) -> VerdictRule {
    facts.presentation == .notOffered ? .neverOffered : .neverExercised
  }

  /// The server ended it before a reply.
  private static func serverEnded(_ facts: Facts) -> VerdictRule {
    // A server with which nothing is wrong objects to what the client itself has done.
    let isClientsFault = facts.endedFirst == .serverObjecting && facts.control == .notNeeded && facts.right == .accept
    guard facts.serverIsJudge else { return isClientsFault ? .brokeTheProtocol : .serverEndedFirst }
    if let lost = lostControl(facts) { return lost }
    if facts.replyServed { return .witnessesContradict }
    if facts.clientChain == .wrong { return .wrongClientChain }
    if facts.identity == .exposed { return .exposedIdentity }
    switch facts.right {
    case .cancel, .either: return greeted(facts, .serverRefusedAsExpected)
    // Nothing was wrong with the list and the server refused all the same.
    case .accept: return isClientsFault ? .brokeTheProtocol : .witnessesContradict
    }
  }

  /// A result that would pass does so only if every ClientHello meets the demands.
  private static func greeted(_ facts: Facts, _ passing: VerdictRule) -> VerdictRule {
    switch facts.hello {
    case .asExpected: passing
    case .wrong: .wrongClientHello
    case .unseen: .neverGreeted
    }
  }
}
