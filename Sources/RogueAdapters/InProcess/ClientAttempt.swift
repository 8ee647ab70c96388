internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import RogueTLS

/// One attempt, from connecting to the reply, on a thread that may block.
struct ClientAttempt {
  /// How an attempt ends when it does not end with a reply.
  enum Ending: Error {
    case outcome(AdapterOutcome)
    case harness(HarnessFailure)

    static func failed(_ cause: AdapterOutcome.FailureCause, _ detail: String) -> Ending {
      .outcome(.failed(cause: cause, detail: detail))
    }

    static func cancelled(_ reason: Reason, _ phase: Phase, _ detail: String?) -> Ending {
      .outcome(
        .statement(Statement(said: .cancel, reason: reason, phase: phase, endedBy: .client, detail: detail)))
    }
  }

  private static let beforeReply = "before the reply was complete"
  /// How long a server that has replied is waited for, so that it is the one who ends the connection, in milliseconds.
  private static let closingPatience = 250

  private let attempt: Attempt
  private let verifier: any HandshakeVerifier
  private let checks: Set<PreTLSCheck>
  private let connectionChecks: Set<ConnectionCheck>
  /// Nobody judges what is shown, and nothing of an earlier attempt is gone on with.
  private let isUnjudged: Bool
  private var resuming: InProcessConversation.Remembered?
  /// Where a connection is left open for a later attempt; nil: none is.
  private let keeping: Handover<KeptConnection>?
  private let deadline: MonotonicInstant
  /// The session that a later attempt may resume.
  private(set) var remembered: InProcessConversation.Remembered?
  /// The server did not want the request on a connection that was opened for another host.
  private var isMisdirected = false
  /// The host that the server has sent the request on to.
  private(set) var redirect: String?

  /// - Parameters:
  ///   - keeping: where connections are left open; nil: they are not.
  ///   - checks: what is looked at on the way to TLS.
  ///   - connectionChecks: what is looked at where a connection is open already.
  ///   - isUnjudged: nobody judges what is shown, and nothing of an earlier attempt is gone on with.
  init(
    _ attempt: Attempt, verifier: any HandshakeVerifier, resuming: InProcessConversation.Remembered?,
    keeping: Handover<KeptConnection>? = nil, isUnjudged: Bool = false,
    checks: Set<PreTLSCheck> = Set(PreTLSCheck.allCases),
    connectionChecks: Set<ConnectionCheck> = Set(ConnectionCheck.allCases)
  ) {
    self.keeping = attempt.needs.contains(.keepAlive) ? keeping : nil
    self.attempt = attempt
    self.checks = checks
    self.connectionChecks = connectionChecks
    self.verifier = verifier
    self.isUnjudged = isUnjudged
    self.resuming = isUnjudged ? nil : resuming
    deadline = MonotonicInstant.now.advanced(milliseconds: attempt.deadlineMilliseconds)
  }

  mutating func outcome() -> Result<AdapterOutcome, HarnessFailure> {
    do throws(Ending) {
      let nonce = try nonce()
      if let fault = verifier.fault { return .success(.broken(fault)) }
      return .success(.statement(Statement(said: verifier.said ?? .accept, nonce: nonce)))
    } catch {
      if let fault = verifier.fault { return .success(.broken(fault)) }
      switch error {
      case .outcome(let outcome): return .success(outcome)
      case .harness(let failure): return .failure(failure)
      }
    }
  }

  private mutating func nonce() throws(Ending) -> String {
    let context = try makeContext()
    if let kept = keeping?.take() {
      if attempt.reuse == .connection, !isUnjudged, kept.fits(attempt, checks), let nonce = try goOn(kept) {
        return nonce
      }
      kept.close()
    }
    var approach = try ClientPreTLS(attempt, checks: checks, deadline: deadline)
    let transport = approach.transport
    if let nonce = try reach(&approach) { return nonce }
    let isEarly = asksEarly()
    let connection = try connect(context, approach)
    do throws(Ending) {
      if isEarly {
        do { try connection.writeEarly(request) } catch { throw Self.ending(error, .handshake, "in early data") }
      }
      try shakeHands(connection, transport, approach)
      let nonce =
        approach.dialogue == nil
        ? try exchange(
          connection, transport, http2(connection), isAsked: isEarly && connection.earlyDataWasTaken)
        : try converse(connection, &approach)
      remember(connection)
      guard let nonce else { throw .failed(.server, "the request is misdirected everywhere") }
      return nonce
    } catch {
      // The alert or close_notify that goes with the ending; whether it arrives changes nothing here.
      try? transport.send(connection.takeOutput())
      if case .outcome(.statement) = error { transport.drop(afterMilliseconds: Self.closingPatience) }
      throw error
    }
  }

  /// Whether the request goes out with the hello (RFC 8446, section 2.3). Then there is nothing to judge but what the
  /// session was begun with, and a session that would not be begun today is not taken up.
  private mutating func asksEarly() -> Bool {
    guard attempt.needs.contains(.earlyData), let known = resuming, known.session.allowsEarlyData else { return false }
    guard objection(to: known.flight) != nil else { return true }
    resuming = nil
    return false
  }

  /// Why a session is not gone on with, as far as it is asked; nil: it may be.
  private func objection(to flight: ServerFlight) -> (reason: Reason, detail: String?)? {
    guard case .cancel(let reason, let detail) = judge(again: flight) else { return nil }
    let isForHost = HostName.plain(flight.host) == HostName.plain(attempt.connect.host)
    return checks.contains(isForHost ? .sessionRules : .sessionHost) ? (reason, detail) : nil
  }

  /// Judges the server on a connection that is opened for that alone.
  ///
  /// - Returns: how the attempt ends where the server is refused; nil: it is not.
  func probe() -> Result<AdapterOutcome, HarnessFailure>? {
    do throws(Ending) {
      let approach = try ClientPreTLS(attempt, checks: checks, deadline: deadline)
      let connection = try connect(try makeContext(), approach)
      try shakeHands(connection, approach.transport, approach)
      finish(connection, approach.transport)
      return nil
    } catch {
      switch error {
      case .outcome(let outcome): return .success(outcome)
      case .harness(let failure): return .failure(failure)
      }
    }
  }

  /// Judges for the host that is asked for now what was presented when another may have been.
  private func judge(again flight: ServerFlight) -> ChainDecision {
    var flight = flight
    flight.host = attempt.connect.host
    return verifier.judge(resumed: flight)
  }

  /// Makes the request on the connection of an earlier attempt, if what was presented there is right now as well.
  ///
  /// - Returns: the nonce; nil where another connection is needed, because this one is none for the host.
  private mutating func goOn(_ kept: KeptConnection) throws(Ending) -> String? {
    let isForHost = kept.isFor(attempt)
    if case .cancel(let reason, let detail) = judge(again: kept.flight),
      connectionChecks.contains(isForHost ? .rules : .host)
    {
      guard isForHost else { return nil }
      kept.close()
      throw cancelled(reason, .afterHandshake, detail)
    }
    kept.transport.wait(until: deadline)
    let nonce = try exchange(kept.connection, kept.transport, kept.http2, mayAskElsewhere: !isForHost)
    if nonce == nil { isMisdirected = true }
    return nonce
  }

  /// Comes to where TLS begins; the nonce of a server that gave it before that.
  private func reach(_ approach: inout ClientPreTLS) throws(Ending) -> String? {
    do throws(Ending) {
      return try approach.open(verifier)
    } catch {
      if case .outcome(.statement) = error { approach.transport.drop(afterMilliseconds: Self.closingPatience) }
      throw error
    }
  }

  /// An identity that libssl cannot use is the validator's to refuse, asked for or not.
  private func makeContext() throws(Ending) -> TLSContext {
    if !verifier.choosesIdentity, let damage = attempt.policy.identity?.damage {
      throw .cancelled(.clientIdentity, .configuration, "the client's PKCS #12 cannot be opened: wrong \(damage)")
    }
    let identity =
      verifier.choosesIdentity
      ? nil
      : attempt.policy.identity.map { identity in
        TLSIdentity(
          certificate: identity.leaf, chain: identity.chain.filter { $0 != identity.leaf },
          privateKey: identity.privateKey)
      }
    do {
      return try ClientContexts.shared.context(identity: identity)
    } catch {
      guard identity == nil else { throw .cancelled(.clientIdentity, .configuration, error.description) }
      throw .harness(HarnessFailure(.internal, "A TLS client could not be set up", underlying: error.description))
    }
  }

  private func connect(_ context: TLSContext, _ approach: ClientPreTLS) throws(Ending) -> TLSConnection {
    let revocation = attempt.policy.revocation
    let countsTimestamps = attempt.policy.transparency != nil
    let settings = TLSClientConnection.Settings(
      host: attempt.connect.serverNameIndication, alpn: attempt.alpn,
      versions: TLSVersionRange(minimum: attempt.minimumTLS.wireValue, maximum: attempt.maximumTLS.wireValue),
      // Timestamps come in the certificate, in an extension, and in the staple.
      asksForStaple: verifier.alwaysAsksForStaple || countsTimestamps
        || revocation.mode != .off && revocation.methods.contains(.ocspStaple),
      asksForSCTs: countsTimestamps, resume: resuming?.session ?? approach.session)
    do {
      let verifier = verifier
      let isExcused = isExcused(approach)
      let connection = try TLSConnection(client: context, settings: settings) {
        isExcused ? .accept : verifier.judge($0)
      }
      if verifier.choosesIdentity { connection.onCertificateRequest { verifier.identity(acceptedIssuers: $0) } }
      return connection
    } catch {
      throw .harness(HarnessFailure(.internal, "A TLS client could not be set up", underlying: error.description))
    }
  }

  private func shakeHands(
    _ connection: TLSConnection, _ transport: ClientTransport, _ approach: ClientPreTLS
  ) throws(Ending) {
    handshake: while true {
      switch connection.handshake() {
      case .established: break handshake
      case .wantsRead:
        try transport.send(connection.takeOutput())
        connection.receive(try transport.receive("in the handshake"))
      case .failed(let fault):
        throw refusal(connection) ?? Self.ending(fault, .handshake, "in the handshake")
      }
    }
    // A resumed server has presented nothing, so what it presented at first is judged again, before it gets a request.
    let isResumed = connection.facts.isResumed
    if isResumed, let flight = resuming?.flight, let (reason, detail) = objection(to: flight) {
      connection.close()
      throw cancelled(reason, .afterHandshake, detail)
    }
    // In a resumption there was a verdict, or it was left out on purpose.
    let isTakenOver = isResumed && (approach.session != nil || resuming != nil)
    guard verifier.decision == .accept || isExcused(approach) || isTakenOver else {
      throw .harness(HarnessFailure(.internal, "A handshake ended without the validator's verdict"))
    }
  }

  /// Whether nobody judges what is shown.
  private func isExcused(_ approach: ClientPreTLS) -> Bool {
    approach.isExcused || isUnjudged || isMisdirected && !connectionChecks.contains(.freshConnection)
  }

  /// What was refused by whoever was asked in a handshake; nil: nothing was.
  private func refusal(_ connection: TLSConnection) -> Ending? {
    if case .cancel(let reason, let detail)? = verifier.decision { return cancelled(reason, .handshake, detail) }
    return connection.identityFailure.map { .cancelled(.clientIdentity, .handshake, $0.description) }
  }

  /// In the words in which the refusal was said.
  private func cancelled(_ reason: Reason, _ phase: Phase, _ detail: String?) -> Ending {
    .outcome(
      .statement(
        Statement(said: verifier.said ?? .cancel, reason: reason, phase: phase, endedBy: .client, detail: detail)))
  }

  /// Sends the request and reads the nonce. The Finished of TLS 1.3 travels with the request.
  ///
  /// - Parameters:
  ///   - http2: what is spoken; nil: HTTP/1.1.
  ///   - isAsked: the request has come with the hello.
  ///   - mayAskElsewhere: where the server does not want the request here, another connection may do.
  /// - Returns: the nonce; nil where it is to be asked for elsewhere.
  private mutating func exchange(
    _ connection: TLSConnection, _ transport: ClientTransport, _ http2: HTTP2Conversation?, isAsked: Bool = false,
    mayAskElsewhere: Bool = false
  ) throws(Ending) -> String? {
    if !isAsked { try write(http2?.request(attempt.connect) ?? request, connection) }
    try transport.sendOrReceive(connection)
    var reply = try reply(connection, transport, http2)
    if reply.isMisdirected {
      // Whoever takes it for an answer has none to hand over.
      if !connectionChecks.contains(.answer) {
        finish(connection, transport)
        return ""
      }
      if mayAskElsewhere { return nil }
    }
    if let keeping, reply.keepsAlive, let flight = verifier.flight {
      keeping.put(KeptConnection(connection, transport, flight, http2, after: attempt))
    } else {
      finish(connection, transport)
    }
    redirect = reply.redirect
    if let host = reply.clearRedirect, attempt.needs.contains(.redirects) {
      guard !checks.contains(.redirectScheme) else {
        throw .cancelled(.protocol, .afterHandshake, "the server sends the request on to http://\(host), without TLS")
      }
      reply = try Reply(to: request(to: host), inTheClear: attempt.connect, until: deadline)
    }
    guard let nonce = reply.nonce else { throw .failed(.server, "the reply is no nonce: \(reply.statusLine)") }
    return nonce
  }

  /// What is spoken on a new connection, where it is not HTTP/1.1.
  private func http2(_ connection: TLSConnection) -> HTTP2Conversation? {
    connection.facts.alpn == ApplicationProtocol.http2 ? HTTP2Conversation() : nil
  }

  private func write(_ bytes: [UInt8], _ connection: TLSConnection) throws(Ending) {
    do { try connection.write(bytes) } catch {
      throw Self.ending(error, .afterHandshake, "while the request was sent")
    }
  }

  private func reply(
    _ connection: TLSConnection, _ transport: ClientTransport, _ http2: HTTP2Conversation?
  ) throws(Ending) -> Reply {
    var reply = Reply()
    while !reply.isComplete {
      switch connection.read() {
      case .bytes(let bytes):
        guard let http2 else {
          guard reply.append(bytes) else { throw .failed(.server, "the reply is too long or is not HTTP") }
          continue
        }
        do throws(HTTP2Fault) {
          if let whole = try http2.receive(bytes) { reply = whole }
        } catch {
          throw .failed(.server, "the reply is no HTTP/2: \(error.why)")
        }
        let output = http2.takeOutput()
        if !output.isEmpty { try write(output, connection) }
      case .wantsRead:
        // Its part of another handshake, where the server began one.
        try transport.send(connection.takeOutput())
        connection.receive(try transport.receive(Self.beforeReply))
      case .closed: throw .failed(.server, "the server closed before the reply was complete")
      case .failed(let fault): throw refusal(connection) ?? Self.ending(fault, .afterHandshake, Self.beforeReply)
      }
    }
    return reply
  }

  private var request: [UInt8] { request(to: attempt.connect.host) }

  private func request(to host: String) -> [UInt8] {
    let target = attempt.connect
    let persistence = keeping == nil ? "Connection: close\r\n" : ""
    return Array("GET \(target.path) HTTP/1.1\r\nHost: \(host):\(target.port)\r\n\(persistence)\r\n".utf8)
  }

  /// Speaks under TLS what was spoken before it.
  private func converse(_ connection: TLSConnection, _ approach: inout ClientPreTLS) throws(Ending) -> String {
    let transport = approach.transport
    let nonce = try approach.converse(
      say: { bytes throws(Ending) in
        do throws(TLSFault) { try connection.write(bytes) } catch {
          throw Self.ending(error, .afterHandshake, "while the request was sent")
        }
        try transport.sendOrReceive(connection)
      },
      hear: { () throws(Ending) in
        while true {
          switch connection.read() {
          case .bytes(let bytes): return bytes
          case .wantsRead:
            try transport.send(connection.takeOutput())
            connection.receive(try transport.receive(Self.beforeReply))
          case .closed: throw .failed(.server, "the server closed before the reply was complete")
          case .failed(let fault):
            throw refusal(connection) ?? Self.ending(fault, .afterHandshake, Self.beforeReply)
          }
        }
      }, .afterHandshake)
    finish(connection, transport)
    guard let nonce else { throw .failed(.server, "the reply is no nonce") }
    return nonce
  }

  private func finish(_ connection: TLSConnection, _ transport: ClientTransport) {
    transport.shorten(toMilliseconds: Self.closingPatience)
    while case .wantsRead = connection.read(), let bytes = try? transport.receive("while closing") {
      connection.receive(bytes)
    }
    connection.close()
    try? transport.send(connection.takeOutput())
    transport.drop(afterMilliseconds: Self.closingPatience)
  }

  private mutating func remember(_ connection: TLSConnection) {
    guard let session = connection.session, session.isResumable, let flight = verifier.flight else { return }
    remembered = InProcessConversation.Remembered(
      session: session, flight: flight, identity: attempt.policy.identity)
  }
}
