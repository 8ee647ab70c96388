internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// Serves connections with a TLS of the harness's own: it sends what no library will, and reads every byte.
///
/// This is the outermost part of the state machine: it picks the handshake, answers the request, and turns whatever a
/// client does wrong into an alert.
final class SwiftEngine: Engine {
  static let name = "swift"
  /// How long the engine waits before a response for the client's reaction to what it sent, in milliseconds; enough for
  /// a busy machine, too.
  private static let breath = 1000

  private enum State {
    case start, handshake, open
    /// The request has come, and its answer waits for the end of another handshake, or of part of one.
    case interlude(ApplicationReply)
    /// The answer waits for the alert of a client that gives up.
    case breath(ApplicationReply)
    case finished

    var isHandshake: Bool {
      switch self {
      case .handshake, .interlude: true
      case .start, .open, .breath, .finished: false
      }
    }
  }

  private var settings: SwiftSettings
  private let wire = ServerWire()
  private var handshake: any ServerHandshake
  private var exchange: any ApplicationExchange
  /// The purpose of the connection, which a second handshake does not change.
  private var purpose = ConnectionOrigin()
  private var state = State.start
  private var actions: [EngineAction] = []

  init(_ settings: SwiftSettings, _ presentation: SwiftPresentation, _ exchange: any ApplicationExchange) {
    self.settings = settings
    wire.longestRecord = settings.script.longestRecord
    wire.paddedRecord = settings.script.paddedRecord
    handshake =
      switch settings.attempt.version {
      case .tls13: Handshake13(settings, presentation, wire)
      case .tls12: Handshake12(settings, presentation, wire)
      }
    self.exchange = exchange
  }

  /// An answer was given, and the connection is open for another request.
  private(set) var isIdle = false

  var pace: BytePace? { settings.script.pace }
  var idleTimeout: Int? { isFinished ? settings.script.silenceTimeout : settings.script.idleTimeout }

  /// From now on requests are answered as this attempt wants it; the handshake stays the one that it was.
  func proceed(_ settings: SwiftSettings) {
    self.settings = settings
    exchange.proceed(settings.attempt)
  }

  func received(_ bytes: [UInt8]) -> [EngineAction] {
    guard !isFinished else { return [] }
    defer { actions = [] }
    if case .start = state {
      state = .handshake
      guard open() else { return actions }
    }
    wire.received(bytes)
    do throws(TLSAbort) {
      while !isFinished, let event = try wire.next() { try take(event) }
    } catch {
      abort(error)
    }
    flush()
    return actions
  }

  private var isFinished: Bool {
    if case .finished = state { true } else { false }
  }

  /// Whether a handshake follows.
  private func open() -> Bool {
    switch settings.script.opening {
    case .handshake: return true
    case .plaintext(let bytes):
      // The client is the one to leave: its refusal would prove nothing if the server had gone first.
      actions.append(.send(bytes))
      leave(.stall)
    case .reset: leave(.reset)
    }
    return false
  }

  /// Ends without a word what a behaviour wants unfinished.
  private func leave(_ stop: FlightStop) {
    switch stop {
    case .stall:
      flush()
      state = .finished
    case .stallInsideRecord:
      wire.breakOffLastRecord()
      leave(.stall)
    case .close: end(ConnectionEnd(by: .server, how: .fin))
    case .reset:
      flush()
      state = .finished
      actions.append(.note(.ended(ConnectionEnd(by: .server, how: .reset))))
      actions.append(.reset)
    }
  }

  private func take(_ event: ServerWire.Event) throws(TLSAbort) {
    switch event {
    case .alert(let code, let isWarning): try takeAlert(code, isWarning: isWarning)
    case .data(let bytes):
      isIdle = false
      switch state {
      case .open: try takeRequest(bytes)
      case .handshake where handshake.takesEarlyData: takeEarly(bytes)
      // Said before the client knew; the decoder counts it, and nothing is answered twice.
      case .interlude, .breath: return
      case .start, .handshake, .finished:
        throw TLSAbort(.unexpectedMessage, "application data during the handshake")
      }
    case .message(let message):
      // Its keys change, and nothing is answered before the request is.
      if case .breath = state, message.type != .keyUpdate { return }
      guard state.isHandshake, message.type != .keyUpdate else { return try handshake.takeLate(message) }
      try handshake.take(message)
      if let stop = handshake.stop { return leave(stop) }
      if handshake.isEstablished { try proceed() }
    }
  }

  /// A handshake has ended well.
  private func proceed() throws(TLSAbort) {
    if case .interlude(let reply) = state { return try answer(reply) }
    purpose = handshake.purpose
    state = .open
    if let reply = earlyReply { try answer(reply) }
  }

  /// The answer to a request in early data, which waits for the end of the handshake.
  private var earlyReply: ApplicationReply?

  private func takeEarly(_ bytes: [UInt8]) {
    guard earlyReply == nil, case .reply(let reply) = exchange.receive(bytes, handshake.purpose) else { return }
    actions.append(.note(reply.asked))
    earlyReply = reply
  }

  private func takeRequest(_ bytes: [UInt8]) throws(TLSAbort) {
    switch exchange.receive(bytes, purpose) {
    case .needsMore: isIdle = exchange.isIdle
    case .say(let bytes):
      try wire.send(.applicationData, bytes)
      isIdle = exchange.isIdle
    case .deliver(let bytes):
      flush()
      actions.append(.deliver(bytes))
    case .reply(let reply):
      actions.append(.note(reply.asked))
      guard let next = try handshake.interlude() else { return try answer(reply) }
      handshake = next
      state = .interlude(reply)
    }
  }

  func send(_ bytes: [UInt8]) -> [EngineAction] {
    guard case .open = state else { return [] }
    defer { actions = [] }
    do throws(TLSAbort) {
      try wire.send(.applicationData, bytes)
    } catch {
      abort(error)
    }
    flush()
    return actions
  }

  func finish() -> [EngineAction] {
    guard !isFinished else { return [] }
    defer { actions = [] }
    try? close()
    end(ConnectionEnd(by: .server, how: .closeNotify))
    return actions
  }

  private func answer(_ reply: ApplicationReply) throws(TLSAbort) {
    if let stop = settings.script.insteadOfReply { return leave(stop) }
    let before = settings.script.beforeReply
    if !before.isEmpty {
      for record in before { try handshake.say(record) }
      flush()
      state = .breath(reply)
      return actions.append(.pause(milliseconds: Self.breath))
    }
    try send(reply)
  }

  /// A client that has had enough has left, or said so, before there is a reply.
  func resume() -> [EngineAction] {
    guard case .breath(let reply) = state else { return [] }
    defer { actions = [] }
    do throws(TLSAbort) {
      try send(reply)
    } catch {
      abort(error)
    }
    flush()
    return actions
  }

  private func send(_ reply: ApplicationReply) throws(TLSAbort) {
    try wire.send(.applicationData, reply.bytes)
    if !reply.keepsAlive { try close() }
    flush()
    if let note = reply.answered { actions.append(.note(note)) }
    guard reply.keepsAlive else { return end(ConnectionEnd(by: .server, how: .closeNotify)) }
    exchange.proceed(settings.attempt)
    state = .open
    isIdle = true
  }

  // MARK: Ends

  private func takeAlert(_ code: TLSAlertCode, isWarning: Bool) throws(TLSAbort) {
    if code == .closeNotify {
      try close()
      return end(ConnectionEnd(by: .client, how: .closeNotify))
    }
    if case .interlude(let reply) = state, code == .noRenegotiation, isWarning {
      // The connection continues unchanged (RFC 5246, section 7.2.2).
      try settings.goOnWithoutCertificate()
      return try answer(reply)
    }
    // TLS 1.3 knows only one other alert that does not end the connection (RFC 8446, section 6.1).
    guard wire.version == .tls13 ? code == .userCanceled : isWarning else {
      return end(ConnectionEnd(by: .client, how: .alert))
    }
  }

  private func close() throws(TLSAbort) { try wire.send(.alert, [1, TLSAlertCode.closeNotify.rawValue]) }

  private func abort(_ reason: TLSAbort) {
    // A record that cannot be sealed is not sent; the connection ends all the same.
    try? wire.send(.alert, [2, reason.alert.rawValue])
    actions.append(.note(.refusedClient(reason.why)))
    end(ConnectionEnd(by: .server, how: .alert))
  }

  private func end(_ end: ConnectionEnd) {
    flush()
    state = .finished
    actions.end(end)
  }

  private func flush() {
    for secret in handshake.takeSecrets() { actions.append(.note(.secret(secret))) }
    let output = wire.takeOutput()
    if !output.isEmpty { actions.append(.send(output)) }
  }
}
