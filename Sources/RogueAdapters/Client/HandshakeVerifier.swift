internal import RogueModel
internal import RogueOpenSSL

/// Whom a TLS library asks about the certificates of the other side.
///
/// A class, because libraries ask in the middle of a call; always on the thread of that call.
protocol PeerJudge: AnyObject {
  /// What was decided; nil while nobody was asked.
  var decision: ChainDecision? { get }
  /// What was said, where accept and cancel are not all there is.
  var said: Statement.Said? { get }

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict
}

/// Whom the client asks in an attempt, about a server.
protocol HandshakeVerifier: PeerJudge {
  /// What the server presented.
  var flight: ServerFlight? { get }
  /// How whoever decides broke the contract: decides over everything else.
  var fault: AdapterFault? { get }
  /// Asks for a staple whatever the policy says.
  var alwaysAsksForStaple: Bool { get }
  /// Whether the client's certificate is chosen when the server asks for it.
  var choosesIdentity: Bool { get }

  /// What the server had presented when the session that was resumed began.
  func judge(resumed flight: ServerFlight) -> ChainDecision
  /// About a proxy that is spoken to over TLS, under the policy for it.
  func judge(proxy flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision
  func identity(acceptedIssuers: [[UInt8]]) -> TLSIdentityAnswer
  /// The server has refused the client: whether all is asked once more, on another connection.
  func isAskedAgain() -> Bool
}

extension HandshakeVerifier {
  func isAskedAgain() -> Bool { false }

  /// Who is not asked about proxies lets nobody through one.
  func judge(proxy flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    .cancel(.other, detail: "this validator does not judge proxies")
  }
}

extension ServerFlight {
  /// What the harness's client was shown.
  init(_ peer: TLSPeerFlight, host: String) {
    var staples = peer.furtherStaples
    staples[0] = peer.staple
    self.init(host: host, certificates: peer.certificates, staples: staples, sctList: peer.sctList)
  }
}
