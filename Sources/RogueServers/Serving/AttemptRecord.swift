internal import RogueEngines
internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// One attempt while it is served: how to serve it, and what was seen so far.
final class AttemptRecord: Sendable {
  /// More than any client opens for one request; beyond it they are refused, and the client has flooded its server.
  static let connectionLimit = 512

  /// So many connections of others are described; the rest is counted.
  private static let droppedKept = 16

  /// The limit for all connections of an attempt together, in bytes: everything is kept until the end.
  static let tapLimit = 64 << 20

  let attempt: ServedAttempt
  let parts: ServedParts
  /// For clients of a proxy that is spoken to over TLS.
  let proxyRecipe: (any EngineRecipe)?
  /// Of the conversation.
  let sessions: KnownSessions
  /// For clients started elsewhere; nil: the client of the attempt is served, and everything is kept.
  let door: OpenDoor?
  /// Whose connections are served.
  let connections: ConnectionRule
  let began = MonotonicInstant.now

  private struct State {
    var accepted = 0
    var connections: [ConnectionRecord] = []
    var proxied: [ConnectionRecord] = []
    var visitors = 0
    var fetches: [FetchEvidence] = []
    var faults: [String] = []
    var dropped: [DroppedConnection] = []
    var droppedCount = 0
    var floods: [String] = []
  }

  private let state = Mutex(State())
  private let tapped = Atomic<Int>(0)

  init(
    attempt: ServedAttempt, parts: ServedParts, proxyRecipe: (any EngineRecipe)? = nil, sessions: KnownSessions,
    door: OpenDoor? = nil, connections: ConnectionRule = .started
  ) {
    self.attempt = attempt
    self.parts = parts
    self.proxyRecipe = proxyRecipe
    self.sessions = sessions
    self.door = door
    self.connections = connections
  }

  /// Microseconds since the attempt began.
  var elapsed: Int { MonotonicInstant.now.microseconds(since: began) }

  /// The number of a client's connection that was just accepted; nil if there are too many.
  ///
  /// Call it only for the client's own connections: each one counts towards the client's limit.
  func admit() -> Int? {
    let number = state.withLock { state in
      state.accepted += 1
      return state.accepted
    }
    if number <= Self.connectionLimit || door != nil { return number }
    add(flood: "more than \(Self.connectionLimit) connections in one attempt")
    return nil
  }

  /// Whose a connection is that may be served; nil for one that is to be dropped, which is noted.
  func owner(of socket: TCPSocket, at port: UInt16) -> ConnectionOwner? {
    // All clients are served; those of other machines are no process of this one.
    if door != nil { return .unknown }
    switch connections.owner(of: socket, at: port, isThorough: state.withLock { $0.droppedCount < Self.droppedKept }) {
    case .served(let owner): return owner
    case .dropped(let cause, let name): drop(DroppedConnection(at: elapsed, cause: cause, name: name))
    }
    return nil
  }

  private func drop(_ connection: DroppedConnection) {
    state.withLock { state in
      state.droppedCount += 1
      if state.dropped.count < Self.droppedKept { state.dropped.append(connection) }
    }
  }

  /// Counts bytes that are kept; false when that is too much for one attempt.
  func mayKeep(_ bytes: Int) -> Bool {
    tapped.add(bytes, ordering: .relaxed).newValue <= Self.tapLimit
  }

  /// A connection is over, or its attempt is.
  func add(_ connection: ConnectionRecord) {
    guard let door else { return state.withLock { $0.connections.append(connection) } }
    tapped.subtract(connection.kept, ordering: .relaxed)
    let seen = connection.decoded(behaviours: parts.behaviours(of: connection), known: sessions, since: began)
    door.seen(seen.evidence, attempt.attempt, connection.peer)
  }

  /// The number of a connection of the client's to the proxy that was just accepted; nil when there are too many.
  func admitToProxy() -> Int? {
    let number = state.withLock { state in
      state.visitors += 1
      return state.visitors
    }
    if number <= Self.connectionLimit { return number }
    add(flood: "more than \(Self.connectionLimit) connections to the proxy in one attempt")
    return nil
  }

  func add(proxied connection: ConnectionRecord) { state.withLock { $0.proxied.append(connection) } }

  func add(_ fetch: FetchEvidence) { state.withLock { $0.fetches.append(fetch) } }

  /// Keeps the first few; the same trouble tends to repeat.
  func add(fault: String) {
    state.withLock { state in
      if state.faults.count < 16, !state.faults.contains(fault) { state.faults.append(fault) }
    }
  }

  /// Says what the client did too much of, in a sentence.
  func add(flood: String) {
    state.withLock { state in
      if state.floods.count < 16, !state.floods.contains(flood) { state.floods.append(flood) }
    }
  }

  /// The bytes of every connection, with their keys. To be called when nothing is added any more.
  func captured(port: UInt16, proxyPort: UInt16) -> [CapturedConnection] {
    let seen = state.withLock { $0 }
    return seen.connections.map { $0.captured(port: port, isToProxy: false) }.sorted { $0.index < $1.index }
      + seen.proxied.map { $0.captured(port: proxyPort, isToProxy: true) }.sorted { $0.index < $1.index }
  }

  /// Decodes what was seen, connections side by side. To be called when nothing is added any more.
  func observation() async -> Observation {
    let seen = state.withLock { $0 }
    var decoded: [(evidence: ConnectionEvidence, sessions: SessionTrace)]
    if seen.connections.count <= 1 {
      decoded = seen.connections.map { $0.decoded(behaviours: parts.behaviours(of: $0), known: sessions, since: began) }
    } else {
      let (parts, sessions, began) = (parts, sessions, began)
      decoded = await withTaskGroup(of: (ConnectionEvidence, SessionTrace).self) { group in
        for connection in seen.connections {
          group.addTask {
            connection.decoded(behaviours: parts.behaviours(of: connection), known: sessions, since: began)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    decoded.sort { $0.evidence.index < $1.evidence.index }
    let connections = decoded.map { connection in
      var evidence = connection.evidence
      sessions.note(connection.sessions, in: &evidence, since: began)
      return evidence
    }
    let proxied = seen.proxied.map {
      $0.decoded(behaviours: nil, known: sessions, since: began).evidence
    }.sorted { $0.index < $1.index }
    return Observation(
      connections: connections, proxied: proxied, fetches: seen.fetches, faults: seen.faults, dropped: seen.dropped,
      droppedCount: seen.droppedCount, floods: seen.floods)
  }
}
