internal import RogueModel
internal import RogueOpenSSL

/// Lets a handshake end that ought to be refused for some reasons, and refuses later: what clients do that look at the
/// staple once the library is done (CVE-2024-0853), or at the pins once they have a response.
final class LateJudge: PeerJudge {
  private let verifier: any HandshakeVerifier
  private let reasons: Set<Reason>
  private(set) var refusal: ClientEnding?

  init(_ verifier: any HandshakeVerifier, of reasons: Set<Reason>) {
    self.verifier = verifier
    self.reasons = reasons
  }

  var decision: ChainDecision? { refusal == nil ? verifier.decision : .accept }
  var said: Statement.Said? { verifier.said }

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict {
    let verdict = verifier.judge(peer)
    guard case .cancel(let reason, let detail)? = verifier.decision, reasons.contains(reason) else { return verdict }
    refusal = .cancelled(reason, .afterHandshake, detail)
    return .accept
  }
}
