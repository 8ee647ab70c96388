internal import RogueModel
internal import RogueOpenSSL

/// Puts a server's flight to the validator and keeps the answer.
///
/// A class, because libssl asks in the middle of a call; always on the thread of that call.
final class Jury {
  private let validator: any ChainValidator
  private let attempt: Attempt
  private(set) var decision: ChainDecision?
  private(set) var flight: ServerFlight?

  init(_ validator: any ChainValidator, _ attempt: Attempt) {
    self.validator = validator
    self.attempt = attempt
  }

  func judge(_ peer: TLSPeerFlight) -> TLSJudgement {
    let flight = ServerFlight(host: attempt.connect.host, certificates: peer.certificates, staple: peer.staple)
    switch judge(flight) {
    case .accept: return .accept
    case .cancel(let reason, _): return .refuse(reason.alert)
    }
  }

  func judge(_ flight: ServerFlight) -> ChainDecision {
    let decision = validator.judge(flight, policy: attempt.policy)
    self.decision = decision
    self.flight = flight
    return decision
  }
}
