package import RogueModel
package import RogueOpenSSL

/// Verifies the peer's certificates for a TLS library.
///
/// A class, because libraries call it in the middle of a call; always on the thread of that call.
package protocol PeerJudge: AnyObject {
  /// The decision; nil as long as the validator was not asked.
  var decision: ChainDecision? { get }
  /// The disposition, if the validator has more of them than accept and cancel.
  var said: Statement.Said? { get }

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict
}

/// Verifies a server for the client in an attempt.
protocol HandshakeVerifier: PeerJudge {
  /// The server's presentation.
  var flight: ServerFlight? { get }
  /// How the validator broke the contract; this overrides everything else.
  var fault: AdapterFault? { get }
  /// Asks for a staple whatever the policy says.
  var alwaysRequestsStaple: Bool { get }
  /// Whether the client's certificate is chosen at the server's request.
  var choosesIdentity: Bool { get }

  /// The server's presentation at the start of the resumed session.
  func judge(resumed flight: ServerFlight) -> ChainDecision
  /// About a proxy that is spoken to over TLS, under the policy for it.
  func judge(proxy flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision
  /// The certificate of the client that goes with a request.
  func identity(for request: TLSCertificateRequest) -> TLSIdentityAnswer
  /// The server has refused the client: whether to challenge once more, on another connection.
  func isChallengedAgain() -> Bool
}

extension HandshakeVerifier {
  func isChallengedAgain() -> Bool { false }

  /// A verifier that does not handle proxies refuses every proxy.
  func judge(proxy flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    .cancel(.other, detail: "this validator does not judge proxies")
  }
}

extension ServerFlight {
  /// The presentation to the harness's client.
  init(_ peer: TLSPeerFlight, host: String) {
    var staples = peer.issuerStaples
    staples[0] = peer.staple
    self.init(host: host, certificates: peer.certificates, staples: staples, sctList: peer.sctList)
  }
}
