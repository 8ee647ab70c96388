internal import RogueModel

/// The next step of a client, from an attempt to its end: a pure function of the attempt, of what earlier attempts have
/// left, and of what has happened since.
///
/// `ClientDriver` does each step and reports its result. The plan decides by a `Rulebook`.
struct ConnectionPlan {
  enum Step: Hashable {
    /// Ask for the validator for this host under this policy.
    case chooseVerifier(Attempt)
    /// Have the client's certificate looked at. The time of the attempt begins.
    case prepare(AttemptPolicy.Identity?)
    /// Take the connection that an earlier attempt left open.
    case reuse
    /// Have what the server once presented judged again, for the host and under the policy of now.
    case judge(Reverification.Use)
    case dial(port: UInt16)
    /// Speak TLS with the proxy; nil: its certificate is not checked.
    case enterProxy(host: String, AttemptPolicy?)
    case makeTunnel(to: String)
    /// Run the dialogue before TLS; and, in another one, the dialogue under it.
    case converse
    case shakeHands(Offer)
    /// Make the request and read the reply.
    case request
    /// The request has gone out as early data: read the reply.
    case read
    /// Say close_notify.
    case hangUp
    /// Leave the connection open for a later request.
    case keep
    /// Let the server end the connection.
    case finish
    case requestInTheClear(host: String)
    /// Keep the session.
    case remember
    /// The server has refused the client: decide whether to try again.
    case retry(orElse: ClientEnding)
    case accept(nonce: String)
    case end(ClientEnding)
  }

  /// The start of a handshake.
  struct Offer: Hashable {
    /// The session of an earlier attempt is offered.
    var resumes = false
    /// The request goes out with the ClientHello.
    var isEarly = false
    /// A verifier decides about the presented certificates.
    var isJudged = true
  }

  enum Event {
    /// The step is done, or this is the beginning.
    case done
    case verifierChosen(choosesIdentity: Bool)
    case judged(Reverification.Use, ChainDecision)
    case handshakeDone(isResumed: Bool, earlyDataWasTaken: Bool)
    /// Came in a dialogue.
    case nonce(String)
    case replied(Reply)
    case repliedInTheClear(Reply)
    /// The client is challenged once more, after a refusal by the server.
    case again
    /// It is not.
    case over(ClientEnding)
    case failed(ClientEnding)
  }

  /// The state of earlier attempts.
  struct PriorSession {
    var connection: ConnectionTerms?
    var session: SessionTerms?
    var visits: Set<ClientSituation.Visit> = []
  }

  private var situation: ClientSituation
  private let rules: Rulebook
  private var connection: ConnectionTerms?
  /// The open connection is one of this attempt.
  private var isOwnConnection = false
  private let known: SessionTerms?
  private var identity: AttemptPolicy.Identity?
  private var steps: [Step] = []

  /// Of one connection, or of two where the first is the wrong one for a request.
  private struct AttemptState {
    /// Open before this attempt, and for another host.
    var isReused = false
    var isForAnotherHost = false
    var isEarly = false
    /// TLS with the server has begun.
    var isSecure = false
    /// A verifier decides about the certificates of the handshake.
    var isVerified = false
    /// A verifier has seen the presented certificates.
    var isShown = false
  }
  private var state = AttemptState()

  /// With the host that redirects have led to.
  var attempt: Attempt { situation.attempt }
  /// To other hosts, so far.
  var redirects: Int { situation.redirects }

  init(_ attempt: Attempt, _ rules: Rulebook, after past: PriorSession = PriorSession()) {
    situation = ClientSituation(attempt: attempt, visits: past.visits)
    self.rules = rules
    connection = past.connection
    known = attempt.reuse == .none ? nil : past.session
    steps = [chooseVerifier()]
  }

  mutating func next(after event: Event) -> Step {
    switch event {
    case .done: break
    case .verifierChosen(let choosesIdentity):
      identity = choosesIdentity ? nil : attempt.policy.identity
      steps = begin()
    case .again: steps = begin()
    case .judged(.connection, let decision): steps = proceed(after: decision)
    case .judged(.earlyData, let decision):
      state.isShown = true
      state.isEarly = decision == .accept
      situation.session = situation.session.flatMap { offered($0, after: decision) }
      steps = [shakeHands()]
    case .judged(.session, let decision):
      state.isShown = true
      steps =
        if case .cancel(let reason, let detail) = decision {
          [.hangUp, .end(.cancelled(reason, .afterHandshake, detail))]
        } else { ask() }
    case .handshakeDone(let isResumed, let wasTaken): steps = handshakeDone(isResumed, wasTaken)
    case .nonce(let nonce): steps = state.isSecure ? [.finish] + success(nonce) : [.accept(nonce: nonce)]
    case .replied(let reply): steps = take(reply)
    case .repliedInTheClear(let reply): steps = answer(reply)
    case .over(let ending): steps = [.end(ending)]
    case .failed(let ending): steps = failure(ending)
    }
    return steps.isEmpty ? .end(.internal("a client has no next step")) : steps.removeFirst()
  }

  // MARK: To the server

  private func chooseVerifier() -> Step {
    var attempt = attempt
    attempt.policy = rules(.policyOfServer, situation)
    return .chooseVerifier(attempt)
  }

  private mutating func begin() -> [Step] {
    state = AttemptState()
    situation.isMisdirected = false
    situation.session = nil
    if let damage = identity?.damage {
      return [.end(.cancelled(.clientIdentity, .configuration, "the client's PKCS #12 cannot be used: \(damage)"))]
    }
    situation.session = known.flatMap { offered($0) }
    guard attempt.needs.contains(.keepAlive), let kept = connection else { return [.prepare(identity)] + connect() }
    connection = nil
    let offer = ConnectionOffer(
      connection: kept, situation: situation, isOfSameClient: isSameClient(kept.identity, isOfConnection: true))
    // A redirect may be followed on the connection that it came over, in an attempt that reuses nothing earlier, too.
    guard attempt.reuse == .connection || isOwnConnection, rules(.usesConnection, offer) else {
      return [.prepare(identity), .reuse, .hangUp] + connect()
    }
    state.isReused = true
    state.isForAnotherHost = !kept.areFor(attempt)
    return [.prepare(identity), .reuse, .judge(.connection)]
  }

  private func offered(_ session: SessionTerms, after decision: ChainDecision? = nil) -> SessionTerms? {
    let offer = SessionOffer(
      session: session, situation: situation, isOfSameClient: isSameClient(session.identity), decision: decision)
    return rules(.offersSession, offer) ? session : nil
  }

  private func isSameClient(_ first: AttemptPolicy.Identity?, isOfConnection: Bool = false) -> Bool {
    rules(.isSameClient, IdentityPair(first: first, now: attempt.policy.identity, isOfConnection: isOfConnection))
  }

  /// The certificates of an open connection must be right for the current host, under its policy.
  private mutating func proceed(after decision: ChainDecision) -> [Step] {
    state.isShown = true
    guard case .cancel(let reason, let detail) = decision else { return [.request] }
    guard state.isForAnotherHost else { return [.hangUp, .end(.cancelled(reason, .afterHandshake, detail))] }
    return [.hangUp] + connect()
  }

  /// The steps up to the handshake and the handshake itself, unless there is a decision to make before it.
  private mutating func connect() -> [Step] {
    state.isReused = false
    let target = attempt.connect
    var steps: [Step] = []
    if situation.isBehindProxy {
      guard let port = target.proxy?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
        return [.end(.internal("this attempt needs a proxy but names none"))]
      }
      steps.append(.dial(port: port))
      if let host = target.proxyHost {
        steps.append(.enterProxy(host: host, rules(.policyOfProxy, ProxyVisit(host: host, situation: situation))))
      }
      steps.append(.makeTunnel(to: target.authority))
    } else {
      steps.append(.dial(port: target.port))
    }
    if target.startTLS != nil { steps.append(.converse) }
    // With early data the request is made before the server shows that it is still the same.
    let sendsEarlyData = attempt.needs.contains(.earlyData) && situation.session?.allowsEarlyData == true
    return steps + [sendsEarlyData ? .judge(.earlyData) : shakeHands()]
  }

  private mutating func shakeHands() -> Step {
    state.isVerified = rules(.verifiesServer, situation)
    return .shakeHands(Offer(resumes: situation.session != nil, isEarly: state.isEarly, isJudged: state.isVerified))
  }

  private mutating func handshakeDone(_ isResumed: Bool, _ earlyDataWasTaken: Bool) -> [Step] {
    state.isSecure = true
    state.isEarly = state.isEarly && earlyDataWasTaken
    situation.handshakes += 1
    guard rules(.requestsHere, situation) else { return [.finish] + begin() }
    // A resumed server has presented nothing, so what it presented at first is judged again, before it gets a request.
    if isResumed, situation.session != nil { return [.judge(.session)] }
    if !isResumed, state.isVerified { state.isShown = true }
    return ask()
  }

  private func ask() -> [Step] {
    guard attempt.connect.startTLS == nil else {
      return [.converse, .end(.failed(.server, "the reply is not a nonce"))]
    }
    return [state.isEarly ? .read : .request]
  }

  // MARK: From the server

  private mutating func take(_ reply: Reply) -> [Step] {
    if reply.isMisdirected, state.isReused, state.isForAnotherHost, rules(.nonce, reply) == nil {
      situation.isMisdirected = true
      return [.hangUp] + connect()
    }
    let isKept = attempt.needs.contains(.keepAlive) && reply.keepsAlive && state.isShown
    if isKept { (connection, isOwnConnection) = (ConnectionTerms(attempt), true) }
    let leave = isKept ? Step.keep : .finish
    guard attempt.needs.contains(.redirects) else { return [leave] + answer(reply) }
    if let host = reply.clearRedirect {
      guard rules(.leavesTLS, ClearRedirect(host: host, situation: situation)) else {
        let why = "the server redirects to http://\(host), without TLS"
        return [leave, .end(.cancelled(.protocol, .afterHandshake, why))]
      }
      return [leave, .requestInTheClear(host: host)]
    }
    if let path = reply.relativeRedirect, !situation.hasMovedByPath {
      situation.attempt.connect.path = path
      situation.hasMovedByPath = true
      return [leave, chooseVerifier()]
    }
    guard let host = reply.redirect, host != attempt.connect.host else { return [leave] + answer(reply) }
    // Another verifier decides about the other host, by its name; once is enough.
    situation.attempt.connect.host = host
    situation.hasMovedByPath = false
    situation.redirects += 1
    return [leave, chooseVerifier()]
  }

  private func answer(_ reply: Reply) -> [Step] {
    if let nonce = rules(.nonce, reply) { return success(nonce) }
    let ending = ClientEnding.failed(.server, "the reply is not a nonce: \(reply.statusLine)")
    return reply.redirect == nil ? failure(ending) : [.end(ending)]
  }

  private func success(_ nonce: String) -> [Step] {
    state.isReused ? [.accept(nonce: nonce)] : [.remember, .accept(nonce: nonce)]
  }

  private func failure(_ ending: ClientEnding) -> [Step] { [ending.isByServer ? .retry(orElse: ending) : .end(ending)] }
}
