internal import RogueEngines
internal import RogueModel
internal import RoguePlatform

/// A conversation's HTTP proxy on its loop, for clients that cannot separate name and address.
final class ProxyPort: EventHandler {
  private let current: CurrentAttempt
  private let listener: TCPListener
  /// Of the server behind it.
  private let address: String
  private let names: ProxyNames
  private var relays: [ObjectIdentifier: ProxyRelay] = [:]
  private var pausedUntil: MonotonicInstant?
  private let onIdle: (EventLoop.Registry) -> Void

  /// - Parameter onIdle: called whenever a relay ended.
  init(
    current: CurrentAttempt, listener: TCPListener, address: String, names: ProxyNames,
    onIdle: @escaping (EventLoop.Registry) -> Void
  ) {
    self.current = current
    self.listener = listener
    self.address = address
    self.names = names
    self.onIdle = onIdle
  }

  var descriptor: Int32 { listener.descriptor }
  var interest: EventInterest { pausedUntil == nil && !current.isHeld ? .readable : [] }
  var deadline: MonotonicInstant? { pausedUntil }

  func readable(_ registry: EventLoop.Registry) { acceptAll(registry) }

  func deadlinePassed(_ registry: EventLoop.Registry) { pausedUntil = nil }

  func acceptAll(_ registry: EventLoop.Registry) {
    let arrivals = current.arrivals(at: listener)
    for socket in arrivals.sockets {
      guard let attempt = arrivals.attempt, let owner = attempt.owner(of: socket, at: listener.port) else {
        socket.reset()
        continue
      }
      let visit: ProxyVisit
      do throws(HarnessFailure) {
        guard let admitted = try ProxyVisit(attempt, owner: owner) else {
          socket.reset()
          continue
        }
        visit = admitted
      } catch {
        attempt.add(fault: error.description)
        socket.reset()
        continue
      }
      let relay = ProxyRelay(
        client: socket, visit: visit, address: address, names: names, current: { [current] in current.now }
      ) { [unowned self] relay, registry in
        relays[ObjectIdentifier(relay)] = nil
        onIdle(registry)
      }
      relays[ObjectIdentifier(relay)] = relay
      relay.begin(registry)
    }
    guard let failure = arrivals.failure else { return }
    arrivals.attempt?.add(fault: failure.description)
    pausedUntil = MonotonicInstant.now.advanced(milliseconds: 50)
  }

  /// Whether no relay of that attempt is open, but for those that are kept.
  func isIdle(_ attempt: AttemptRecord) -> Bool {
    !relays.values.contains { $0.attempt === attempt && !$0.isKept }
  }

  /// Data now in a tunnel of an earlier attempt belongs to the current one.
  func readKept(_ registry: EventLoop.Registry) {
    for relay in relays.values where relay.isKept { relay.readNow(registry) }
  }

  /// Leaves the tunnels of an attempt open for the next one.
  func keep(_ attempt: AttemptRecord, _ registry: EventLoop.Registry) {
    for relay in relays.values where relay.attempt === attempt && !relay.isKept { relay.keep(registry) }
  }

  func abandon(_ attempt: AttemptRecord, _ registry: EventLoop.Registry) {
    for relay in relays.values where relay.attempt === attempt && !relay.isKept { relay.abort(registry) }
  }

  func shutDown(_ registry: EventLoop.Registry) {
    registry.remove(self)
    for relay in relays.values { relay.abort(registry) }
  }
}
