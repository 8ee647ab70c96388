internal import RogueModel
internal import RoguePlatform

/// The next step of a client, from an attempt to its end: a pure function of the attempt, of what earlier attempts have
/// left, and of what has happened since.
///
/// `ClientDriver` does each step and reports its result. Every check that a client can omit is a `ConnectionCheck`.
struct ConnectionPlan {
  enum Step: Hashable {
    /// Ask for the validator for this host under this policy.
    case summon(Attempt)
    /// Have the client's certificate looked at. The time of the attempt begins.
    case prepare(AttemptPolicy.Identity?)
    /// Take the connection that an earlier attempt left open.
    case reuse
    /// Have what the server once presented judged again, for the host and under the policy of now.
    case judge(Again)
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

  enum Again: Hashable { case connection, earlyData, session }

  /// The start of a handshake.
  struct Offer: Hashable {
    enum Session: Hashable {
      case kept
      /// The kept one, as if it had just begun.
      case renewed
      /// That of the connection with the proxy.
      case proxys
    }
    var session: Session?
    /// The request goes out with the ClientHello.
    var isEarly = false
    /// A verifier decides about the presented certificates.
    var isJudged = true
  }

  enum Event {
    /// The step is done, or this is the beginning.
    case done
    case summoned(choosesIdentity: Bool)
    case judged(Again, ChainDecision)
    case shaken(isResumed: Bool, earlyDataWasTaken: Bool)
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
    var hosts: Set<String> = []
  }

  /// With the host and the policy that redirects have led to.
  private(set) var attempt: Attempt
  private let checks: Set<ConnectionCheck>
  private var connection: ConnectionTerms?
  private let known: SessionTerms?
  private var isUnjudged: Bool
  private var hasMoved = false
  /// The last redirect was to a path, and named no scheme.
  private var hasMovedByPath = false
  private var identity: AttemptPolicy.Identity?
  private var steps: [Step]

  /// Of one connection, or of two where the first is the wrong one for a request.
  private struct AttemptState {
    var session: SessionTerms?
    /// It is the first of two, and only for looking.
    var isProbe = false
    /// Open before this attempt, and for another host.
    var isReused = false
    var isForAnotherHost = false
    /// The server did not want the request on a connection that was opened for another host.
    var isMisdirected = false
    var isEarly = false
    /// TLS with the server has begun.
    var isSecure = false
    /// A verifier has seen the presented certificates.
    var isShown = false
  }
  private var state = AttemptState()

  init(
    _ attempt: Attempt, _ checks: Set<ConnectionCheck>, after past: PriorSession = PriorSession(),
    at now: MonotonicInstant
  ) {
    self.attempt = attempt
    self.checks = checks
    connection = past.connection
    known = attempt.reuse == .none ? nil : past.session.flatMap { $0.fit(attempt, checks, at: now) ? $0 : nil }
    isUnjudged = !checks.contains(.knownHost) && past.hosts.contains(HostName.plain(attempt.connect.host))
    steps = []
    steps = [.summon(judged)]
  }

  mutating func next(after event: Event) -> Step {
    switch event {
    case .done: break
    case .summoned(let choosesIdentity):
      identity = choosesIdentity ? nil : attempt.policy.identity
      steps = begin(isProbe: !checks.contains(.probe))
    case .again: steps = begin()
    case .judged(.connection, let decision): steps = proceed(after: decision)
    case .judged(.earlyData, let decision):
      state.isShown = true
      // A session that would not be begun today is not taken up.
      if objection(decision) == nil {
        state.isEarly = true
      } else if checks.contains(.declinedSession) {
        state.session = nil
      }
      steps = [shakeHands()]
    case .judged(.session, let decision):
      state.isShown = true
      steps = objection(decision).map { [.hangUp, .end($0)] } ?? ask()
    case .shaken(let isResumed, let wasTaken): steps = shaken(isResumed, wasTaken)
    case .nonce(let nonce): steps = state.isSecure ? [.finish] + success(nonce) : [.accept(nonce: nonce)]
    case .replied(let reply): steps = take(reply)
    case .repliedInTheClear(let reply): steps = answer(reply)
    case .over(let ending): steps = [.end(ending)]
    case .failed(let ending): steps = failure(ending)
    }
    return steps.isEmpty ? .end(.internal("a client has no next step")) : steps.removeFirst()
  }

  // MARK: To the server

  private mutating func begin(isProbe: Bool = false) -> [Step] {
    state = AttemptState()
    state.isProbe = isProbe
    if let damage = identity?.damage {
      return [.end(.cancelled(.clientIdentity, .configuration, "the client's PKCS #12 cannot be used: \(damage)"))]
    }
    if !isProbe, !isUnjudged { state.session = known }
    guard !isProbe, attempt.needs.contains(.keepAlive), let kept = connection else {
      return [.prepare(identity)] + connect()
    }
    connection = nil
    guard attempt.reuse == .connection, !isUnjudged, kept.fit(attempt, checks) else {
      return [.prepare(identity), .reuse, .hangUp] + connect()
    }
    state.isReused = true
    state.isForAnotherHost = !kept.areFor(attempt)
    return [.prepare(identity), .reuse, .judge(.connection)]
  }

  /// The certificates of an open connection must be right for the current host, under its policy.
  private mutating func proceed(after decision: ChainDecision) -> [Step] {
    state.isShown = true
    guard case .cancel(let reason, let detail) = decision,
      checks.contains(state.isForAnotherHost ? .connectionHost : .connectionRules),
      checks.heed(reason, ofSession: false)
    else { return [.request] }
    if reason == .nameMismatch, !state.isForAnotherHost, !checks.contains(.addedName) { return [.request] }
    guard state.isForAnotherHost else { return [.hangUp, .end(.cancelled(reason, .afterHandshake, detail))] }
    return [.hangUp] + connect()
  }

  /// The steps up to the handshake and the handshake itself, unless there is a decision to make before it.
  private mutating func connect() -> [Step] {
    state.isReused = false
    let target = attempt.connect
    var steps: [Step] = []
    if isBehindProxy {
      guard let port = target.proxy?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
        return [.end(.internal("this attempt needs a proxy but names none"))]
      }
      steps.append(.dial(port: port))
      if let host = target.proxyHost { steps.append(.enterProxy(host: host, policy(ofProxy: host))) }
      steps.append(.makeTunnel(to: target.authority))
    } else {
      steps.append(.dial(port: target.port))
    }
    if target.startTLS != nil { steps.append(.converse) }
    // With early data the request is made before the server shows that it is still the same.
    let sendsEarlyData = attempt.needs.contains(.earlyData) && state.session?.allowsEarlyData == true
    if sendsEarlyData, !checks.contains(.earlyRules) { state.isEarly = true }
    return steps + [sendsEarlyData && !state.isEarly ? .judge(.earlyData) : shakeHands()]
  }

  private func shakeHands() -> Step {
    var offer = Offer(isEarly: state.isEarly, isJudged: state.isProbe || !skipsVerification)
    if state.session != nil {
      offer.session = checks.contains(.lifetime) ? .kept : .renewed
    } else if isBehindProxy, !checks.contains(.ownSession) {
      offer.session = .proxys
    }
    return .shakeHands(offer)
  }

  private mutating func shaken(_ isResumed: Bool, _ earlyDataWasTaken: Bool) -> [Step] {
    state.isSecure = true
    state.isEarly = state.isEarly && earlyDataWasTaken
    if state.isProbe {
      isUnjudged = true
      return [.finish] + begin()
    }
    // A resumed server has presented nothing, so what it presented at first is judged again, before it gets a request.
    if isResumed, state.session != nil { return [.judge(.session)] }
    if !isResumed, !skipsVerification { state.isShown = true }
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
    if reply.isMisdirected {
      // A client that takes a 421 for the reply has no reply to hand over.
      guard checks.contains(.misdirectedAnswer) else { return [.finish] + success("") }
      if state.isReused, state.isForAnotherHost {
        state.isMisdirected = true
        return [.hangUp] + connect()
      }
    }
    let isKept = attempt.needs.contains(.keepAlive) && reply.keepsAlive && state.isShown
    if isKept { connection = ConnectionTerms(attempt) }
    let leave = isKept ? Step.keep : .finish
    guard attempt.needs.contains(.redirects) else { return [leave] + answer(reply) }
    if let host = reply.clearRedirect {
      guard !checks.contains(.redirectScheme) || hasMovedByPath && !checks.contains(.schemeAfterPath) else {
        let why = "the server redirects to http://\(host), without TLS"
        return [leave, .end(.cancelled(.protocol, .afterHandshake, why))]
      }
      return [leave, .requestInTheClear(host: host)]
    }
    if let path = reply.relativeRedirect, !hasMovedByPath {
      attempt.connect.path = path
      hasMovedByPath = true
      return [leave, .summon(judged)]
    }
    guard let host = reply.redirect, host != attempt.connect.host else { return [leave] + answer(reply) }
    move(to: host)
    return [leave, .summon(judged)]
  }

  /// Another verifier decides about the other host, by its name; once is enough.
  private mutating func move(to host: String) {
    attempt.connect.host = host
    hasMovedByPath = false
    if attempt.policy.hostname != nil, checks.contains(.redirectedName) { attempt.policy.hostname = host }
    if !checks.contains(.redirectName) { attempt.policy.hostname = nil }
    if !checks.contains(.redirectPins) { attempt.policy.pinSets = [] }
    isUnjudged = isUnjudged || !checks.contains(hasMoved ? .laterRedirects : .redirectTarget)
    hasMoved = true
  }

  private func answer(_ reply: Reply) -> [Step] {
    if let nonce = reply.nonce { return success(nonce) }
    let ending = ClientEnding.failed(.server, "the reply is not a nonce: \(reply.statusLine)")
    return reply.redirect == nil ? failure(ending) : [.end(ending)]
  }

  private func success(_ nonce: String) -> [Step] {
    state.isReused ? [.accept(nonce: nonce)] : [.remember, .accept(nonce: nonce)]
  }

  private func failure(_ ending: ClientEnding) -> [Step] {
    ending.isByServer && !state.isProbe ? [.retry(orElse: ending)] : [.end(ending)]
  }

  // MARK: Verifiers

  private var isBehindProxy: Bool { attempt.needs.contains(.proxy) }

  /// Whether the client does not check what a handshake presents.
  private var skipsVerification: Bool {
    isUnjudged || isBehindProxy && !checks.contains(.serverBehindProxy)
      || attempt.connect.startTLS != nil && !checks.contains(.serverAfterUpgrade)
      || state.isMisdirected && !checks.contains(.freshConnection)
      || state.session != nil && !checks.contains(.declinedCertificate)
  }

  /// Why a session is not gone on with, as far as it is looked at; nil: it may be.
  private func objection(_ decision: ChainDecision) -> ClientEnding? {
    guard case .cancel(let reason, let detail) = decision, let session = state.session,
      checks.contains(session.areFor(attempt) ? .sessionRules : .sessionHost), checks.heed(reason, ofSession: true),
      session.statedLifetime != nil || checks.contains(.unlimitedSession),
      !session.isOfResumption || checks.contains(.renewedSession), !session.isOfRefusal
    else { return nil }
    return .cancelled(reason, .afterHandshake, detail)
  }

  /// The attempt as the validator is to see it.
  private var judged: Attempt {
    var judged = attempt
    if isBehindProxy, !checks.contains(.serverName) { judged.policy.hostname = nil }
    if isBehindProxy, !checks.contains(.proxyStatus) { judged.policy.revocation.mode = .off }
    if isBehindProxy, !checks.contains(.proxyPins) { judged.policy.pinSets = [] }
    if attempt.connect.startTLS != nil, !checks.contains(.nameAfterUpgrade) { judged.policy.hostname = nil }
    if attempt.connect.startTLS != nil, !checks.contains(.upgradePins) { judged.policy.pinSets = [] }
    if attempt.connect.startTLS == .smtp, !checks.contains(.smtpName) { judged.policy.hostname = nil }
    if !checks.contains(.everyIdentity), var last = attempt.policy.identity?.others.last {
      last.others = [last]
      judged.policy.identity = last
    }
    if !checks.contains(.ownAnchors), let anchors = attempt.policy.proxyAnchors {
      judged.policy.anchors = attempt.policy.roots + anchors
    }
    return judged
  }

  private func policy(ofProxy host: String) -> AttemptPolicy? {
    guard checks.contains(.proxyCertificate) else { return nil }
    var policy = attempt.policy.ofProxy(host)
    if !checks.contains(.proxyName) { policy.hostname = nil }
    if !checks.contains(.proxyAnchors) { policy.anchors = policy.roots + attempt.policy.roots }
    return policy
  }
}

extension Set<ConnectionCheck> {
  /// Whether a refusal for this reason counts where something that was begun earlier is used again.
  fileprivate func heed(_ reason: Reason, ofSession: Bool) -> Bool {
    switch reason {
    case .nameMismatch: contains(ofSession ? .sessionName : .connectionName)
    case .pinMismatch: contains(ofSession ? .sessionPins : .connectionPins)
    case .untrusted: contains(ofSession ? .sessionAnchors : .connectionAnchors)
    case .revoked, .revocationUnknown: contains(ofSession ? .sessionStatus : .connectionStatus)
    case .transparency: !ofSession || contains(.sessionTransparency)
    default: true
    }
  }
}
