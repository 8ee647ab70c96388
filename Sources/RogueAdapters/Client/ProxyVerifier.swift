internal import RogueModel
internal import RogueOpenSSL

/// Verifies a proxy that speaks TLS with the validator of servers, under the proxy's policy.
final class ProxyVerifier: PeerJudge {
  private let host: String
  private let policy: AttemptPolicy
  private let verifier: any HandshakeVerifier
  private(set) var decision: ChainDecision?

  init(_ host: String, _ policy: AttemptPolicy, _ verifier: any HandshakeVerifier) {
    self.host = host
    self.policy = policy
    self.verifier = verifier
  }

  var said: Statement.Said? { nil }

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict {
    var decision = verifier.judge(proxy: ServerFlight(peer, host: host), policy: policy)
    if case .cancel(let reason, let detail) = decision {
      decision = .cancel(reason, detail: "the proxy: \(detail ?? reason.rawValue)")
    }
    self.decision = decision
    return decision.judgement
  }
}
