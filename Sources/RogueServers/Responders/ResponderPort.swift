internal import RogueModel
internal import RoguePlatform

/// The responders' port on its loop.
final class ResponderPort: PausingPort {
  static let connectionLimit = 4096

  let listener: TCPListener
  private let plans: ResponderServer.Plans
  private var connections: [ObjectIdentifier: ResponderConnection] = [:]
  var pausedUntil: MonotonicInstant?

  init(listener: TCPListener, plans: ResponderServer.Plans) {
    self.listener = listener
    self.plans = plans
  }

  func readable(_ registry: EventLoop.Registry) {
    // A fetch that fails for lack of descriptors shows in the ports of the attempts too.
    acceptAll { socket in
      // The URL names the attempt; the owner is checked here. A client that queries and leaves has queried.
      guard plans.admit(socket), connections.count < Self.connectionLimit else { return socket.reset() }
      let connection = ResponderConnection(socket: socket, plans: plans) { [unowned self] connection in
        connections[ObjectIdentifier(connection)] = nil
      }
      connections[ObjectIdentifier(connection)] = connection
      registry.add(connection)
    }
  }

  /// Takes every connection and every request that has arrived.
  ///
  /// On loopback the kernel has what a client sent as soon as the client has sent it, so nothing has to be waited for.
  func readArrivals(_ registry: EventLoop.Registry) {
    readable(registry)
    for connection in connections.values { connection.readArrivals(registry) }
  }

  /// Cuts the connections that hang for an attempt.
  func cut(_ attempt: AttemptRecord, _ registry: EventLoop.Registry) {
    for connection in connections.values where connection.hangsFor === attempt { connection.abort(registry) }
  }

  func shutDown(_ registry: EventLoop.Registry) {
    registry.remove(self)
    for connection in connections.values { connection.abort(registry) }
    listener.close()
  }
}
