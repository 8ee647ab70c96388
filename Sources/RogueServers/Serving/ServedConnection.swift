internal import RogueEngines
internal import RogueModel
internal import RoguePlatform
internal import RogueTLS

/// Drives one connection: moves bytes between a socket and an engine, and records them on the way.
final class ServedConnection: EventHandler {
  /// Both directions together, in bytes; honest clients send a few kilobytes, servers megabytes at most.
  static let tapLimit = 8 << 20
  /// How long a client may take to close after the server did, in milliseconds.
  static let lingerMilliseconds = 5000

  /// The attempt to which this traffic belongs, or belonged if the connection is kept.
  private(set) var attempt: AttemptRecord
  /// Its attempt is over, and the connection waits for one that uses it again.
  private(set) var isKept = false
  private let socket: TCPSocket
  private let engine: any Engine
  /// The attempt that is served now; nil: none.
  private let current: () -> AttemptRecord?
  private let onEnd: (ServedConnection, EventLoop.Registry) -> Void
  private var record: ConnectionRecord
  private var end: ConnectionEnd?
  private var outgoing = OutgoingBuffer()
  private var tapped = 0
  private var isFinishing = false
  private var hasSentEnd = false
  private var hasReceivedEnd = false
  /// The moment at which pending data may be sent.
  private var nextBytes: MonotonicInstant?
  /// When the paused engine continues.
  private var resumesAt: MonotonicInstant?
  /// When a server that got nothing from its client leaves.
  private var idleTimeoutEnds: MonotonicInstant?
  /// When a client that does not close after the server did is left alone.
  private var lingerEnds: MonotonicInstant?
  /// The server has stopped waiting: later data of the client is recorded, but not answered.
  private var hasGivenUp = false
  /// When a client started elsewhere is dropped.
  private let expires: MonotonicInstant?
  /// Of the connection in its attempt.
  var number: Int { record.evidence.index }

  init(
    socket: TCPSocket, index: Int, owner: ConnectionOwner, attempt: AttemptRecord, engine: any Engine,
    current: @escaping () -> AttemptRecord?,
    onEnd: @escaping (ServedConnection, EventLoop.Registry) -> Void
  ) {
    self.socket = socket
    self.attempt = attempt
    self.engine = engine
    self.current = current
    self.onEnd = onEnd
    expires = attempt.door.map { _ in MonotonicInstant.now.advanced(milliseconds: OpenDoor.lifetimeMilliseconds) }
    record = ConnectionRecord(evidence: ConnectionEvidence(index: index, owner: owner, openedAt: attempt.elapsed))
    record.clear = attempt.attempt.clear
    if attempt.door != nil { record.peer = socket.peerAddress }
  }

  /// Says what a server says before it has heard anything.
  func begin(_ registry: EventLoop.Registry) {
    guard let greeting = record.clear?.greet(at: attempt.elapsed), !greeting.isEmpty, say(greeting, registry) else {
      return
    }
    send(registry)
  }

  var descriptor: Int32 { socket.descriptor }

  var interest: EventInterest {
    var interest: EventInterest = hasReceivedEnd ? [] : .readable
    if !outgoing.isEmpty, nextBytes == nil { interest.insert(.writable) }
    return interest
  }

  var deadline: MonotonicInstant? {
    [nextBytes, resumesAt, idleTimeoutEnds, lingerEnds, expires].compactMap { $0 }.min()
  }

  func readable(_ registry: EventLoop.Registry) { if !hasReceivedEnd { receive(registry) } }

  func writable(_ registry: EventLoop.Registry) { if !outgoing.isEmpty { send(registry) } }

  func deadlinePassed(_ registry: EventLoop.Registry) {
    let now = MonotonicInstant.now
    if let lingerEnds, lingerEnds <= now { return close(registry) }
    if let expires, expires <= now { return abort(registry) }
    if let instant = nextBytes, instant <= now { nextBytes = nil }
    if let instant = resumesAt, instant <= now {
      resumesAt = nil
      for action in engine.resume() { guard perform(action, registry) else { return } }
    }
    if let instant = idleTimeoutEnds, instant <= now {
      idleTimeoutEnds = nil
      hasGivenUp = true
      isFinishing = true
      noteEnd(ConnectionEnd(by: .server, how: .fin))
    }
    send(registry)
  }

  /// Ends the connection because the attempt is over.
  func abort(_ registry: EventLoop.Registry) {
    guard !isKept else { return drop(registry) }
    noteEnd(ConnectionEnd(by: .harness, how: .deadline))
    socket.reset()
    close(registry)
  }

  // MARK: Attempts

  /// The attempt is over. A connection on which nothing is under way is left open for the next one, and what it carried
  /// until now is evidence.
  func keep(_ registry: EventLoop.Registry) {
    // A connection that was closed in the meantime is not kept.
    if engine.isIdle, !hasReceivedEnd { receive(registry) }
    guard engine.isIdle, resumesAt == nil, outgoing.isEmpty, !isFinishing, !hasReceivedEnd, end == nil,
      socket.descriptor >= 0
    else {
      return
    }
    isKept = true
    record.evidence.closedAt = attempt.elapsed
    record.evidence.end = ConnectionEnd(by: .harness, how: .kept)
    attempt.add(record)
  }

  /// Data on a kept connection belongs to the current attempt. False if there is none.
  private func joinAttempt() -> Bool {
    guard let next = current(), next !== attempt, next.parts.takeOver(engine), let index = next.admit() else {
      return false
    }
    isKept = false
    attempt = next
    record.join(next, index: index)
    return true
  }

  // MARK: Bytes

  private func receive(_ registry: EventLoop.Registry) {
    // A few at a time, so that one busy client does not starve the others.
    for _ in 0..<8 {
      let received = socket.receive(through: &registry.scratch)
      if case .wouldBlock = received { return }
      guard !isKept || joinAttempt() else { return drop(registry) }
      switch received {
      case .bytes(let bytes):
        record.evidence.bytesIn += bytes.count
        guard isInTheClear ? converse(bytes, registry) : hear(bytes, registry) else { return }
        if hasGivenUp { continue }
        if outgoing.isEmpty { socket.acknowledgeAtOnce() }
        send(registry)
        if socket.descriptor < 0 { return }
        // Nothing more was there; only the end of the client comes as a rule right after its last bytes.
        if bytes.count < registry.scratch.count, !hasSentEnd { return }
      case .wouldBlock: return
      case .end:
        hasReceivedEnd = true
        noteEnd(ConnectionEnd(by: .client, how: .fin))
        // A half-closed client can still read what is under way.
        if outgoing.isEmpty { close(registry) } else { isFinishing = true }
        return
      case .failed(let failure):
        broke(failure, registry)
        return
      }
    }
  }

  /// TLS of the client's; false when the connection is over.
  private func hear(_ bytes: [UInt8], _ registry: EventLoop.Registry) -> Bool {
    guard tap(bytes, from: .client, registry) else { return false }
    if hasGivenUp { return true }
    for action in engine.received(bytes) {
      guard perform(action, registry) else { return false }
    }
    // Asked afterwards: the engine may set its timeout only now, and its own work is not the client's time.
    if let idleTimeout = engine.idleTimeout, !isFinishing {
      idleTimeoutEnds = MonotonicInstant.now.advanced(milliseconds: idleTimeout)
    }
    return true
  }

  // MARK: In the clear

  private var isInTheClear: Bool { record.clear.map { !$0.hasBegunTLS } ?? false }

  /// The client's data before TLS; false if the connection is over.
  private func converse(_ bytes: [UInt8], _ registry: EventLoop.Registry) -> Bool {
    guard mayKeep(bytes, registry) else { return false }
    if isFinishing { record.clear?.fallSilent() }
    for step in record.clear?.take(bytes, at: attempt.elapsed) ?? [] {
      switch step {
      case .say(let bytes):
        guard say(bytes, registry) else { return false }
      case .startTLS(let bytes, let rest):
        guard say(bytes, registry) else { return false }
        return rest.isEmpty || hear(rest, registry)
      case .nonce(let bytes, let request):
        guard say(bytes, registry) else { return false }
        record.evidence.request = request
        record.evidence.nonceSentAt = attempt.elapsed
        noteEnd(ConnectionEnd(by: .server, how: .fin))
        isFinishing = true
      case .end(let bytes):
        guard say(bytes, registry) else { return false }
        noteEnd(ConnectionEnd(by: .client, how: .fin))
        isFinishing = true
      }
    }
    return true
  }

  private func say(_ bytes: [UInt8], _ registry: EventLoop.Registry) -> Bool {
    guard mayKeep(bytes, registry) else { return false }
    outgoing.append(bytes)
    return true
  }

  /// False when the connection is over.
  private func perform(_ action: EngineAction, _ registry: EventLoop.Registry) -> Bool {
    switch action {
    case .pause(let milliseconds): resumesAt = MonotonicInstant.now.advanced(milliseconds: milliseconds)
    case .send(let bytes):
      guard tap(bytes, from: .server, registry) else { return false }
      outgoing.append(bytes)
    case .finish: isFinishing = true
    // No server is behind this one.
    case .deliver: break
    case .reset:
      noteEnd(ConnectionEnd(by: .server, how: .reset))
      socket.reset()
      close(registry)
      return false
    case .note(let note): take(note)
    }
    return true
  }

  private func send(_ registry: EventLoop.Registry) {
    guard nextBytes == nil else { return }
    let before = outgoing.count
    let pace = engine.pace
    do throws(SystemError) {
      try outgoing.drain(into: socket, atMost: pace?.bytes ?? .max)
    } catch {
      record.evidence.bytesOut += before - outgoing.count
      broke(error, registry)
      return
    }
    record.evidence.bytesOut += before - outgoing.count
    if before > outgoing.count {
      record.transcript.departures.append(
        WireTranscript.Departure(
          at: attempt.elapsed, bytes: before - outgoing.count, leftOthers: !outgoing.isEmpty))
    }
    if let pace, !outgoing.isEmpty {
      nextBytes = MonotonicInstant.now.advanced(milliseconds: pace.milliseconds)
    }
    guard outgoing.isEmpty, isFinishing else { return }
    if hasReceivedEnd {
      close(registry)
    } else if !hasSentEnd {
      // A full close would answer what the client still sends with a reset, and that can destroy the reply.
      hasSentEnd = true
      socket.finishSending()
      idleTimeoutEnds = nil
      lingerEnds = MonotonicInstant.now.advanced(milliseconds: Self.lingerMilliseconds)
    }
  }

  private func tap(_ bytes: [UInt8], from side: Side, _ registry: EventLoop.Registry) -> Bool {
    guard mayKeep(bytes, registry) else { return false }
    record.transcript.chunks.append(WireTranscript.Chunk(from: side, at: attempt.elapsed, bytes: bytes))
    return true
  }

  private func mayKeep(_ bytes: [UInt8], _ registry: EventLoop.Registry) -> Bool {
    tapped += bytes.count
    let isFlood = attempt.door != nil && record.evidence.bytesIn > OpenDoor.clientBytes
    let fits = tapped <= Self.tapLimit && !isFlood
    if fits { record.kept += bytes.count }
    if fits, attempt.mayKeep(bytes.count) { return true }
    if !isFinishing { noteFlood(ofConnection: !fits) }
    abort(registry)
    return false
  }

  /// A client's data counts against the client, and so do connections that make ours too much.
  private func noteFlood(ofConnection: Bool) {
    if !ofConnection {
      attempt.add(flood: "the connections of one attempt carried more than \(AttemptRecord.tapLimit >> 20) MiB")
    } else if record.evidence.bytesIn > Self.tapLimit / 2 {
      attempt.add(flood: "the client sent more than \(Self.tapLimit >> 21) MiB on one connection")
    } else {
      attempt.add(fault: "the server sent more on one connection than is kept")
    }
  }

  // MARK: Record

  private func take(_ note: EngineNote) {
    switch note {
    case .secret(let secret): record.transcript.secrets.append(secret)
    case .request(let line, let host):
      record.evidence.request = line
      record.evidence.requestHost = host
    case .nonceSent: record.evidence.nonceSentAt = attempt.elapsed
    case .refused(let status): record.evidence.refusal = status
    case .refusedClient(let reason): record.evidence.refusedClientBecause = reason
    case .ended(let end): noteEnd(end)
    }
  }

  private func noteEnd(_ end: ConnectionEnd) { if self.end == nil { self.end = end } }

  private func broke(_ failure: SystemError, _ registry: EventLoop.Registry) {
    if failure.isShortage { attempt.add(fault: failure.description) }
    noteEnd(ConnectionEnd(by: .client, how: .reset))
    close(registry)
  }

  /// Ends a kept connection, which counts for no attempt any more.
  private func drop(_ registry: EventLoop.Registry) {
    guard registry.remove(self) else { return }
    socket.reset()
    onEnd(self, registry)
  }

  /// Ends it once: one that ended twice would be counted out twice, and the next one's evidence would be lost.
  private func close(_ registry: EventLoop.Registry) {
    guard registry.remove(self) else { return }
    socket.close()
    record.evidence.closedAt = attempt.elapsed
    record.evidence.end = end ?? ConnectionEnd(by: .harness, how: .deadline)
    attempt.add(record)
    onEnd(self, registry)
  }
}
