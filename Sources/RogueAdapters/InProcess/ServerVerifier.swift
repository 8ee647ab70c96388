internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// Puts a server's flight to a chain validator and keeps the answer.
final class ServerVerifier: HandshakeVerifier {
  private let validator: any ChainValidator
  private let attempt: Attempt
  private(set) var decision: ChainDecision?
  private(set) var flight: ServerFlight?
  let alwaysRequestsStaple: Bool
  private let rules: Rulebook

  init(
    _ validator: any ChainValidator, _ attempt: Attempt, alwaysRequestsStaple: Bool, rules: Rulebook = Rulebook()
  ) {
    self.validator = validator
    self.attempt = attempt
    self.rules = rules
    self.alwaysRequestsStaple = alwaysRequestsStaple
  }

  var fault: AdapterFault? { nil }
  var said: Statement.Said? { nil }
  var choosesIdentity: Bool { attempt.policy.identity?.others.isEmpty == false }

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict {
    judge(resumed: ServerFlight(peer, host: attempt.connect.host)).judgement
  }

  func judge(resumed flight: ServerFlight) -> ChainDecision {
    let decision = validator.judge(flight, policy: rules(.policyInForce, attempt))
    self.decision = decision
    self.flight = flight
    return decision
  }

  func judge(proxy flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    validator.judge(flight, policy: policy)
  }

  /// The first identity whose key signs with a named algorithm, and whose chain leads to one of the named CAs (RFC 8446,
  /// section 4.4.2.3). If none is named, any will do.
  func identity(for request: TLSCertificateRequest) -> TLSIdentityAnswer {
    guard let identity = attempt.policy.identity else { return .nothing }
    let admitted = ([identity] + identity.others).map(TLSIdentity.init).first { request.admits($0) }
    return admitted.map { .send($0) } ?? .nothing
  }
}
