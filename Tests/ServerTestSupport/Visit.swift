import RogueModel
package import RogueOpenSSL
import RoguePlatform

/// What an in-process client saw on one connection.
package struct Visit: Sendable {
  /// The body, when a whole reply came.
  package var body: String?
  package var statusLine: String?
  package var certificates: [[UInt8]] = []
  package var staple: [UInt8]?
  package var issuerStaples: [Int: [UInt8]] = [:]
  package var sctList: [UInt8]?
  package var facts: TLSFacts?
  package var alerts: [TLSAlert] = []
  package var session: TLSSession?
  package var trouble: String?
  package var endedWithCloseNotify = false

  package struct Plan: Sendable {
    package var port: UInt16
    package var request = "GET /the-path HTTP/1.1\r\nHost: pinned.rogues.test\r\n\r\n"
    package var settings = TLSConnection.ClientSettings(host: "pinned.rogues.test")
    package var identity: TLSIdentity?
    package var judgement = PeerVerdict.accept
    /// How long the client waits for the server's next bytes.
    package var timeoutMilliseconds = 120_000

    package init(port: UInt16, request: String? = nil, timeoutMilliseconds: Int? = nil) {
      self.port = port
      if let request { self.request = request }
      if let timeoutMilliseconds { self.timeoutMilliseconds = timeoutMilliseconds }
    }
  }

  package static func make(_ plan: Plan) async -> Visit { await onThread { now(plan) } }

  package static func now(_ plan: Plan) -> Visit {
    let seen = Seen()
    var visit = Visit()
    do {
      let socket = try TCPSocket.connected(toPort: plan.port, timeoutMilliseconds: plan.timeoutMilliseconds)
      defer { socket.close() }
      let context = try TLSContext(client: TLSClientSettings(identity: plan.identity))
      let connection = try TLSClientConnection(socket: socket, context: context, settings: plan.settings) { flight in
        seen.flight = flight
        return plan.judgement
      }
      do {
        try connection.handshake()
        try connection.write(Array(plan.request.utf8))
        var received: [UInt8] = []
        reading: while true {
          switch try connection.read() {
          case .bytes(let bytes): received += bytes
          case .closed:
            visit.endedWithCloseNotify = true
            break reading
          case .ended: break reading
          }
        }
        visit.take(reply: String(decoding: received, as: UTF8.self))
        connection.close()
      } catch {
        visit.trouble = "\(error)"
      }
      visit.facts = connection.facts
      visit.alerts = connection.alerts
      visit.session = connection.session
    } catch {
      visit.trouble = "\(error)"
    }
    visit.certificates = seen.flight?.certificates ?? []
    visit.staple = seen.flight?.staple
    visit.issuerStaples = seen.flight?.issuerStaples ?? [:]
    visit.sctList = seen.flight?.sctList
    return visit
  }

  private mutating func take(reply: String) {
    // By scalars: Swift takes CR LF for one character.
    let parts = Array(reply.unicodeScalars)
    guard let end = parts.indices.first(where: { $0 >= 3 && Array(parts[($0 - 3)...$0]) == ["\r", "\n", "\r", "\n"] })
    else {
      body = reply
      return
    }
    statusLine = reply.split(whereSeparator: \.isNewline).first.map(String.init)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: parts[(end + 1)...])
    body = String(text)
  }

  /// The judge runs on the thread of the visit, inside its handshake.
  private final class Seen { var flight: TLSPeerFlight? }
}
