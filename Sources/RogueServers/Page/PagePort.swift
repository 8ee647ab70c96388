internal import RogueModel
internal import RoguePlatform

/// The page's port on its loop.
final class PagePort: PausingPort {
  /// One more ends the oldest: a browser holds few.
  static let connectionLimit = 64

  let listener: TCPListener
  private let reader: PageRequestReader
  private let answer: @Sendable (PageRequest) -> PageReply
  /// In the order in which they came.
  private var connections: [PageConnection] = []
  var pausedUntil: MonotonicInstant?

  init(listener: TCPListener, reader: PageRequestReader, answer: @escaping @Sendable (PageRequest) -> PageReply) {
    self.listener = listener
    self.reader = reader
    self.answer = answer
  }

  func readable(_ registry: EventLoop.Registry) {
    acceptAll { socket in
      if connections.count >= Self.connectionLimit { connections.first?.abort(registry) }
      let connection = PageConnection(socket: socket, reader: reader, answer: answer) { [unowned self] connection in
        connections.removeAll { $0 === connection }
      }
      connections.append(connection)
      registry.add(connection)
    }
  }

  func shutDown(_ registry: EventLoop.Registry) {
    registry.remove(self)
    for connection in connections { connection.leave(registry) }
    listener.close()
  }
}

/// One request for the page, and its answer.
final class PageConnection: EventHandler {
  /// How long a client may take with its request, and then with reading the answer, in milliseconds.
  static let requestMilliseconds = 10_000
  static let answerMilliseconds = 30_000

  private let socket: TCPSocket
  private let reader: PageRequestReader
  private let answer: @Sendable (PageRequest) -> PageReply
  private let onEnd: (PageConnection) -> Void
  private var received: [UInt8] = []
  private var sender = ReplySender()
  private var isAnswered = false
  private(set) var deadline: MonotonicInstant?

  init(
    socket: TCPSocket, reader: PageRequestReader, answer: @escaping @Sendable (PageRequest) -> PageReply,
    onEnd: @escaping (PageConnection) -> Void
  ) {
    self.socket = socket
    self.reader = reader
    self.answer = answer
    self.onEnd = onEnd
    deadline = MonotonicInstant.now.advanced(milliseconds: Self.requestMilliseconds)
  }

  var descriptor: Int32 { socket.descriptor }
  var interest: EventInterest { sender.interest }

  func deadlinePassed(_ registry: EventLoop.Registry) { abort(registry) }

  func writable(_ registry: EventLoop.Registry) { if !sender.isIdle { send(registry) } }

  func readable(_ registry: EventLoop.Registry) {
    switch socket.receive(through: &registry.scratch) {
    case .bytes(let bytes):
      guard !isAnswered else { return }
      received += bytes
      switch reader.read(received) {
      case .needsMore: break
      case .request(let request): reply(answer(request), registry)
      case .refused(let status): reply(PageReply(status: status, body: Array("\(status)\n".utf8)), registry)
      }
    case .wouldBlock: break
    case .end, .failed: close(registry)
    }
  }

  private func reply(_ reply: PageReply, _ registry: EventLoop.Registry) {
    isAnswered = true
    received = []
    deadline = MonotonicInstant.now.advanced(milliseconds: Self.answerMilliseconds)
    sender.append(reply.whole.bytes)
    send(registry)
  }

  private func send(_ registry: EventLoop.Registry) {
    do throws(SystemError) {
      try sender.send(over: socket, isWhole: isAnswered, &deadline)
    } catch {
      close(registry)
    }
  }

  func abort(_ registry: EventLoop.Registry) {
    socket.reset()
    close(registry)
  }

  /// An answer that is on its way still arrives.
  func leave(_ registry: EventLoop.Registry) { if isAnswered { close(registry) } else { abort(registry) } }

  private func close(_ registry: EventLoop.Registry) {
    guard registry.remove(self) else { return }
    socket.close()
    onEnd(self)
  }
}

/// A port on its loop that pauses when the system cannot accept connections: the page's and the responders'.
protocol PausingPort: EventHandler {
  var listener: TCPListener { get }
  var pausedUntil: MonotonicInstant? { get set }
}

extension PausingPort {
  var descriptor: Int32 { listener.descriptor }
  var interest: EventInterest { pausedUntil == nil ? .readable : [] }
  var deadline: MonotonicInstant? { pausedUntil }

  func deadlinePassed(_ registry: EventLoop.Registry) { pausedUntil = nil }

  /// Hands over every connection that waits. If the system cannot accept any now, no attempt is known yet, so it is nobody's
  /// fault.
  func acceptAll(_ serve: (TCPSocket) -> Void) {
    pausedUntil = nil
    while true {
      switch listener.accept() {
      case .accepted(let socket): serve(socket)
      case .none: return
      case .failed: return pausedUntil = MonotonicInstant.now.advanced(milliseconds: 50)
      }
    }
  }
}
