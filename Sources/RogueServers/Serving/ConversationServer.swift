internal import RogueEngines
internal import RogueModel
internal import RoguePlatform
internal import RogueStimuli
internal import Synchronization

/// A conversation as its runner sees it; the work is done on a loop.
final class ConversationServer: ServedConversation {
  let address: String
  let port: UInt16
  let proxy: String?

  private let loop: EventLoop
  private let current: CurrentAttempt
  private let engine: any ConversationEngine
  private let responders: ResponderServer
  private let sessions = KnownSessions()
  /// Set permanently by the first attempt whose connections stay open.
  private let keeps = Atomic<Bool>(false)
  /// The attempt that ended last, for its bytes.
  private let ended = Mutex<AttemptRecord?>(nil)
  private let door: OpenDoor?
  private let connections: ConnectionRule
  /// The next conversation has the same port.
  private let isInTurn: Bool

  init(
    _ opening: ConversationOpening, address: String, port wanted: UInt16?, loop: EventLoop,
    engine: any ConversationEngine, responders: ResponderServer, door: OpenDoor?
  ) throws(HarnessFailure) {
    let current: CurrentAttempt
    do {
      current = CurrentAttempt(
        listener: try TCPListener(port: wanted, address: address),
        proxy: opening.needsProxy ? try TCPListener(address: address) : nil)
    } catch {
      throw HarnessFailure(.network, "cannot open a port for a conversation at \(address)", underlying: "\(error)")
    }
    self.current = current
    self.address = address
    self.door = door
    connections = opening.connections
    isInTurn = wanted != nil
    self.loop = loop
    self.engine = engine
    self.responders = responders
    port = current.listener.port
    proxy = current.proxy.map { "\(address):\($0.port)" }
    let names = ProxyNames(domain: opening.domain)
    loop.submit { registry in
      let port = ConversationPort(current: current)
      registry.add(port)
      guard let listener = current.proxy else { return }
      let proxy = ProxyPort(current: current, listener: listener, address: address, names: names) { [unowned port] in
        port.settle($0)
      }
      port.attach(proxy)
      registry.add(proxy)
    }
  }

  func begin(_ attempt: ServedAttempt) throws(HarnessFailure) {
    let honest = try ActiveBehaviours([])
    let record = AttemptRecord(
      attempt: attempt, parts: try ServedParts(attempt, engine),
      proxyRecipe: try attempt.ofProxy.map { (proxy) throws(HarnessFailure) in
        try engine.recipe(for: proxy, StreamExchange(proxy), honest)
      },
      sessions: sessions, door: door, connections: connections)
    ended.withLock { $0 = nil }
    if attempt[KeepAlive.self] { keeps.store(true, ordering: .relaxed) }
    if let plan = attempt.responders { responders.register(plan, for: record) }
    if let earlier = current.replace(with: record) {
      responders.unregister(earlier)
      onPort { port, registry in port.abandon(earlier, registry) }
    }
  }

  func end(graceMilliseconds: Int) async throws(HarnessFailure) -> Observation {
    guard let record = current.now else {
      throw HarnessFailure(.internal, "no attempt is being served")
    }
    if !current.endIfIdle() {
      let deadline = MonotonicInstant.now.advanced(milliseconds: max(0, graceMilliseconds))
      await withCheckedContinuation { continuation in
        // As a rule the last connection is just ending, and the loop awake for it.
        let isUnderWay = onPort(
          waking: false,
          { port, registry in port.end(record, deadline: deadline, registry) { continuation.resume() } },
          otherwise: { continuation.resume() })
        if !isUnderWay { continuation.resume() }
        // Kept connections wake no task.
        if current.isIdle || keeps.load(ordering: .relaxed) || graceMilliseconds <= 0 { loop.wakeUp() }
      }
    }
    if record.attempt.responders != nil { await responders.finish(record) }
    ended.withLock { $0 = record }
    return await record.observation()
  }

  func hold() {
    current.isHeld = true
    // The loop has to look at the port again before it waits.
    onPort { _, _ in }
  }

  var isAwaited: Bool { current.listener.hasArrivals || current.proxy?.hasArrivals == true }

  func release() {
    current.isHeld = false
    onPort { port, registry in port.release(registry) }
  }

  var captured: [CapturedConnection] {
    let proxyPort = current.proxy?.port
    return ended.withLock { $0 }?.captured(port: port, proxyPort: proxyPort ?? 0) ?? []
  }

  /// Closes the ports and whatever is open; returns when that is done.
  func shutDown() async {
    if let record = current.now { responders.unregister(record) }
    // A loop that waits for events keeps a closed port until it looks again.
    if !isInTurn, current.closeIfIdle() {
      // The loop may forget the port unnoticed.
      onPort(waking: false) { port, registry in port.shutDown(registry) }
      return
    }
    _ = current.replace(with: nil)
    await withCheckedContinuation { continuation in
      let isUnderWay = onPort(
        { port, registry in
          port.shutDown(registry)
          continuation.resume()
        },
        otherwise: { continuation.resume() })
      if !isUnderWay { continuation.resume() }
    }
  }

  /// Runs `work` with the port on its loop, or `otherwise` when the port is closed; false when the loop has ended and
  /// neither will run.
  @discardableResult private func onPort(
    waking: Bool = true, _ work: @escaping @Sendable (ConversationPort, EventLoop.Registry) -> Void,
    otherwise: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    loop.submit(waking: waking) { [current] registry in
      let found = registry.first { ($0 as? ConversationPort)?.serves(current) ?? false }
      guard let port = found as? ConversationPort else { return otherwise() }
      work(port, registry)
    }
  }
}
