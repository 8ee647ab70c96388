internal import RogueGnuTLS
internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli

/// Serves connections with GnuTLS: a real stack that staples for every certificate, and an opinion that shares no code
/// with the two other engines' records.
final class GnuTLSEngine: Engine {
  static let name = "gnutls"

  private enum State { case handshake, open, finished }

  private let connection: GnuTLSConnection
  private let refusal: Refusal
  private let version: TLSVersion
  private var exchange: any ApplicationExchange
  private var alerts = PlaintextAlerts()
  private var state = State.handshake
  private var actions: [EngineAction] = []

  /// Why the judge refused; the closure that GnuTLS calls writes it, on the same thread.
  private final class Refusal { var reason: String? }

  init(
    context: GnuTLSServerContext, attempt: ServedAttempt, _ exchange: any ApplicationExchange,
    judge: ClientCertificateVerifier, resumption: GnuTLSResumption?
  ) throws(HarnessFailure) {
    let refusal = Refusal()
    self.refusal = refusal
    version = attempt.version
    self.exchange = exchange
    do {
      connection = try GnuTLSConnection(
        context, resumption: resumption, givesTickets: attempt[Resumption.self].givesTickets
      ) { list in
        // GnuTLS is configured with whether none is enough.
        guard !list.isEmpty else { return nil }
        do throws(TLSAbort) {
          _ = try judge.judge(list)
          return nil
        } catch {
          refusal.reason = error.why
          return error.alert.rawValue
        }
      }
    } catch {
      throw HarnessFailure(.network, "GnuTLS cannot begin a connection", underlying: error.description)
    }
  }

  func received(_ bytes: [UInt8]) -> [EngineAction] {
    guard state != .finished else { return [] }
    if let alert = alerts.first(in: bytes), endsConnection(alert) {
      // Earlier bytes count; an alert of seven bytes may have begun in them.
      connection.receive(bytes.prefix(max(0, alert.end - 7)))
      advance()
      if state != .finished { end(ConnectionEnd(by: .client, how: alert.code == .closeNotify ? .closeNotify : .alert)) }
    } else {
      connection.receive(bytes)
      advance()
    }
    defer { actions = [] }
    return actions
  }

  /// TLS 1.3 does not listen to the level (RFC 8446, section 6).
  private func endsConnection(_ alert: PlaintextAlerts.Alert) -> Bool {
    if alert.code == .closeNotify { return true }
    return version == .tls13 ? alert.code != .userCanceled : !alert.isWarning
  }

  private func advance() {
    if state == .handshake { shakeHands() }
    while state == .open { if !readRequest() { break } }
    flush()
  }

  private func shakeHands() {
    switch connection.handshake() {
    case .established: state = .open
    case .wantsRead: break
    case .closed: end(ConnectionEnd(by: .client, how: .closeNotify))
    case .failed(let fault):
      if let reason = refusal.reason {
        actions.append(.note(.refusedClient(reason)))
      } else if fault.isMissingCertificate {
        actions.append(.note(.refusedClient("the client sent no certificate")))
      }
      end(fault)
    }
  }

  /// False when more bytes are needed.
  private func readRequest() -> Bool {
    switch connection.read() {
    case .wantsRead: return false
    case .bytes(let bytes): answer(exchange.receive(bytes, ConnectionOrigin()))
    case .closed:
      connection.close()
      end(ConnectionEnd(by: .client, how: .closeNotify))
    case .failed(let fault): end(fault)
    }
    return true
  }

  private func answer(_ step: ApplicationStep) {
    switch step {
    case .needsMore: return
    case .say(let bytes): _ = write(bytes)
    case .deliver(let bytes):
      flush()
      actions.append(.deliver(bytes))
    case .reply(let reply):
      actions.append(.note(reply.asked))
      guard write(reply.bytes) else { return }
      connection.close()
      flush()
      if let note = reply.answered { actions.append(.note(note)) }
      end(ConnectionEnd(by: .server, how: .closeNotify))
    }
  }

  /// False when the connection is over.
  private func write(_ bytes: [UInt8]) -> Bool {
    do {
      try connection.write(bytes)
      return true
    } catch {
      end(ConnectionEnd(by: .server, how: .fin))
      return false
    }
  }

  func send(_ bytes: [UInt8]) -> [EngineAction] {
    defer { actions = [] }
    if state == .open, write(bytes) { flush() }
    return actions
  }

  func finish() -> [EngineAction] {
    guard state != .finished else { return [] }
    defer { actions = [] }
    connection.close()
    end(ConnectionEnd(by: .server, how: .closeNotify))
    return actions
  }

  // MARK: Ends

  private func end(_ fault: GnuTLSFault) {
    if fault.received != nil {
      end(ConnectionEnd(by: .client, how: .alert))
    } else {
      end(ConnectionEnd(by: .server, how: fault.hasSentAlert ? .alert : .fin))
    }
  }

  private func end(_ end: ConnectionEnd) {
    flush()
    state = .finished
    actions.end(end)
  }

  private func flush() {
    for secret in connection.takeSecrets() {
      actions.append(
        .note(
          .secret(
            WireTranscript.Secret(label: secret.label, clientRandom: secret.clientRandom, secret: secret.secret))))
    }
    let output = connection.takeOutput()
    if !output.isEmpty { actions.append(.send(output)) }
  }
}
