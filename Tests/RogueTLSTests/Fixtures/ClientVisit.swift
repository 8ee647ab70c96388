import RogueModel
import RogueOpenSSL
import RoguePlatform
import RogueTLS

/// One connection of our client to somebody's server.
struct ClientVisit {
  let client: TLSClient
  private let socket: TCPSocket
  private let asked: Asked

  /// What the judge was shown.
  final class Asked {
    var flight: TLSPeerFlight?
  }

  init(to port: UInt16, _ settings: ClientSettings, judgement: PeerVerdict = .accept) throws {
    socket = try TCPSocket.connected(toPort: port, timeoutMilliseconds: 600_000)
    let asked = Asked()
    self.asked = asked
    client = try TLSClient(settings) { flight in
      asked.flight = flight
      return judgement
    }
  }

  var flight: TLSPeerFlight? { asked.flight }

  /// Ends when the handshake does, one way or the other.
  func shakeHands() throws {
    while client.state == .handshake, try exchange() {}
    try flush()
  }

  /// Sends a line, and waits for as many bytes as the reply has.
  func say(_ line: String, for count: Int) throws -> String {
    client.send(Array(line.utf8))
    return try listen(for: count)
  }

  func listen(for count: Int) throws -> String {
    var reply = client.takeData()
    while reply.count < count, client.state == .established, try exchange() { reply += client.takeData() }
    try flush()
    return String(decoding: reply, as: UTF8.self)
  }

  /// Takes what comes until the server has changed its keys so often.
  func awaitRenewals(_ count: Int) throws {
    while client.renewals < count, client.state == .established, try exchange() {}
    try flush()
  }

  /// False when the server has gone.
  private func exchange() throws -> Bool {
    try flush()
    switch socket.receive() {
    case .bytes(let bytes): client.receive(bytes)
    case .end: return false
    case .wouldBlock: throw SystemError(code: 0, operation: "wait for the server")
    case .failed(let error): throw error
    }
    return true
  }

  func flush() throws {
    var rest = client.takeOutput()[...]
    while !rest.isEmpty {
      switch socket.send(rest) {
      case .sent(let count): rest = rest.dropFirst(count)
      case .wouldBlock: throw SystemError(code: 0, operation: "send to the server")
      case .failed(let error): throw error
      }
    }
  }
}
