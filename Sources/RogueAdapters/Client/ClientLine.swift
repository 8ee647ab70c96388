internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import RogueTLS

/// The way to one server: its socket, the TLS on it, and what is spoken there.
///
/// Belongs to one thread at a time.
final class ClientLine {
  private static let beforeReply = "before the reply was complete"
  /// How long the client waits after a reply for the server to close the connection first, in milliseconds.
  private static let closingPatience = 250

  let transport: ClientTransport
  /// TLS with the server; nil before that.
  private(set) var connection: (any ClientConnection)?
  /// Nil: HTTP/1.1.
  private var http2: HTTP2Conversation?
  /// The protocol before TLS, and in it; nil: HTTP.
  private var dialogue: StartTLSClient?
  /// Everything has been said, or it stays open for a later request.
  var isLeft = false

  /// - Parameter port: of the server, or of the proxy before it.
  init(
    _ attempt: Attempt, port: UInt16, _ rules: Rulebook, deadline: MonotonicInstant
  ) throws(ClientEnding) {
    transport = try ClientTransport(to: attempt.connect.address, port: port, deadline: deadline)
    dialogue = attempt.connect.startTLS.map { StartTLSClient($0, attempt: attempt.id, rules: rules) }
  }

  /// Another attempt begins.
  func begin(until deadline: MonotonicInstant) {
    isLeft = false
    transport.wait(until: deadline)
  }

  // MARK: To TLS

  /// Speaks TLS with the proxy, always with libssl, whichever library the client uses for servers.
  ///
  /// - Parameters:
  ///   - identity: of the client, for the proxy.
  ///   - judge: nil: the proxy's certificate is not checked.
  func enterProxy(
    _ host: String, _ versions: ClosedRange<TLSVersion>, _ identity: TLSIdentity?, _ judge: ProxyVerifier?
  ) throws(ClientEnding) {
    var opening = ClientOpening(host: host, versions: versions)
    opening.identity = identity
    let proxy = try LibsslClient().open(opening, judge)
    try shakeHands(proxy, "in the handshake with the proxy")
    try transport.send(proxy.takeOutput())
    transport.enter(proxy)
    connection = nil
  }

  /// - Returns: the proxy's refusal; nil: the tunnel stands.
  func makeTunnel(to target: String) throws(ClientEnding) -> Reply? {
    try transport.send(Array("CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n\r\n".utf8))
    var reply: [UInt8] = []
    while !reply.contains("\r\n\r\n".utf8) {
      guard reply.count < 4096 else { throw .failed(.network, "the proxy's response is too long") }
      reply += try transport.receive("before the proxy had answered")
    }
    let status = String(decoding: reply.prefix { $0 != 13 }, as: UTF8.self)
    if status.split(separator: " ").dropFirst().first == "200" { return nil }
    var refusal = Reply()
    while refusal.append(reply), !refusal.isComplete { reply = try transport.receive("before the proxy had refused") }
    return refusal
  }

  /// Runs the dialogue until TLS may start, or until the server has sent its nonce: under TLS, or in plaintext to a
  /// client that continues without TLS.
  ///
  /// - Returns: the nonce; nil: TLS may start.
  func converse() throws(ClientEnding) -> String? {
    guard var dialogue else { return nil }
    defer { self.dialogue = dialogue }
    var turn = dialogue.advance()
    while true {
      switch turn {
      case .send(let bytes):
        try send(bytes)
        turn = dialogue.advance()
      case .wait: turn = dialogue.take(try receive())
      case .startTLS: return nil
      case .nonce(let nonce): return nonce
      case .refuse(let why): throw .cancelled(.protocol, connection == nil ? .handshake : .afterHandshake, why)
      case .broken(let why): throw .failed(.server, why)
      }
    }
  }

  /// The Finished of TLS 1.3 is sent with the next data.
  func shakeHands(_ connection: any ClientConnection, offering protocols: [String]) throws(ClientEnding) {
    try shakeHands(connection, "in the handshake")
    guard connection.applicationProtocol == ApplicationProtocol.http2 else { return }
    // A library that does not look may come to a protocol that was not offered; HTTP/1.1 is spoken there.
    if protocols.contains(ApplicationProtocol.http2) { http2 = HTTP2Conversation() }
  }

  private func shakeHands(_ connection: any ClientConnection, _ when: String) throws(ClientEnding) {
    self.connection = connection
    while try !connection.handshake(when) { try transport.exchange(connection, when) }
  }

  // MARK: Under TLS

  private func send(_ bytes: [UInt8]) throws(ClientEnding) {
    guard let connection else { return try transport.send(bytes) }
    try connection.write(bytes)
    try transport.sendOrReceive(connection)
  }

  private func receive() throws(ClientEnding) -> [UInt8] {
    guard let connection else { return try transport.receive("before TLS") }
    while true {
      switch try connection.read(Self.beforeReply) {
      case .bytes(let bytes): return bytes
      // Its part of another handshake, where the server began one.
      case .wantsMore: try transport.exchange(connection, Self.beforeReply)
      case .closed: throw .failed(.server, "the server closed \(Self.beforeReply)")
      }
    }
  }

  func ask(_ request: HTTPRequest) throws(ClientEnding) -> Reply {
    try send(http2?.request(request.target) ?? request.bytes)
    return try reply()
  }

  func reply() throws(ClientEnding) -> Reply {
    var reply = Reply()
    while !reply.isComplete {
      let bytes = try receive()
      guard let http2 else {
        guard reply.append(bytes) else { throw .failed(.server, "the reply is too long or is not HTTP") }
        continue
      }
      do throws(HTTP2Fault) {
        if let whole = try http2.receive(bytes) { reply = whole }
      } catch {
        throw .failed(.server, "the reply is not HTTP/2: \(error.why)")
      }
      try connection?.write(http2.takeOutput())
    }
    return reply
  }

  // MARK: The end

  /// Says close_notify, and waits for nothing.
  func hangUp() {
    connection?.close()
    flush()
  }

  /// Lets the server end the connection.
  func finish() {
    isLeft = true
    transport.shorten(toMilliseconds: Self.closingPatience)
    let when = "while closing"
    while case .wantsMore? = try? connection?.read(when), let bytes = try? transport.receive(when) {
      connection?.receive(bytes)
    }
    hangUp()
    transport.drop(afterMilliseconds: Self.closingPatience)
  }

  /// The alert or close_notify that goes with the ending, unless all has been said.
  func leave(after ending: ClientEnding) {
    guard !isLeft else { return }
    isLeft = true
    flush()
    if ending.isRefusal { transport.drop(afterMilliseconds: Self.closingPatience) }
  }

  /// Whether it arrives changes nothing: the end of the stream says the same.
  private func flush() { if let connection { try? transport.send(connection.takeOutput()) } }
}

/// The HTTP/1.1 request that the client sends to a server that it has accepted.
struct HTTPRequest {
  let target: Attempt.Endpoint
  private let persistence: String

  init(_ target: Attempt.Endpoint, keepsAlive: Bool) {
    self.target = target
    persistence = keepsAlive ? "" : "Connection: close\r\n"
  }

  var bytes: [UInt8] { bytes(for: target.host) }

  func bytes(for host: String) -> [UInt8] {
    Array("GET \(target.path) HTTP/1.1\r\nHost: \(HostName.inURL(host)):\(target.port)\r\n\(persistence)\r\n".utf8)
  }
}
