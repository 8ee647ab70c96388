import RogueModel
import RogueOpenSSL
import RoguePlatform

/// What an in-process client saw on one connection.
struct Visit: Sendable {
  /// The body, when a whole reply came.
  var body: String?
  var statusLine: String?
  var certificates: [[UInt8]] = []
  var staple: [UInt8]?
  var furtherStaples: [Int: [UInt8]] = [:]
  var sctList: [UInt8]?
  var facts: TLSFacts?
  var alerts: [TLSAlert] = []
  var session: TLSSession?
  var trouble: String?
  var endedWithCloseNotify = false

  struct Plan: Sendable {
    var port: UInt16
    var request = "GET /the-path HTTP/1.1\r\nHost: pinned.rogues.test\r\n\r\n"
    var settings = TLSClientConnection.Settings(host: "pinned.rogues.test")
    var identity: TLSIdentity?
    var judgement = PeerVerdict.accept
    /// How long the client waits for the server's next bytes.
    var timeoutMilliseconds = 120_000
  }

  static func make(_ plan: Plan) async -> Visit { await onThread { now(plan) } }

  static func now(_ plan: Plan) -> Visit {
    let seen = Seen()
    var visit = Visit()
    do {
      let socket = try TCPSocket.connected(toPort: plan.port, timeoutMilliseconds: plan.timeoutMilliseconds)
      defer { socket.close() }
      let context = try TLSContext(client: TLSClientSettings(identity: plan.identity))
      let connection = try TLSClientConnection(
        descriptor: socket.descriptor, context: context, settings: plan.settings
      ) { flight in
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
    visit.furtherStaples = seen.flight?.furtherStaples ?? [:]
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
