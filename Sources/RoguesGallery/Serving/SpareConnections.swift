internal import RogueModel

/// A connection to an open rogue that is over.
struct SeenConnection: Sendable {
  var evidence: ConnectionEvidence
  /// The id of the attempt that served it.
  var attempt: String
  /// The client's address; nil: it was gone before it could be asked for.
  var peer: String?
  /// Nothing was asked on it, because its client asked on another one.
  var isSpare = false
}

/// Tells the connections that browsers open in reserve from refusals: such a one completes its handshake, ends without a
/// request and without an alert, and the same client's request came on another one that was opened within seconds of it.
///
/// Everything else without a request stays a refusal. A client that checks pins after its handshake looks the same until
/// then, so a connection that may be one in reserve is judged a moment later.
struct SpareConnections: Sendable {
  /// How long a connection waits for one of the same client that is admitted, in milliseconds.
  static let waitMilliseconds = 3000
  /// Between the openings of the two, in microseconds.
  private static let apart = 3_000_000
  /// So many admitted connections are remembered.
  private static let remembered = 64

  private var admitted: [SeenConnection] = []
  private var waiting: [Int: SeenConnection] = [:]
  private var last = 0

  enum Judgement: Sendable {
    /// What can be told now, this connection and those that waited for it.
    case now([SeenConnection])
    /// Ask again with this number, later.
    case waits(Int)
  }

  mutating func take(_ seen: SeenConnection) -> Judgement {
    if Visit(evidence: seen.evidence).sight == .admitted {
      admitted = admitted.suffix(Self.remembered - 1) + [seen]
      let spare = waiting.filter { Self.belongs($0.value, to: seen) }
      for number in spare.keys { waiting[number] = nil }
      return .now([seen] + spare.sorted { $0.key < $1.key }.map { Self.marked($0.value) })
    }
    guard Self.mayBeSpare(seen.evidence), seen.peer != nil else { return .now([seen]) }
    if admitted.contains(where: { Self.belongs(seen, to: $0) }) { return .now([Self.marked(seen)]) }
    last += 1
    waiting[last] = seen
    return .waits(last)
  }

  /// Nothing came for it in time; nil: something did.
  mutating func giveUp(_ number: Int) -> SeenConnection? { waiting.removeValue(forKey: number) }

  /// Those that still wait, when no more can come.
  mutating func rest() -> [SeenConnection] {
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func marked(_ seen: SeenConnection) -> SeenConnection {
    var seen = seen
    seen.isSpare = true
    return seen
  }

  /// It was accepted as far as TLS shows, and its client left without a word.
  private static func mayBeSpare(_ evidence: ConnectionEvidence) -> Bool {
    evidence.serverCertificates != nil && evidence.clientFinishedAt != nil && evidence.end.by != .server
      && evidence.undecoded == nil && !evidence.alerts.contains { $0.from == .client && $0.isFatal }
  }

  private static func belongs(_ seen: SeenConnection, to admitted: SeenConnection) -> Bool {
    seen.attempt == admitted.attempt && seen.peer == admitted.peer
      && abs(seen.evidence.openedAt - admitted.evidence.openedAt) <= apart
      && seen.evidence.clientHello.map(Offer.init) == admitted.evidence.clientHello.map(Offer.init)
  }

  /// What a client offers each time, whatever order it takes.
  private struct Offer: Hashable {
    var serverName: String?
    var sets: [Set<UInt16>]
    var alpn: Set<String>
    var flags: [Bool]

    init(_ hello: ClientHelloEvidence) {
      serverName = hello.serverName
      sets = [hello.versions, hello.groups, hello.cipherSuites].map { Set($0.filter { !Self.isGrease($0) }) }
      alpn = Set(hello.alpn)
      flags = [hello.requestsStaple, hello.requestsSCTs, hello.offersPostHandshakeAuthentication]
    }

    /// RFC 8701, section 2: a random value of these, each time.
    private static func isGrease(_ value: UInt16) -> Bool { value & 0x0F0F == 0x0A0A && value >> 8 == value & 0xFF }
  }
}
