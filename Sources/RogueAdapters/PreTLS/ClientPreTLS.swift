internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// How a client comes to where TLS with its server begins: through a proxy's tunnel, by a dialogue in the clear, or at
/// once.
struct ClientPreTLS {
  let attempt: Attempt
  let checks: Set<PreTLSCheck>
  let transport: ClientTransport
  /// What is spoken before TLS, and in it; nil: HTTP.
  private(set) var dialogue: StartTLSClient?
  /// The session that the proxy began, where it is offered to the server.
  private(set) var session: TLSSession?

  init(_ attempt: Attempt, checks: Set<PreTLSCheck>, deadline: MonotonicInstant) throws(ClientAttempt.Ending) {
    self.attempt = attempt
    self.checks = checks
    var endpoint = attempt.connect
    if Self.goesThroughProxy(attempt) {
      guard let port = endpoint.proxy?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
        throw .harness(HarnessFailure(.internal, "An attempt needs a proxy and names none"))
      }
      endpoint.port = port
    }
    transport = try ClientTransport(to: endpoint, deadline: deadline)
    dialogue = attempt.connect.startTLS.map { StartTLSClient($0, attempt: attempt.id, checks: checks) }
  }

  static func goesThroughProxy(_ attempt: Attempt) -> Bool { attempt.needs.contains(.proxy) }

  /// Whether no verdict about the server is asked for.
  var isExcused: Bool {
    Self.goesThroughProxy(attempt) && !checks.contains(.serverBehindProxy)
      || attempt.connect.startTLS != nil && !checks.contains(.serverAfterUpgrade)
  }

  /// What the server is judged by.
  static func serverPolicy(_ attempt: Attempt, _ checks: Set<PreTLSCheck>) -> AttemptPolicy {
    var policy = attempt.policy
    if goesThroughProxy(attempt), !checks.contains(.serverName) { policy.hostname = nil }
    if attempt.connect.startTLS != nil, !checks.contains(.nameAfterUpgrade) { policy.hostname = nil }
    if !checks.contains(.ownAnchors), let anchors = policy.proxyAnchors { policy.anchors = policy.roots + anchors }
    return policy
  }

  /// Makes the way free.
  ///
  /// - Parameter verifier: who decides about the proxy.
  /// - Returns: the nonce of a server that gave it in the clear, to a client that goes on there; nil: TLS may begin.
  mutating func open(_ verifier: any HandshakeVerifier) throws(ClientAttempt.Ending) -> String? {
    if Self.goesThroughProxy(attempt) {
      if let host = attempt.connect.proxyHost { try speakTLS(withProxy: host, verifier) }
      try makeTunnel()
      if !checks.contains(.ownSession) { session = transport.tunnel?.session }
    }
    guard dialogue != nil else { return nil }
    let transport = transport
    return try converse(
      say: { bytes throws(ClientAttempt.Ending) in try transport.send(bytes) },
      hear: { () throws(ClientAttempt.Ending) in try transport.receive("before TLS") }, .handshake)
  }

  /// Speaks until TLS may begin, or until the server has given its nonce.
  ///
  /// - Returns: the nonce; nil: TLS may begin.
  mutating func converse(
    say: ([UInt8]) throws(ClientAttempt.Ending) -> Void, hear: () throws(ClientAttempt.Ending) -> [UInt8],
    _ phase: Phase
  ) throws(ClientAttempt.Ending) -> String? {
    guard var dialogue else { return nil }
    defer { self.dialogue = dialogue }
    var turn = dialogue.advance()
    while true {
      switch turn {
      case .say(let bytes):
        try say(bytes)
        turn = dialogue.advance()
      case .wait: turn = dialogue.take(try hear())
      case .startTLS: return nil
      case .nonce(let nonce): return nonce
      case .refuse(let why): throw .cancelled(.protocol, phase, why)
      case .broken(let why): throw .failed(.server, why)
      }
    }
  }

  // MARK: The proxy

  private func speakTLS(withProxy host: String, _ verifier: any HandshakeVerifier) throws(ClientAttempt.Ending) {
    let hearing = ProxyVerifier(attempt, host, checks, verifier)
    let connection: TLSConnection
    do throws(OpenSSLFailure) {
      let versions = TLSVersionRange(minimum: attempt.minimumTLS.wireValue, maximum: attempt.maximumTLS.wireValue)
      connection = try TLSConnection(
        client: try ClientContexts.shared.context(identity: nil),
        settings: TLSClientConnection.Settings(host: host, versions: versions)
      ) { hearing.judge($0) }
    } catch {
      throw .harness(HarnessFailure(.internal, "A TLS client could not be set up", underlying: error.description))
    }
    while true {
      switch connection.handshake() {
      case .established:
        try transport.send(connection.takeOutput())
        return transport.enter(connection)
      case .wantsRead:
        try transport.send(connection.takeOutput())
        connection.receive(try transport.receive("in the handshake with the proxy"))
      case .failed(let fault):
        try? transport.send(connection.takeOutput())
        if case .cancel(let reason, let detail)? = hearing.decision {
          throw .cancelled(reason, .handshake, "the proxy: \(detail ?? reason.rawValue)")
        }
        throw ClientAttempt.ending(fault, .handshake, "in the handshake with the proxy")
      }
    }
  }

  private func makeTunnel() throws(ClientAttempt.Ending) {
    let target = "\(attempt.connect.host):\(attempt.connect.port)"
    try transport.send(Array("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n".utf8))
    var reply: [UInt8] = []
    while !reply.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard reply.count < 4096 else { throw .failed(.network, "the proxy's answer has no end") }
      reply += try transport.receive("before the proxy had answered")
    }
    let status = String(decoding: reply.prefix { $0 != 13 }, as: UTF8.self)
    guard status.split(separator: " ").dropFirst().first == "200" else {
      throw .failed(.network, "the proxy makes no tunnel: \(status)")
    }
  }
}

/// What is decided about a proxy. A class, because libssl asks in the middle of a call.
private final class ProxyVerifier {
  private let host: String
  private let policy: AttemptPolicy
  private let looks: Bool
  private let verifier: any HandshakeVerifier
  private(set) var decision: ChainDecision?

  init(_ attempt: Attempt, _ host: String, _ checks: Set<PreTLSCheck>, _ verifier: any HandshakeVerifier) {
    var policy = attempt.policy.ofProxy(host)
    if !checks.contains(.proxyName) { policy.hostname = nil }
    if !checks.contains(.proxyAnchors) { policy.anchors = policy.roots + attempt.policy.roots }
    self.host = host
    self.policy = policy
    looks = checks.contains(.proxyCertificate)
    self.verifier = verifier
  }

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict {
    guard looks else { return .accept }
    let decision = verifier.judge(proxy: ServerFlight(peer, host: host), policy: policy)
    self.decision = decision
    return decision.judgement
  }
}
