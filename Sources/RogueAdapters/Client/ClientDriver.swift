internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// Does what a `ConnectionPlan` says, with one TLS library, on a thread that may block.
struct ClientDriver {
  /// The verifier for a host; some end the attempt before it begins.
  enum VerifierChoice {
    case verifier(any HandshakeVerifier)
    case outcome(AdapterOutcome)
  }

  private let engine: any ClientEngine
  private let checks: Set<ConnectionCheck>
  private let summon: (Attempt) -> VerifierChoice
  private var plan: ConnectionPlan
  /// The state of earlier attempts, which this one updates.
  private(set) var memory: ClientMemory
  private var deadline = MonotonicInstant.now
  private var identity: TLSIdentity?
  private var verifier: (any HandshakeVerifier)?
  private var reused: KeptConnection?
  private var line: ClientLine?
  private var late: LateJudge?

  init(
    _ engine: any ClientEngine, _ attempt: Attempt, _ checks: Set<ConnectionCheck> = .all,
    after memory: ClientMemory = ClientMemory(), summon: @escaping (Attempt) -> VerifierChoice
  ) {
    self.engine = engine
    self.checks = checks
    self.summon = summon
    self.memory = memory
    var attempt = checks.contains(.currentIdentity) ? attempt.withCurrentIdentitiesFirst : attempt
    if checks.contains(.signingIdentity) { attempt = attempt.withSigningIdentitiesFirst }
    if !checks.contains(.anyPurpose) { attempt = attempt.withStatedPurposesOnly }
    plan = ConnectionPlan(attempt, checks, after: memory.past, at: .now)
  }

  mutating func outcome() -> Result<AdapterOutcome, HarnessFailure> {
    var event = ConnectionPlan.Event.done
    while true {
      switch plan.next(after: event) {
      case .accept(let nonce):
        let statement = Statement(said: verifier?.said ?? .accept, nonce: nonce)
        return fault?.result ?? .success(.statement(statement))
      case .end(let ending):
        line?.leave(after: ending)
        return fault?.result ?? ending.result
      case let step:
        do throws(ClientEnding) { event = try perform(step) } catch {
          line?.leave(after: error)
          (line, reused) = (nil, nil)
          event = .failed(fault ?? error)
        }
      }
    }
  }

  /// How the validator broke the contract; this overrides everything else.
  private var fault: ClientEnding? { verifier?.fault.map { .outcome(.broken($0)) } }
  private var attempt: Attempt { plan.attempt }
  private var request: HTTPRequest { HTTPRequest(attempt.connect, keepsAlive: attempt.needs.contains(.keepAlive)) }

  private mutating func perform(_ step: ConnectionPlan.Step) throws(ClientEnding) -> ConnectionPlan.Event {
    switch step {
    case .summon(let attempt):
      if let fault { throw fault }
      switch summon(attempt) {
      case .outcome(let known): throw .outcome(known)
      case .verifier(let verifier):
        self.verifier = verifier
        return .summoned(choosesIdentity: verifier.choosesIdentity)
      }
    case .prepare(let identity):
      deadline = MonotonicInstant.now.advanced(milliseconds: attempt.deadlineMilliseconds)
      self.identity = isWithheld ? nil : identity.map(TLSIdentity.init).map(presented)
      try engine.prepare(self.identity)
    case .reuse:
      (reused, memory.connection) = (memory.connection, nil)
      line = reused?.line
      line?.begin(until: deadline)
    case .judge(.connection): return try judge(reused?.flight, .connection)
    case .judge(let again): return try judge(memory.session?.flight, again)
    case .dial(let port):
      // An earlier one ends first.
      (line, reused) = (nil, nil)
      line = try ClientLine(attempt, port: port, checks, deadline: deadline)
    case .enterProxy(let host, let policy):
      let (line, verifier) = try present()
      try line.enterProxy(host, attempt.versions(checks), policy.map { ProxyVerifier(host, $0, verifier) })
    case .makeTunnel(let target): try present().line.makeTunnel(to: target)
    case .converse: return try present().line.converse().map { .nonce($0) } ?? .done
    case .shakeHands(let offer):
      let (line, verifier) = try present()
      late = nil
      if !checks.contains(.refusedSession) { late = LateJudge(verifier, of: [.revoked, .revocationUnknown]) }
      if !checks.contains(.requestPins), attempt.connect.startTLS == nil {
        late = LateJudge(verifier, of: [.pinMismatch])
      }
      let judge: any PeerJudge = if let late { late } else { verifier }
      let connection = try engine.open(opening(offer, line, verifier), offer.isJudged ? judge : nil)
      try line.shakeHands(connection, offering: attempt.alpn)
      if let refusal = late?.refusal, !checks.contains(.refusedSession) {
        remember(isRefused: true)
        // libssl resumes no session of a connection that ended in another way.
        connection.close()
        throw refusal
      }
      return .shaken(isResumed: connection.isResumed, earlyDataWasTaken: connection.earlyDataWasTaken)
    case .request:
      let reply = try present().line.ask(request)
      if let refusal = late?.refusal { throw refusal }
      return .replied(reply)
    case .read: return .replied(try present().line.reply())
    case .hangUp: line?.hangUp()
    case .keep:
      let (line, verifier) = try present()
      guard let flight = verifier.flight else { throw .internal("a connection is kept that presented nothing") }
      line.isLeft = true
      memory.connection = KeptConnection(line: line, flight: flight, terms: ConnectionTerms(attempt))
    case .finish: line?.finish()
    case .requestInTheClear(let host):
      return .repliedInTheClear(try Reply(to: request.bytes(for: host), inTheClear: attempt.connect, until: deadline))
    case .remember: remember()
    case .retry(let ending): return verifier?.isChallengedAgain() == true ? .again : .over(ending)
    case .accept, .end: break
    }
    return .done
  }

  private mutating func remember(isRefused: Bool = false) {
    guard let session = line?.connection?.session, let flight = verifier?.flight else { return }
    memory.session = KeptSession(
      session: session, flight: flight, identity: attempt.policy.identity,
      isOfResumption: line?.connection?.isResumed == true, isOfRefusal: isRefused)
  }

  private func presented(_ identity: TLSIdentity) -> TLSIdentity { checks.presented(identity) }

  private var isWithheld: Bool {
    !checks.contains(.identityAfterReconnect) && memory.anonymousHosts.contains(HostName.plain(attempt.connect.host))
  }

  private func present() throws(ClientEnding) -> (line: ClientLine, verifier: any HandshakeVerifier) {
    guard let line, let verifier else { throw .internal("a client has no connection or no verifier") }
    return (line, verifier)
  }

  private func judge(
    _ flight: ServerFlight?, _ again: ConnectionPlan.Again
  ) throws(ClientEnding) -> ConnectionPlan.Event {
    guard var flight, let verifier else { throw .internal("there is no flight to judge again") }
    if again == .connection || checks.contains(.currentHost) { flight.host = attempt.connect.host }
    if again != .connection, !checks.contains(.sessionStaple) { flight.staples = [:] }
    let decision = verifier.judge(resumed: flight)
    if decision == .accept, again != .connection, !checks.contains(.sessionCertificates), attempt.isPinned {
      return .judged(again, .cancel(.pinMismatch, detail: "the handshake has no certificates"))
    }
    if case .cancel(.expired, _) = decision, again != .connection {
      let overlooks =
        !checks.contains(.sessionDates) || !checks.contains(.sessionIssuers) && isCurrent(flight)
      if overlooks { return .judged(again, .accept) }
    }
    return .judged(again, decision)
  }

  /// Whether the leaf itself has not expired.
  private func isCurrent(_ flight: ServerFlight) -> Bool {
    guard let leaf = flight.certificates.first, let end = (try? X509Certificate(der: leaf))?.notAfter else {
      return false
    }
    return attempt.policy.secondsSince1970 <= end
  }

  private func opening(
    _ offer: ConnectionPlan.Offer, _ line: ClientLine, _ verifier: any HandshakeVerifier
  ) -> ClientOpening {
    let revocation = attempt.policy.revocation
    var opening = ClientOpening(host: attempt.connect.host, versions: attempt.versions(checks), alpn: attempt.alpn)
    if attempt.needs.contains(.proxy), !checks.contains(.serverNameBehindProxy) {
      opening.otherServerName = .some(attempt.connect.proxyHost)
    }
    opening.offersPostHandshakeAuthentication = checks.contains(.postHandshakeOffer)
    opening.requestsSCTs = attempt.policy.transparency != nil
    // SCTs come in the certificate, in an extension, and in the staple.
    opening.requestsStaple =
      verifier.alwaysRequestsStaple || opening.requestsSCTs
      || revocation.mode != .off && revocation.methods.contains(.ocspStaple)
    opening.takesUpSessions = attempt.needs.contains(.resumption)
    opening.identity = identity
    if let first = attempt.policy.identity, !first.others.isEmpty {
      opening.identities = ([first] + first.others).map(TLSIdentity.init).map(presented)
    }
    if verifier.choosesIdentity {
      let checks = checks
      let first = attempt.policy.identity?.leaf
      opening.chooseIdentity = { request in
        let answer = verifier.identity(for: checks.considered(request), throughChain: checks.contains(.chainIssuers))
        if case .send(let identity) = answer, identity.certificate != first, !checks.contains(.secondIdentity) {
          return .nothing
        }
        return answer.map(checks.presented)
      }
    }
    switch offer.session {
    case .kept: opening.session = memory.session?.session
    case .renewed: opening.session = memory.session?.session.renewed()
    case .proxys: opening.session = line.transport.tunnel?.session
    case nil: break
    }
    opening.sessionAge = memory.session.map { MonotonicInstant.now.microseconds(since: $0.since) / 1000 } ?? 0
    if offer.isEarly { opening.earlyData = request.bytes }
    return opening
  }
}

extension Attempt {
  fileprivate func versions(_ checks: Set<ConnectionCheck>) -> ClosedRange<TLSVersion> {
    (checks.contains(.minimumVersion) ? minimumTLS : .tls12)...maximumTLS
  }
}

extension Set<ConnectionCheck> {
  /// The client's view of a request for its certificate.
  fileprivate func considered(_ request: TLSCertificateRequest) -> TLSCertificateRequest {
    var request = request
    if !contains(.everyAuthority) { request.authorities = Array(request.authorities.prefix(1)) }
    if !contains(.identityAlgorithms) { request.schemes = [] }
    return contains(.admittedIdentity) ? request : TLSCertificateRequest(version: request.version)
  }

  /// The presented part of an identity.
  fileprivate func presented(_ identity: TLSIdentity) -> TLSIdentity {
    var identity = identity
    if !contains(.wholeChain), identity.chain.count > 1 { identity.chain.removeLast() }
    if !contains(.chainOrder) { identity.chain.reverse() }
    if !contains(.identityIssuers) { identity.chain = [] }
    return identity
  }
}

extension TLSIdentityAnswer {
  fileprivate func map(_ change: (TLSIdentity) -> TLSIdentity) -> TLSIdentityAnswer {
    if case .send(let identity) = self { .send(change(identity)) } else { self }
  }
}
