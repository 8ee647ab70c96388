internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// One HTTP request to a responder.
final class ResponderConnection: EventHandler {
  /// A request with its body, in bytes.
  static let limit = 65_536
  /// How long a client may take with its request, in milliseconds.
  static let requestMilliseconds = 60_000
  /// The length of a target in evidence, in characters.
  static let shownTarget = 300
  /// Between two bytes of a reply that drips: no single wait is suspicious, and the whole takes minutes.
  static let dripMilliseconds = 400

  private enum State { case reading, answered, hanging, dripping }

  private let socket: TCPSocket
  private let plans: ResponderServer.Plans
  private let onEnd: (ResponderConnection) -> Void
  private var received: [UInt8] = []
  private var sender = ReplySender()
  private var state = State.reading
  private var method = ""
  private var version = ""
  /// The unsent rest of a dripping reply.
  private var drops: ArraySlice<UInt8> = []
  private(set) var deadline: MonotonicInstant?
  /// The attempt for which this connection gets no answer, or only a part of it.
  private(set) var hangsFor: AttemptRecord?

  init(socket: TCPSocket, plans: ResponderServer.Plans, onEnd: @escaping (ResponderConnection) -> Void) {
    self.socket = socket
    self.plans = plans
    self.onEnd = onEnd
    deadline = MonotonicInstant.now.advanced(milliseconds: Self.requestMilliseconds)
  }

  var descriptor: Int32 { socket.descriptor }
  var interest: EventInterest { sender.interest }

  func deadlinePassed(_ registry: EventLoop.Registry) {
    if state == .dripping { drip(registry) } else { abort(registry) }
  }

  func writable(_ registry: EventLoop.Registry) { if !sender.isIdle { send(registry) } }

  func readable(_ registry: EventLoop.Registry) { receive(registry) }

  /// Takes what has arrived of a request.
  func readArrivals(_ registry: EventLoop.Registry) {
    while state == .reading, receive(registry) {}
  }

  /// - Returns: whether there were bytes.
  @discardableResult private func receive(_ registry: EventLoop.Registry) -> Bool {
    switch socket.receive() {
    case .bytes(let bytes):
      guard state == .reading else { return true }
      received += bytes
      read(registry)
      // The rest of the request: clients tend to send head and body one after the other.
      if state == .reading { socket.acknowledgeAtOnce() }
      return true
    case .wouldBlock: return false
    case .end, .failed:
      close(registry)
      return false
    }
  }

  // MARK: The request

  private func read(_ registry: EventLoop.Registry) {
    guard let lineEnd = received.firstIndex(of: UInt8(ascii: "\n")) else {
      if received.count > Self.limit { reply(.empty("400 Bad Request"), registry) }
      return
    }
    let line = String(
      decoding: received[..<lineEnd].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    guard let head = HTTPRequestLine(line), let request = ResponderRequest(target: head.target) else {
      return reply(.empty("400 Bad Request"), registry)
    }
    method = head.method
    version = head.version
    guard let entry = plans.entry(request.token) else { return reply(.empty("404 Not Found"), registry) }
    if ResponderResponse.isDown(request, entry.plan) { return give(.reset, request, entry, registry) }
    guard let headers = HTTPHeaders(received[(lineEnd + 1)...]) else {
      if received.count > Self.limit { give(.reply(.empty("400 Bad Request")), request, entry, registry) }
      return
    }
    switch head.method {
    case "GET": answer(request, entry, registry)
    case "POST":
      guard let length = headers.contentLength, length <= Self.limit else {
        return give(.reply(.empty("400 Bad Request")), request, entry, registry)
      }
      let body = received[headers.end...]
      guard body.count >= length else { return }
      var request = request
      if request.kind == .ocsp, length > 0 { request.question = Array(body.prefix(length)) }
      answer(request, entry, registry)
    default: give(.reply(.empty("405 Method Not Allowed")), request, entry, registry)
    }
  }

  private func answer(_ request: ResponderRequest, _ entry: ResponderServer.Plans.Entry, _ registry: EventLoop.Registry)
  {
    do throws(HarnessFailure) {
      give(try ResponderResponse.to(request, entry.plan).spoken(in: version), request, entry, registry)
    } catch {
      entry.attempt.add(fault: "a responder has no answer: \(error.description)")
      give(.reply(.empty("500 Internal Server Error")), request, entry, registry)
    }
  }

  private func give(
    _ answer: ResponderResponse, _ request: ResponderRequest, _ entry: ResponderServer.Plans.Entry,
    _ registry: EventLoop.Registry
  ) {
    entry.attempt.add(
      FetchEvidence(
        kind: request.kind, name: request.name, at: entry.attempt.elapsed, answer: answer.words, method: method,
        target: String(request.target.prefix(Self.shownTarget)), questionBytes: request.question?.count,
        nonce: request.question.flatMap(OCSPQuestion.nonce(of:)), answerBytes: answer.length))
    switch answer {
    case .reply(let reply): self.reply(reply, registry)
    case .dripping(let reply):
      state = .dripping
      hangsFor = entry.attempt
      received = []
      drops = reply.bytes[...]
      drip(registry)
    case .reset: abort(registry)
    case .nothing:
      state = .hanging
      hangsFor = entry.attempt
      received = []
    }
  }

  private func drip(_ registry: EventLoop.Registry) {
    guard let byte = drops.popFirst() else {
      state = .answered
      return send(registry)
    }
    sender.append([byte])
    deadline = MonotonicInstant.now.advanced(milliseconds: Self.dripMilliseconds)
    send(registry)
  }

  // MARK: The end

  private func reply(_ reply: HTTPReply, _ registry: EventLoop.Registry) {
    state = .answered
    received = []
    sender.append(reply.bytes)
    send(registry)
  }

  private func send(_ registry: EventLoop.Registry) {
    do throws(SystemError) {
      try sender.send(over: socket, isWhole: state == .answered, &deadline)
    } catch {
      close(registry)
    }
  }

  func abort(_ registry: EventLoop.Registry) {
    socket.reset()
    close(registry)
  }

  private func close(_ registry: EventLoop.Registry) {
    guard registry.remove(self) else { return }
    socket.close()
    onEnd(self)
  }
}
