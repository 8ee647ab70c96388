internal import RogueModel
internal import RogueTrust

/// The fourth published system (a static library, version 3): DER certificates by domain.
///
/// Uses the certificate pins of the policy by domain, the stores and the name. The trust is evaluated first; then one
/// of the domain's certificates has to be in the chain, or to work as the only anchor. Flaws, kept:
/// - only the result Unspecified counts as good, so a root that the user has installed is refused;
/// - the first pin that is no certificate ends the search;
/// - domains are compared byte for byte: another case or a final dot is an unknown domain;
/// - a challenge of another method is never answered;
/// - the anchors of the last try stay set on the trust that is used.
///
/// Hardened: Proceed counts too, undecodable pins are passed over, domains are normalised, other challenges get default
/// handling, anchors are taken back.
struct PerDomainPins: ChallengeHandler {
  private let pins: [String: [[UInt8]]]
  private let host: String
  private let isHardened: Bool

  init(_ policy: AttemptPolicy, host: String, isHardened: Bool) {
    var pins: [String: [[UInt8]]] = [:]
    for set in policy.pinSets {
      let domain = isHardened ? HostName.plain(set.host) : set.host
      pins[domain, default: []] += set.any.filter { $0.kind == .certificate }.map(\.der)
    }
    self.pins = pins
    self.host = isHardened ? HostName.plain(host) : host
    self.isHardened = isHardened
  }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    guard challenge.space.method == .serverTrust, let trust = challenge.space.serverTrust else {
      if isHardened { completion(.performDefaultHandling) }
      return
    }
    let refusal: ChallengeAnswer.Refusal?
    do throws(TrustCallFailure) {
      refusal = try self.refusal(of: trust)
    } catch {
      refusal = ChallengeAnswer.Refusal(.other, error.description)
    }
    guard let refusal else { return completion(.useCredential, .trust(trust)) }
    completion(.cancel, refusal: refusal)
  }

  private func refusal(of trust: any ServerTrust) throws(TrustCallFailure) -> ChallengeAnswer.Refusal? {
    let result = try trust.evaluate()
    guard result == .unspecified || isHardened && result == .proceed else {
      let problem = trust.problems.first
      return ChallengeAnswer.Refusal(problem?.reason ?? .untrusted, problem?.description ?? "the result is \(result)")
    }
    let chain = trust.chain
    for pin in pins[host] ?? [] {
      guard CertificateFacts(der: pin) != nil else {
        if isHardened { continue }
        break
      }
      if chain.contains(pin) { return nil }
      try trust.setAnchors([pin])
      let isAnchored = try trust.evaluate().isSuccess
      if isHardened { try trust.setAnchors(nil) }
      if isAnchored { return nil }
    }
    return ChallengeAnswer.Refusal(.pinMismatch, "no certificate of \(host) is in the chain")
  }
}
