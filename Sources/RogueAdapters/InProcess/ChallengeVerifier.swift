internal import RogueModel
internal import RogueOpenSSL

/// Puts the questions of a handshake to a challenge handler, and makes of its dispositions what a URL-loading system
/// makes of them.
///
/// Points that the system's documents leave open are modelled as default handling, with "assumed" in the statement:
/// rejecting the space of a server trust, and using a credential there that is not for trust.
final class ChallengeVerifier: HandshakeVerifier {
  private let handler: any ChallengeHandler
  private let trusts: any ServerTrustFactory
  private let attempt: Attempt
  private let port: ChallengePort
  private let credentials: StoredCredentials
  private let defaultHandling: DefaultHandling
  private(set) var decision: ChainDecision?
  private(set) var flight: ServerFlight?
  private(set) var said: Statement.Said?
  private var hung: AdapterFault?
  /// How often this attempt's client certificate was refused, and the last one that was.
  private var failures = 0
  private var offered: Credential?
  /// A system gives up at some time; so that a handler which never learns is seen to, twice is enough.
  private static let mostFailures = 2

  init(
    _ handler: any ChallengeHandler, _ trusts: any ServerTrustFactory, _ attempt: Attempt, _ port: ChallengePort,
    _ credentials: StoredCredentials, defaultHandling: DefaultHandling
  ) {
    self.handler = handler
    self.defaultHandling = defaultHandling
    self.credentials = credentials
    self.trusts = trusts
    self.attempt = attempt
    self.port = port
  }

  var fault: AdapterFault? { port.fault ?? hung }
  var alwaysRequestsStaple: Bool { true }
  var choosesIdentity: Bool { true }

  // MARK: Server trust

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict {
    let flight = ServerFlight(peer, host: attempt.connect.host)
    self.flight = flight
    for unrelated in attempt.policy.challenges.compactMap({ $0.space(for: attempt.connect) }) {
      // The server does not depend on it: the request continues with any answer, unless it is given up.
      guard let answer = ask(AuthenticationChallenge(space: unrelated)) else { return refuse(.other, nil) }
      guard answer.disposition != .cancel else {
        return refuse(
          answer.refusal?.reason ?? .other, "a challenge that is not about the server was cancelled")
      }
    }
    let trust = trusts.trust(for: flight, policy: attempt.policy)
    let space = ProtectionSpace(
      host: attempt.connect.host, port: attempt.connect.port, method: .serverTrust, serverTrust: trust)
    var challenge = AuthenticationChallenge(space: space)
    if attempt.policy.challenges.contains(.failedBefore) {
      challenge.previousFailureCount = 1
      challenge.proposedCredential = .password(user: "user", password: "wrong")
    }
    if attempt.policy.challenges.contains(.failedHere) {
      challenge.previousFailureCount += 1
      challenge.proposedCredential = .trust(trust)
    }
    // Failures are counted over all spaces of a request.
    challenge.previousFailureCount += failures
    guard let answer = ask(challenge) else { return refuse(.other, nil) }
    switch answer.disposition {
    case .useCredential:
      if case .trust? = answer.credential {
        decision = .accept
        return .accept
      }
      return handleByDefault(flight, trust, "assumed: a credential that is not for trust changes nothing")
    case .performDefaultHandling:
      said = .defaultHandling
      return handleByDefault(flight, trust, "default handling")
    case .rejectProtectionSpace:
      said = .rejectProtectionSpace
      return handleByDefault(flight, trust, "assumed: rejecting the space of a server trust changes nothing")
    case .cancel:
      if let refusal = answer.refusal { return refuse(refusal.reason, refusal.detail) }
      let problem = trust.problems.first
      return refuse(problem?.reason ?? .other, problem?.description ?? "cancelled")
    }
  }

  /// As if there were no delegate: evaluates a fresh trust against the stores, or the one that the delegate has had.
  private func handleByDefault(
    _ flight: ServerFlight, _ challenges: any ServerTrust, _ detail: String
  ) -> PeerVerdict {
    let trust =
      switch defaultHandling {
      case .freshTrust: trusts.trust(for: flight, policy: attempt.policy)
      case .challengesTrust: challenges
      }
    guard let result = try? trust.evaluate(), result.isSuccess else {
      let problem = trust.problems.first
      return refuse(problem?.reason ?? .other, "\(detail): \(problem?.description ?? "could not be evaluated")")
    }
    decision = .accept
    return .accept
  }

  private func refuse(_ reason: Reason, _ detail: String?) -> PeerVerdict {
    decision = .cancel(reason, detail: detail)
    return .refuse(reason.alert)
  }

  /// A connection that resumes a session brings no challenge.
  func judge(resumed flight: ServerFlight) -> ChainDecision {
    self.flight = flight
    decision = .accept
    return .accept
  }

  // MARK: Client certificate

  func identity(for request: TLSCertificateRequest) -> TLSIdentityAnswer {
    let space = ProtectionSpace(
      host: attempt.connect.host, port: attempt.connect.port, method: .clientCertificate,
      acceptableIssuers: request.authorities)
    // Once it has failed it is proposed, and the delegate decides.
    if failures == 0, let stored = credentials.credential(for: space), let identity = send(stored) { return identity }
    let challenge = AuthenticationChallenge(
      space: space, previousFailureCount: failures, proposedCredential: failures > 0 ? offered : nil)
    guard let answer = ask(challenge) else { return .abort }
    switch answer.disposition {
    case .useCredential:
      // No identity, no certificate: the server decides.
      guard let credential = answer.credential, let identity = send(credential) else { return .nothing }
      credentials.store(credential, for: space)
      return identity
    case .performDefaultHandling, .rejectProtectionSpace: return .nothing
    case .cancel:
      let refusal = answer.refusal
      decision = .cancel(refusal?.reason ?? .clientIdentity, detail: refusal?.detail ?? "cancelled")
      return .abort
    }
  }

  private func send(_ credential: Credential) -> TLSIdentityAnswer? {
    guard case .identity(let identity, let certificates, _) = credential else { return nil }
    offered = credential
    return .send(TLSIdentity(certificate: identity.leaf, chain: certificates, privateKey: identity.privateKey))
  }

  func isChallengedAgain() -> Bool {
    guard attempt.policy.challenges.contains(.repeated), offered != nil, failures < Self.mostFailures else {
      return false
    }
    failures += 1
    decision = nil
    flight = nil
    said = nil
    return true
  }

  private func ask(_ challenge: AuthenticationChallenge) -> ChallengeAnswer? {
    guard handler.canAuthenticate(against: challenge.space),
      let method = DelegateMethod.asked(about: challenge.space.method, among: handler.methods)
    else {
      return ChallengeAnswer(.performDefaultHandling)
    }
    if let answer = port.ask(handler, challenge, by: method) { return answer }
    hung = AdapterFault(.hung, "a challenge (\(challenge.space.method)) was never answered")
    return nil
  }
}

extension PolicyRecipe.Challenge {
  /// The space of a challenge besides the one about the server; nil if it only changes the challenge about the server.
  fileprivate func space(for server: Attempt.Endpoint) -> ProtectionSpace? {
    switch self {
    case .httpBasic: ProtectionSpace(host: server.host, port: server.port, method: .httpBasic)
    case .clientCertificate: ProtectionSpace(host: server.host, port: server.port, method: .clientCertificate)
    case .unknownMethod: ProtectionSpace(host: server.host, port: server.port, method: .other("unknown"))
    case .proxy: ProtectionSpace(host: "proxy.invalid", port: 3128, method: .httpBasic)
    case .failedBefore, .failedHere, .repeated: nil
    }
  }
}
