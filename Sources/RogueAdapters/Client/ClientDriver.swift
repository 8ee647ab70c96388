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
  private let rules: Rulebook
  private let chooseVerifier: (Attempt) -> VerifierChoice
  private var plan: ConnectionPlan
  /// The state of earlier attempts, which this one updates.
  private(set) var memory: ClientMemory
  private var deadline = MonotonicInstant.now
  private var identity: TLSIdentity?
  private var verifier: (any HandshakeVerifier)?
  private var reused: KeptConnection?
  private var line: ClientLine?

  init(
    _ engine: any ClientEngine, _ attempt: Attempt, _ rules: Rulebook = Rulebook(),
    after memory: ClientMemory = ClientMemory(), chooseVerifier: @escaping (Attempt) -> VerifierChoice
  ) {
    self.engine = engine
    self.rules = rules
    self.chooseVerifier = chooseVerifier
    self.memory = memory
    var attempt = attempt
    attempt.policy.identities = rules(
      .identityOrder, IdentityList(identities: attempt.policy.identities, now: attempt.policy.secondsSince1970))
    plan = ConnectionPlan(attempt, rules, after: memory.past)
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
    case .chooseVerifier(let attempt): return try startVerifier(for: attempt)
    case .prepare(let identity):
      deadline = MonotonicInstant.now.advanced(milliseconds: attempt.deadlineMilliseconds)
      self.identity = identity.map(TLSIdentity.init).flatMap(presentation)
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
      line = try ClientLine(attempt, port: port, rules, deadline: deadline)
    case .enterProxy(let host, let policy):
      let (line, verifier) = try present()
      let identity = policy?.identity.map(TLSIdentity.init)
      try line.enterProxy(host, attempt.versions, identity, policy.map { ProxyVerifier(host, $0, verifier) })
    case .makeTunnel(let target):
      guard let refusal = try present().line.makeTunnel(to: target) else { return .done }
      if let nonce = rules(.responseOfProxy, refusal) { return .nonce(nonce) }
      throw .failed(.network, "the proxy refuses the tunnel: \(refusal.statusLine)")
    case .converse: return try present().line.converse().map { .nonce($0) } ?? .done
    case .shakeHands(let offer):
      let (line, verifier) = try present()
      let connection = try engine.open(opening(offer, line, verifier), offer.isJudged ? verifier : nil)
      try line.shakeHands(connection, offering: attempt.alpn)
      return .handshakeDone(isResumed: connection.isResumed, earlyDataWasTaken: connection.earlyDataWasTaken)
    case .request: return .replied(try present().line.ask(request))
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

  private mutating func startVerifier(for attempt: Attempt) throws(ClientEnding) -> ConnectionPlan.Event {
    if let fault { throw fault }
    switch chooseVerifier(attempt) {
    case .outcome(let known): throw .outcome(known)
    case .verifier(let verifier):
      self.verifier = verifier
      return .verifierChosen(choosesIdentity: verifier.choosesIdentity)
    }
  }

  private mutating func remember() {
    guard let session = line?.connection?.session, let flight = verifier?.flight else { return }
    memory.session = KeptSession(
      session: session, flight: flight, identity: attempt.policy.identity,
      isOfResumption: line?.connection?.isResumed == true)
  }

  /// The identity that the client presents if it has this one; nil: none.
  private var presentation: (TLSIdentity) -> TLSIdentity? {
    let situation = ClientSituation(attempt: attempt, visits: memory.visits)
    return { [rules] in rules(.presentedIdentity, IdentityPresentation(identity: $0, situation: situation)) }
  }

  private func present() throws(ClientEnding) -> (line: ClientLine, verifier: any HandshakeVerifier) {
    guard let line, let verifier else { throw .internal("a client has no connection or no verifier") }
    return (line, verifier)
  }

  private func judge(
    _ flight: ServerFlight?, _ use: Reverification.Use
  ) throws(ClientEnding) -> ConnectionPlan.Event {
    guard let flight, let verifier else { throw .internal("there is no flight to judge again") }
    let question = Reverification(
      use: use, attempt: attempt, flight: flight, session: use == .connection ? nil : memory.session?.terms,
      redirects: plan.redirects, judge: verifier.judge(resumed:))
    return .judged(use, rules(.verifiesAgain, question))
  }

  private func opening(
    _ offer: ConnectionPlan.Offer, _ line: ClientLine, _ verifier: any HandshakeVerifier
  ) -> ClientOpening {
    let revocation = attempt.policy.revocation
    var opening = ClientOpening(host: attempt.connect.host, versions: attempt.versions, alpn: attempt.alpn)
    opening.requestsSCTs = attempt.policy.transparency != nil
    // SCTs come in the certificate, in an extension, and in the staple.
    opening.requestsStaple =
      verifier.alwaysRequestsStaple || opening.requestsSCTs
      || revocation.mode != .off && revocation.methods.contains(.ocspStaple)
    opening.takesUpSessions = attempt.needs.contains(.resumption)
    opening.identity = identity
    let identities = attempt.policy.identities.map(TLSIdentity.init)
    if identities.count > 1 { opening.identities = identities.compactMap(presentation) }
    if verifier.choosesIdentity {
      // The connection keeps this function, so it must not hold the line that holds the connection.
      let presented = presentation
      opening.chooseIdentity = { [rules] request in
        let question = IdentityRequest(request: request, identities: identities, choose: verifier.identity(for:))
        let answer = rules(.identityForRequest, question)
        guard case .send(let identity) = answer else { return answer }
        return presented(identity).map { .send($0) } ?? .nothing
      }
    }
    let kept = offer.resumes ? memory.session?.session : nil
    opening.session = rules(.offeredSession, SessionStock(kept: kept, proxys: line.transport.tunnel?.session))
    opening.sessionAge = memory.session?.age ?? 0
    if offer.isEarly { opening.earlyData = request.bytes }
    return rules(.opening, PlannedHello(opening: opening, attempt: attempt))
  }
}

extension Attempt {
  fileprivate var versions: ClosedRange<TLSVersion> { minimumTLS...maximumTLS }
}

extension AttemptPolicy {
  /// The client's identities; none has others.
  fileprivate var identities: [Identity] {
    get { identity.map { [$0] + $0.others } ?? [] }
    set {
      let single = newValue.map { identity in
        var identity = identity
        identity.others = []
        return identity
      }
      identity = single.first
      identity?.others = Array(single.dropFirst())
    }
  }
}
