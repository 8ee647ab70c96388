internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// The run's revocation responders: one port, and a token for each minted hierarchy.
final class ResponderServer: Sendable {
  let base: String
  var port: UInt16 { listener.port }
  private let loop: EventLoop
  private let listener: TCPListener
  private let plans = Plans()

  /// Which attempts answer for which tokens. Attempts that share a hierarchy share its token; the newest answers.
  final class Plans: Sendable {
    struct Entry: Sendable {
      var plan: ResponderPlan
      var attempt: AttemptRecord
    }

    private let entries = Mutex<[String: [Entry]]>([:])

    func entry(_ token: String) -> Entry? { entries.withLock { $0[token]?.last } }

    /// Whether a client of an attempt that is served now may be at the other end.
    func admit(_ socket: TCPSocket) -> Bool {
      let rules = entries.withLock { entries in Set(entries.values.joined().map(\.attempt.connections)) }
      guard rules.contains(where: { !$0.isAboutStarted }) else { return Self.admits(.started, socket) }
      return rules.contains { Self.admits($0, socket) }
    }

    private static func admits(_ rule: ConnectionRule, _ socket: TCPSocket) -> Bool {
      if case .dropped(.stranger, _) = rule.owner(of: socket, at: nil) { return false }
      return true
    }

    func add(_ plan: ResponderPlan, _ attempt: AttemptRecord) {
      entries.withLock { $0[plan.token, default: []].append(Entry(plan: plan, attempt: attempt)) }
    }

    func remove(_ attempt: AttemptRecord) {
      guard let token = attempt.attempt.responders?.token else { return }
      entries.withLock { entries in
        entries[token]?.removeAll { $0.attempt === attempt }
        if entries[token]?.isEmpty ?? false { entries[token] = nil }
      }
    }
  }

  init(port: UInt16?, address: String, loop: EventLoop) throws(HarnessFailure) {
    do {
      listener = try TCPListener(port: port, address: address)
    } catch {
      throw HarnessFailure(.network, "cannot open the responders' port", underlying: error.description)
    }
    self.loop = loop
    base = "http://\(address):\(listener.port)"
    loop.submit { [listener, plans] registry in
      registry.add(ResponderPort(listener: listener, plans: plans))
    }
  }

  func register(_ plan: ResponderPlan, for attempt: AttemptRecord) { plans.add(plan, attempt) }

  /// Lets go of an attempt: requests for its token are unknown from now on, and those that hang are cut.
  func unregister(_ attempt: AttemptRecord) {
    guard attempt.attempt.responders != nil else { return }
    plans.remove(attempt)
    onPort { port, registry in port.cut(attempt, registry) }
  }

  /// Records the requests that were already sent, then unregisters.
  func finish(_ attempt: AttemptRecord) async {
    await withCheckedContinuation { continuation in
      let isUnderWay = loop.submit { [plans, listener] registry in
        let port = registry.handler(of: listener.descriptor) as? ResponderPort
        port?.readArrivals(registry)
        plans.remove(attempt)
        port?.cut(attempt, registry)
        continuation.resume()
      }
      if !isUnderWay { continuation.resume() }
    }
  }

  func shutDown() {
    onPort { port, registry in port.shutDown(registry) }
  }

  private func onPort(_ work: @escaping @Sendable (ResponderPort, EventLoop.Registry) -> Void) {
    loop.submit { [listener] registry in
      if let port = registry.handler(of: listener.descriptor) as? ResponderPort { work(port, registry) }
    }
  }
}
