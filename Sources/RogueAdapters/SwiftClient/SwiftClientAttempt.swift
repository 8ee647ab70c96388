internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import RogueTLS

/// One attempt of our own TLS client, from connecting to the reply, on a thread that may block.
struct SwiftClientAttempt {
  /// How long a server that has replied is waited for, in milliseconds.
  private static let closingPatience = 250

  /// A session, and what the server had presented when it began: where it goes on, nothing is.
  struct Remembered: Sendable {
    var session: ClientSession
    var flight: ServerFlight
    /// Whom the server takes for its client when the session goes on.
    var identity: AttemptPolicy.Identity?
    /// When it was given, or not much later.
    let since = MonotonicInstant.now

    /// Whether it may be offered: it speaks for the client that began it, and lives for as long as its server says and a
    /// week at most (RFC 8446, section 4.6.1).
    func isOffered(in attempt: Attempt) -> Bool {
      let seconds = min(session.lifetime ?? Self.longestLifetime, Self.longestLifetime)
      return identity == attempt.policy.identity
        && MonotonicInstant.now < since.advanced(milliseconds: seconds * 1000)
    }

    /// In seconds.
    private static let longestLifetime = 604_800
  }

  private let attempt: Attempt
  private let validator: any ChainValidator
  private let checks: Set<ClientCheck>
  private let mistake: HelloMistake?
  private var known: Remembered?
  /// The session that a later attempt may take up.
  private(set) var left: Remembered?
  /// The host that the server has sent the request on to.
  private(set) var redirect: String?

  /// - Parameter known: a session that may be taken up.
  init(
    attempt: Attempt, validator: any ChainValidator, checks: Set<ClientCheck>, mistake: HelloMistake? = nil,
    known: Remembered? = nil
  ) {
    self.attempt = attempt
    self.validator = validator
    self.checks = checks
    self.mistake = mistake
    self.known = known
  }

  mutating func outcome() -> Result<AdapterOutcome, HarnessFailure> {
    do throws(ClientAttempt.Ending) {
      return .success(.statement(Statement(said: .accept, nonce: try nonce())))
    } catch {
      switch error {
      case .outcome(let outcome): return .success(outcome)
      case .harness(let failure): return .failure(failure)
      }
    }
  }

  private mutating func nonce() throws(ClientAttempt.Ending) -> String {
    if let damage = attempt.policy.identity?.damage {
      throw .cancelled(.clientIdentity, .configuration, "the client's PKCS #12 cannot be opened: wrong \(damage)")
    }
    if let identity = attempt.policy.identity, !identity.hasItsOwnKey {
      throw .cancelled(.clientIdentity, .configuration, "the client's private key is not that of its certificate")
    }
    let deadline = MonotonicInstant.now.advanced(milliseconds: attempt.deadlineMilliseconds)
    var approach = try ClientPreTLS(attempt, checks: Set(PreTLSCheck.allCases), deadline: deadline)
    let transport = approach.transport
    // It asks for a staple always: a policy that wants none can pass over what comes.
    let verifier = ServerVerifier(validator, attempt, alwaysAsksForStaple: true)
    do throws(ClientAttempt.Ending) {
      if let nonce = try approach.open(verifier) { return nonce }
    } catch {
      if case .outcome(.statement) = error { transport.drop(afterMilliseconds: Self.closingPatience) }
      throw error
    }
    forgetWhatMayNotBeSaidEarly(verifier)
    let client = try client(verifier)
    do throws(ClientAttempt.Ending) {
      while client.state == .handshake {
        try exchange(client, transport, "in the handshake")
        try check(client, verifier, .handshake)
      }
      if client.isResumed, let known { try judgeAgain(known, client, verifier) }
      let nonce =
        approach.dialogue == nil
        ? try request(client, transport, verifier) : try converse(client, &approach, verifier)
      remember(client, verifier)
      client.close()
      try? transport.send(client.takeOutput())
      transport.drop(afterMilliseconds: Self.closingPatience)
      return nonce
    } catch {
      // The alert that goes with the ending; whether it arrives changes nothing here.
      try? transport.send(client.takeOutput())
      if case .outcome(.statement) = error { transport.drop(afterMilliseconds: Self.closingPatience) }
      throw error
    }
  }

  /// With a request that goes out with the hello there is nothing to judge but what the session was begun with, and a
  /// session that would not be begun today is not taken up.
  private mutating func forgetWhatMayNotBeSaidEarly(_ verifier: ServerVerifier) {
    guard asksEarly, let known, case .cancel = verifier.judge(resumed: known.shown(to: attempt)) else { return }
    self.known = nil
  }

  private var asksEarly: Bool { attempt.needs.contains(.earlyData) && known?.session.allowsEarlyData == true }

  /// A resumed server has presented nothing, so what it presented at first is judged again, before it gets a request.
  private func judgeAgain(
    _ known: Remembered, _ client: TLSClient, _ verifier: ServerVerifier
  ) throws(ClientAttempt.Ending) {
    guard case .cancel(let reason, let detail) = verifier.judge(resumed: known.shown(to: attempt)) else { return }
    client.close()
    throw .cancelled(reason, .afterHandshake, detail)
  }

  private mutating func remember(_ client: TLSClient, _ verifier: ServerVerifier) {
    guard let session = client.session, let flight = verifier.flight else { return }
    left = Remembered(session: session, flight: flight, identity: attempt.policy.identity)
  }

  private mutating func request(
    _ client: TLSClient, _ transport: ClientTransport, _ verifier: ServerVerifier
  ) throws(ClientAttempt.Ending) -> String {
    if !client.earlyDataWasTaken { client.send(attempt.connect.request) }
    let reply = try reply(client, transport, verifier)
    if let host = reply.clearRedirect, attempt.needs.contains(.redirects) {
      throw .cancelled(.protocol, .afterHandshake, "the server redirects to http://\(host), without TLS")
    }
    redirect = reply.redirect
    guard let nonce = reply.nonce else { throw .failed(.server, "the reply is no nonce: \(reply.statusLine)") }
    return nonce
  }

  /// Speaks under TLS what was spoken before it.
  private func converse(
    _ client: TLSClient, _ approach: inout ClientPreTLS, _ verifier: ServerVerifier
  ) throws(ClientAttempt.Ending) -> String {
    let transport = approach.transport
    let nonce = try approach.converse(
      say: { bytes throws(ClientAttempt.Ending) in
        client.send(bytes)
        try transport.send(client.takeOutput())
      },
      hear: { () throws(ClientAttempt.Ending) in
        while true {
          let bytes = client.takeData()
          if !bytes.isEmpty { return bytes }
          try check(client, verifier, .afterHandshake)
          guard client.state == .established else {
            throw .failed(.server, "the server closed before the reply was complete")
          }
          try exchange(client, transport, "before the reply was complete")
        }
      }, .afterHandshake)
    guard let nonce else { throw .failed(.server, "the reply is no nonce") }
    return nonce
  }

  private func client(_ verifier: ServerVerifier) throws(ClientAttempt.Ending) -> TLSClient {
    var settings = ClientSettings()
    settings.host = attempt.connect.serverNameIndication
    settings.applicationProtocols = attempt.alpn
    settings.versions = attempt.minimumTLS...attempt.maximumTLS
    settings.asksForStaple = verifier.alwaysAsksForStaple
    settings.asksForTimestamps = attempt.policy.transparency != nil
    settings.identity = attempt.policy.identity.map { identity in
      TLSIdentity(
        certificate: identity.leaf, chain: identity.chain.filter { $0 != identity.leaf },
        privateKey: identity.privateKey)
    }
    settings.takesUpSessions = attempt.needs.contains(.resumption)
    if let known {
      settings.session = known.session
      settings.sessionAge = MonotonicInstant.now.microseconds(since: known.since) / 1000
      if asksEarly { settings.earlyData = attempt.connect.request }
    }
    settings.checks = checks
    mistake?.make(in: &settings, host: attempt.connect.host)
    do throws(ClientFault) {
      return try TLSClient(settings) { verifier.judge($0) }
    } catch {
      throw .harness(HarnessFailure(.internal, "A TLS client could not be set up", underlying: "\(error)"))
    }
  }

  /// Sends what the client has to say and gives it what comes.
  private func exchange(
    _ client: TLSClient, _ transport: ClientTransport, _ when: String
  ) throws(ClientAttempt.Ending) {
    do throws(ClientAttempt.Ending) {
      try transport.send(client.takeOutput())
    } catch {
      // When the server has gone, what it said before that still counts.
      guard case .outcome(.failed(.network, _)) = error, let bytes = try? transport.receive(when) else { throw error }
      return client.receive(bytes)
    }
    client.receive(try transport.receive(when))
  }

  private func reply(
    _ client: TLSClient, _ transport: ClientTransport, _ verifier: ServerVerifier
  ) throws(ClientAttempt.Ending) -> Reply {
    var reply = Reply()
    while true {
      guard reply.append(client.takeData()) else { throw .failed(.server, "the reply is too long or is not HTTP") }
      if reply.isComplete { return reply }
      try check(client, verifier, .afterHandshake)
      guard client.state == .established else {
        throw .failed(.server, "the server closed before the reply was complete")
      }
      try exchange(client, transport, "before the reply was complete")
    }
  }

  /// What it means when the client gave up.
  private func check(
    _ client: TLSClient, _ verifier: ServerVerifier, _ phase: Phase
  ) throws(ClientAttempt.Ending) {
    guard case .failed(let fault) = client.state else { return }
    switch fault {
    case .judged:
      guard case .cancel(let reason, let detail)? = verifier.decision else { break }
      throw .cancelled(reason, phase, detail)
    case .refused(let refusal): throw .cancelled(refusal.reason, phase, refusal.why)
    case .alerted(let alert): throw .failed(.server, "the server sent alert \(alert.rawValue)")
    case .unable(let why): throw .cancelled(.clientIdentity, phase, why)
    }
    throw .harness(HarnessFailure(.internal, "A handshake was refused without the validator's verdict"))
  }
}

extension SwiftClientAttempt.Remembered {
  /// What was presented, to be judged for the host that is asked for now.
  fileprivate func shown(to attempt: Attempt) -> ServerFlight {
    var flight = flight
    flight.host = attempt.connect.host
    return flight
  }
}

extension Attempt.Endpoint {
  /// What is asked of a server that was accepted.
  fileprivate var request: [UInt8] {
    Array("GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n\r\n".utf8)
  }
}

extension AttemptPolicy.Identity {
  /// Whether the private key is that of the leaf: a handshake with another one proves nothing.
  fileprivate var hasItsOwnKey: Bool {
    guard let key = try? PrivateKey(pkcs8: privateKey).spki(), let leaf = try? X509Certificate(der: leaf) else {
      return false
    }
    return leaf.spki == key
  }
}
