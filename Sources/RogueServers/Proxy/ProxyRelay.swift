internal import RogueModel
internal import RoguePlatform

/// One client of the proxy: its request, the connection made for it, and the bytes between the two.
final class ProxyRelay {
  /// How much one side may be ahead of the other, in bytes.
  static let bufferLimit = 256 << 10
  /// How long a side may stay silent once the other has finished, in milliseconds.
  static let lingerMilliseconds = 10_000

  var attempt: AttemptRecord { visit.attempt }
  /// Its attempt is over, and the tunnel waits for one that uses it again.
  var isKept: Bool { visit.isKept }
  private let visit: ProxyVisit
  /// Of the server.
  private let address: String
  private let names: ProxyNames
  private let client: Leg
  private var server: Leg?
  private var head: [UInt8] = []
  private var isTunnel = false
  private var state = State.request
  /// The attempt that is served now; nil: none.
  private let current: () -> AttemptRecord?
  private let onEnd: (ProxyRelay, EventLoop.Registry) -> Void

  private enum State {
    case request
    case connecting
    case relaying
    /// The client gets an error and is waited for.
    case refused
    case ended
  }

  init(
    client: TCPSocket, visit: ProxyVisit, address: String, names: ProxyNames, current: @escaping () -> AttemptRecord?,
    onEnd: @escaping (ProxyRelay, EventLoop.Registry) -> Void
  ) {
    self.client = Leg(socket: client)
    self.visit = visit
    self.address = address
    self.names = names
    self.current = current
    self.onEnd = onEnd
  }

  func begin(_ registry: EventLoop.Registry) {
    client.relay = self
    registry.add(client)
  }

  func abort(_ registry: EventLoop.Registry) {
    visit.note(ConnectionEnd(by: .harness, how: .deadline))
    client.socket.reset()
    server?.socket.reset()
    end(registry)
  }

  /// The attempt is over. A tunnel in which nothing is under way is left open for the next one.
  func keep(_ registry: EventLoop.Registry) {
    // A connection that was closed in the meantime is not kept.
    readNow(registry)
    guard state == .relaying, isTunnel, let server else { return }
    guard [client, server].allSatisfy({ $0.outgoing.isEmpty && !$0.hasReceivedEnd && !$0.mustFinish }) else { return }
    visit.keep()
  }

  /// Takes what has come by now.
  func readNow(_ registry: EventLoop.Registry) {
    for leg in [client, server] { if let leg, state == .relaying { readable(leg, registry) } }
  }

  private func end(_ registry: EventLoop.Registry) {
    guard state != .ended else { return }
    state = .ended
    for leg in [client, server] {
      guard let leg else { continue }
      registry.remove(leg)
      leg.socket.close()
    }
    visit.close()
    onEnd(self, registry)
  }

  // MARK: Events

  fileprivate func readable(_ leg: Leg, _ registry: EventLoop.Registry) {
    // A refused connection is reported as writable.
    if !leg.isConnecting, !leg.hasReceivedEnd { receive(leg, registry) }
  }

  fileprivate func writable(_ leg: Leg, _ registry: EventLoop.Registry) {
    if leg.isConnecting { connected(registry) } else { flush(leg, registry) }
  }

  fileprivate func silence(_ registry: EventLoop.Registry) { end(registry) }

  private func receive(_ leg: Leg, _ registry: EventLoop.Registry) {
    switch leg.socket.receive() {
    case .bytes(let bytes):
      if visit.isKept, leg === client {
        guard let next = current(), next !== visit.attempt, visit.join(next) else { return abort(registry) }
      }
      // The answer has to come all the way from the other side.
      leg.socket.acknowledgeAtOnce()
      if leg === client { perform(visit.received(bytes), registry) } else { take(bytes, from: leg, registry) }
    case .wouldBlock: return
    case .end:
      leg.hasReceivedEnd = true
      if leg === client { visit.note(ConnectionEnd(by: .client, how: .fin)) }
      guard state == .relaying, let other = other(leg) else { return end(registry) }
      if other === client { perform(visit.finish(), registry) }
      other.mustFinish = true
      flush(other, registry)
    case .failed:
      if leg === client { visit.note(ConnectionEnd(by: .client, how: .reset)) }
      // The other side sees a reset as well: the tunnel adds nothing.
      other(leg)?.socket.reset()
      end(registry)
    }
  }

  /// The effects of the client's bytes, or of those for it.
  private func perform(_ actions: [ProxyVisit.Action], _ registry: EventLoop.Registry) {
    for action in actions where state != .ended {
      switch action {
      case .send(let bytes): client.outgoing.append(bytes)
      case .mean(let bytes): take(bytes, from: client, registry)
      case .finish:
        client.mustFinish = true
        server?.mustFinish = true
      }
    }
    guard state != .ended else { return }
    flush(client, registry)
    if state != .ended, let server, !server.isConnecting { flush(server, registry) }
  }

  private func take(_ bytes: [UInt8], from leg: Leg, _ registry: EventLoop.Registry) {
    switch state {
    case .request:
      head += bytes
      readRequest(registry)
    case .connecting: server?.outgoing.append(bytes)
    case .relaying:
      guard let other = other(leg) else { return }
      if other === client { return perform(visit.say(bytes), registry) }
      other.outgoing.append(bytes)
      flush(other, registry)
    case .refused: if leg === client { visit.note(afterRefusal: bytes) }
    case .ended: return
    }
  }

  private func flush(_ leg: Leg, _ registry: EventLoop.Registry) {
    do throws(SystemError) {
      try leg.outgoing.drain(into: leg.socket)
    } catch {
      other(leg)?.socket.reset()
      return end(registry)
    }
    guard leg.mustFinish, leg.outgoing.isEmpty, !leg.hasFinished else { return }
    leg.hasFinished = true
    leg.socket.finishSending()
    leg.deadline = MonotonicInstant.now.advanced(milliseconds: Self.lingerMilliseconds)
    if let other = other(leg), other.hasFinished { end(registry) }
  }

  private func other(_ leg: Leg) -> Leg? { leg === client ? server : client }

  // MARK: The request

  private func readRequest(_ registry: EventLoop.Registry) {
    switch ProxyRequest.read(head) {
    case .needsMore: return
    case .malformed: refuse("400 Bad Request", registry)
    case .request(let request, let length):
      visit.note(request: request.line)
      guard names.allows(request.host) else { return refuse("403 Forbidden", registry) }
      isTunnel = request.isTunnel
      if isTunnel, let body = visit.refusalOfTunnels {
        let reply = HTTPReply(status: "403 Forbidden", type: "text/plain", body: body)
        visit.note(refusal: reply.status)
        visit.note(ConnectionEnd(by: .server, how: .fin))
        return refuse(with: reply, registry)
      }
      do throws(SystemError) {
        let leg = Leg(socket: try TCPSocket.connecting(toPort: request.port, address: address))
        leg.relay = self
        leg.isConnecting = true
        leg.outgoing.append(request.forwarded + head[length...])
        head = []
        server = leg
        state = .connecting
        registry.add(leg)
      } catch {
        if error.isShortage { attempt.add(fault: error.description) }
        refuse("502 Bad Gateway", registry)
      }
    }
  }

  private func connected(_ registry: EventLoop.Registry) {
    guard let server else { return }
    guard server.socket.pendingFailure == nil else {
      registry.remove(server)
      server.socket.close()
      self.server = nil
      return refuse("502 Bad Gateway", registry)
    }
    server.isConnecting = false
    state = .relaying
    if isTunnel { perform(visit.say(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)), registry) }
    if state == .relaying { flush(client, registry) }
    if state == .relaying { flush(server, registry) }
  }

  private func refuse(_ status: String, _ registry: EventLoop.Registry) {
    refuse(with: .empty(status), registry)
  }

  private func refuse(with reply: HTTPReply, _ registry: EventLoop.Registry) {
    state = .refused
    perform(visit.say(reply.bytes) + visit.finish(), registry)
    client.mustFinish = true
    if state != .ended { flush(client, registry) }
  }
}

/// One of the two sockets of a relay.
private final class Leg: EventHandler {
  let socket: TCPSocket
  weak var relay: ProxyRelay?
  var outgoing = OutgoingBuffer()
  var isConnecting = false
  var hasReceivedEnd = false
  /// FIN follows what is still to be sent.
  var mustFinish = false
  var hasFinished = false
  var deadline: MonotonicInstant?

  init(socket: TCPSocket) { self.socket = socket }

  var descriptor: Int32 { socket.descriptor }

  var interest: EventInterest {
    if isConnecting { return .writable }
    var interest: EventInterest = outgoing.isEmpty ? [] : .writable
    // Reading waits while the other side is slow.
    if !hasReceivedEnd, relay?.mayRead(self) ?? false { interest.insert(.readable) }
    return interest
  }

  func readable(_ registry: EventLoop.Registry) { relay?.readable(self, registry) }

  func writable(_ registry: EventLoop.Registry) { relay?.writable(self, registry) }

  func deadlinePassed(_ registry: EventLoop.Registry) {
    deadline = nil
    relay?.silence(registry)
  }
}

extension ProxyRelay {
  fileprivate func mayRead(_ leg: Leg) -> Bool { (other(leg)?.outgoing.count ?? 0) < Self.bufferLimit }
}
