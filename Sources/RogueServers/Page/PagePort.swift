internal import RogueModel
internal import RoguePlatform

/// The page's port on its loop.
final class PagePort: EventHandler {
  /// One more ends the oldest: a browser holds few.
  static let connectionLimit = 64

  private let listener: TCPListener
  private let reader: PageRequestReader
  private let answer: @Sendable (PageRequest) -> PageReply
  /// In the order in which they came.
  private var connections: [PageConnection] = []
  private var pausedUntil: MonotonicInstant?

  init(listener: TCPListener, reader: PageRequestReader, answer: @escaping @Sendable (PageRequest) -> PageReply) {
    self.listener = listener
    self.reader = reader
    self.answer = answer
  }

  var descriptor: Int32 { listener.descriptor }
  var interest: EventInterest { pausedUntil == nil ? .readable : [] }
  var deadline: MonotonicInstant? { pausedUntil }

  func deadlinePassed(_ registry: EventLoop.Registry) { pausedUntil = nil }

  func readable(_ registry: EventLoop.Registry) {
    while true {
      switch listener.accept() {
      case .accepted(let socket):
        if connections.count >= Self.connectionLimit { connections.first?.abort(registry) }
        let connection = PageConnection(socket: socket, reader: reader, answer: answer) { [unowned self] connection in
          connections.removeAll { $0 === connection }
        }
        connections.append(connection)
        registry.add(connection)
      case .none: return
      case .failed:
        pausedUntil = MonotonicInstant.now.advanced(milliseconds: 50)
        return
      }
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
  /// How long it may take to close after the answer.
  static let lingerMilliseconds = 2000

  private let socket: TCPSocket
  private let reader: PageRequestReader
  private let answer: @Sendable (PageRequest) -> PageReply
  private let onEnd: (PageConnection) -> Void
  private var received: [UInt8] = []
  private var outgoing = OutgoingBuffer()
  private var isAnswered = false
  private var hasSentEnd = false
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
  var interest: EventInterest { outgoing.isEmpty ? .readable : [.readable, .writable] }

  func deadlinePassed(_ registry: EventLoop.Registry) { abort(registry) }

  func writable(_ registry: EventLoop.Registry) { if !outgoing.isEmpty { send(registry) } }

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
    outgoing.append(reply.whole.bytes)
    send(registry)
  }

  private func send(_ registry: EventLoop.Registry) {
    do throws(SystemError) {
      try outgoing.drain(into: socket)
    } catch {
      return close(registry)
    }
    guard outgoing.isEmpty, isAnswered, !hasSentEnd else { return }
    hasSentEnd = true
    socket.finishSending()
    deadline = MonotonicInstant.now.advanced(milliseconds: Self.lingerMilliseconds)
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
