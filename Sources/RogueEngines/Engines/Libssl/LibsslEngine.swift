internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli

/// Serves connections with OpenSSL's libssl: a real stack, and the one that resumes sessions.
final class LibsslEngine: Engine {
  static let name = "libssl"

  private enum State { case handshake, open, finished }

  private let connection: TLSConnection
  private let refusal: Refusal
  private let requestsCertificate: Bool
  private var exchange: any ApplicationExchange
  private var state = State.handshake

  /// Why the judge refused; the closure that libssl calls writes it, on the same thread.
  private final class Refusal { var reason: String? }

  init(
    context: TLSContext, attempt: ServedAttempt, _ exchange: any ApplicationExchange
  ) throws(HarnessFailure) {
    let rule = ClientChainRule(list: attempt[ClientAuthentication.self].list)
    let refusal = Refusal()
    self.refusal = refusal
    requestsCertificate = attempt[ClientAuthentication.self].mode != .none
    self.exchange = exchange
    do {
      connection = try TLSConnection(server: context) { flight in
        switch rule.decide(flight) {
        case .accept: return .accept
        case .refuse(let judgement, let reason):
          refusal.reason = reason
          return judgement
        }
      }
    } catch {
      throw HarnessFailure(.network, "libssl cannot begin a connection", underlying: error.description)
    }
  }

  func received(_ bytes: [UInt8]) -> [EngineAction] {
    guard state != .finished else { return [] }
    connection.receive(bytes)
    var actions: [EngineAction] = []
    if state == .handshake { shakeHands(&actions) }
    if state == .open { readRequest(&actions) }
    return actions
  }

  private func shakeHands(_ actions: inout [EngineAction]) {
    let step = connection.handshake()
    flush(&actions)
    switch step {
    case .established: state = .open
    case .wantsRead: break
    case .failed(let fault):
      noteRefusal(fault, &actions)
      end(fault, &actions)
    }
  }

  private func readRequest(_ actions: inout [EngineAction]) {
    while state == .open {
      switch connection.read() {
      case .wantsRead:
        flush(&actions)
        return
      case .bytes(let bytes):
        answer(exchange.receive(bytes, ConnectionOrigin()), &actions)
      case .closed:
        end(ConnectionEnd(by: .client, how: .closeNotify), &actions)
      case .failed(let fault):
        flush(&actions)
        end(fault, &actions)
      }
    }
  }

  private func answer(_ step: ApplicationStep, _ actions: inout [EngineAction]) {
    switch step {
    case .needsMore: return
    case .say(let bytes): _ = write(bytes, &actions)
    case .deliver(let bytes):
      flush(&actions)
      actions.append(.deliver(bytes))
    case .reply(let reply):
      actions.append(.note(reply.asked))
      guard write(reply.bytes, &actions) else { return }
      if let note = reply.answered { actions.append(.note(note)) }
      end(ConnectionEnd(by: .server, how: .closeNotify), &actions)
    }
  }

  /// False when the connection is over.
  private func write(_ bytes: [UInt8], _ actions: inout [EngineAction]) -> Bool {
    do {
      try connection.write(bytes)
    } catch {
      end(error, &actions)
      return false
    }
    flush(&actions)
    return true
  }

  func send(_ bytes: [UInt8]) -> [EngineAction] {
    var actions: [EngineAction] = []
    if state == .open { _ = write(bytes, &actions) }
    return actions
  }

  func finish() -> [EngineAction] {
    var actions: [EngineAction] = []
    if state != .finished { end(ConnectionEnd(by: .server, how: .closeNotify), &actions) }
    return actions
  }

  // MARK: Ends

  private func end(_ end: ConnectionEnd, _ actions: inout [EngineAction]) {
    if state == .open { connection.close() }
    state = .finished
    flush(&actions)
    actions.end(end)
  }

  private func end(_ fault: TLSFault, _ actions: inout [EngineAction]) {
    state = .finished
    flush(&actions)
    let how: ConnectionEnd =
      if fault.received != nil {
        ConnectionEnd(by: .client, how: .alert)
      } else if fault.sent != nil {
        ConnectionEnd(by: .server, how: .alert)
      } else {
        // Plaintext on a TLS port, for example: libssl stops without a word.
        ConnectionEnd(by: .server, how: .fin)
      }
    actions.end(how)
  }

  /// After a client's Certificate message, all that can make libssl alert is the client's authentication.
  private func noteRefusal(_ fault: TLSFault, _ actions: inout [EngineAction]) {
    guard requestsCertificate, fault.received == nil, let message = connection.peerCertificateMessage else { return }
    // In both versions a message without entries is at most a header, an empty context and an empty list.
    let reason = refusal.reason ?? (message.count <= 8 ? "the client sent no certificate" : fault.description)
    actions.append(.note(.refusedClient(reason)))
  }

  private func flush(_ actions: inout [EngineAction]) {
    for secret in connection.takeSecrets() { actions.append(.note(.secret(secret))) }
    let output = connection.takeOutput()
    if !output.isEmpty { actions.append(.send(output)) }
  }
}
