internal import RogueEngines
internal import RogueModel
internal import RoguePlatform
internal import RogueStimuli

/// A conversation's port on its loop: accepts, and knows which connections are open.
final class ConversationPort: EventHandler {
  private let current: CurrentAttempt
  private var connections: [ObjectIdentifier: ServedConnection] = [:]
  private var proxy: ProxyPort?
  private var pausedUntil: MonotonicInstant?
  private var ending: Ending?

  /// An attempt whose end is awaited.
  private struct Ending {
    var attempt: AttemptRecord
    var deadline: MonotonicInstant
    var done: @Sendable () -> Void
  }

  init(current: CurrentAttempt) { self.current = current }

  var descriptor: Int32 { current.listener.descriptor }
  var interest: EventInterest { pausedUntil == nil && !current.isHeld ? .readable : [] }
  var deadline: MonotonicInstant? {
    switch (pausedUntil, ending?.deadline) {
    case (let pause?, let end?): min(pause, end)
    case (let pause, let end): pause ?? end
    }
  }

  /// How the port of a conversation is found on its loop.
  func serves(_ current: CurrentAttempt) -> Bool { self.current === current }

  func attach(_ proxy: ProxyPort) { self.proxy = proxy }

  // MARK: Events

  func readable(_ registry: EventLoop.Registry) { acceptAll(registry) }

  func deadlinePassed(_ registry: EventLoop.Registry) {
    let now = MonotonicInstant.now
    if let pause = pausedUntil, pause <= now { pausedUntil = nil }
    if let ending, ending.deadline <= now {
      abandon(ending.attempt, registry)
      finishEnding()
    }
  }

  private func acceptAll(_ registry: EventLoop.Registry) {
    let arrivals = current.arrivals(at: current.listener)
    for socket in arrivals.sockets {
      if let attempt = arrivals.attempt {
        serve(socket, attempt, registry)
      } else {
        // No client is served between attempts.
        socket.reset()
      }
    }
    guard let failure = arrivals.failure else { return }
    arrivals.attempt?.add(fault: failure.description)
    // Without descriptors the queue cannot be emptied: wait for some to come back instead of asking for ever.
    pausedUntil = MonotonicInstant.now.advanced(milliseconds: 50)
  }

  private func serve(_ socket: TCPSocket, _ attempt: AttemptRecord, _ registry: EventLoop.Registry) {
    if attempt.door != nil, connections.count >= OpenDoor.openConnections {
      // Clients with idle connections block no other.
      connections.values.min { $0.number < $1.number }?.abort(registry)
    }
    guard let owner = attempt.owner(of: socket, at: current.listener.port), let index = attempt.admit() else {
      socket.reset()
      current.departed()
      return
    }
    do throws(HarnessFailure) {
      let engine = try attempt.parts.engine(forConnection: index)
      let connection = ServedConnection(
        socket: socket, index: index, owner: owner, attempt: attempt, engine: engine,
        current: { [current] in current.now }
      ) { [unowned self] connection, registry in
        connections[ObjectIdentifier(connection)] = nil
        current.departed()
        settle(registry)
      }
      connections[ObjectIdentifier(connection)] = connection
      registry.add(connection)
      connection.begin(registry)
      // A client speaks first, and as a rule has done so by now.
      registry.readNow(connection)
    } catch {
      attempt.add(fault: error.description)
      socket.reset()
      current.departed()
    }
  }

  /// Serves the clients that were kept waiting.
  func release(_ registry: EventLoop.Registry) {
    acceptAll(registry)
    proxy?.acceptAll(registry)
  }

  // MARK: Ends

  /// Accepts all waiting connections, then calls `done` once the connections of `attempt` have ended, or at the
  /// deadline after ending them.
  func end(
    _ attempt: AttemptRecord, deadline: MonotonicInstant, _ registry: EventLoop.Registry,
    done: @escaping @Sendable () -> Void
  ) {
    acceptAll(registry)
    proxy?.acceptAll(registry)
    // Data now on a connection of an earlier attempt belongs to this one.
    proxy?.readKept(registry)
    for connection in connections.values where connection.isKept { registry.readNow(connection) }
    for connection in connections.values where connection.attempt === attempt && !connection.isKept {
      connection.keep(registry)
    }
    if attempt.attempt[KeepAlive.self] { proxy?.keep(attempt, registry) }
    ending = Ending(attempt: attempt, deadline: deadline, done: done)
    settle(registry)
  }

  /// Called whenever something ended.
  func settle(_ registry: EventLoop.Registry) {
    guard let ending, isIdle(ending.attempt) else { return }
    // A tunnel that just ended may have brought a connection that is not accepted yet.
    acceptAll(registry)
    if isIdle(ending.attempt) { finishEnding() }
  }

  private func isIdle(_ attempt: AttemptRecord) -> Bool {
    !connections.values.contains { $0.attempt === attempt && !$0.isKept } && proxy?.isIdle(attempt) ?? true
  }

  private func finishEnding() {
    guard let ending else { return }
    self.ending = nil
    // Clients that connect from now on are too late: the accept queue was emptied when the end began.
    if current.now === ending.attempt { _ = current.replace(with: nil) }
    ending.done()
  }

  /// Ends the connections of an attempt at once.
  func abandon(_ attempt: AttemptRecord, _ registry: EventLoop.Registry) {
    proxy?.abandon(attempt, registry)
    for connection in connections.values where connection.attempt === attempt && !connection.isKept {
      connection.abort(registry)
    }
  }

  /// Closes the port and everything that came through it.
  func shutDown(_ registry: EventLoop.Registry) {
    registry.remove(self)
    proxy?.shutDown(registry)
    for connection in connections.values { connection.abort(registry) }
    finishEnding()
    current.listener.close()
    current.proxy?.close()
  }
}
