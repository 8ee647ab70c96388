internal import RogueModel
internal import RogueTrust

/// `ISPCertificatePinning` of the SSL Conservatory (version 3, 2014): DER certificates by domain.
///
/// Uses the certificate pins of the policy by domain, the stores and the name. The delegates evaluate the trust first; then
/// one of the domain's certificates has to be in the chain, or to work as the only anchor. Flaws, kept:
/// - the verification by itself says nothing about the chain, and an application that calls it without evaluating first
///   takes any that holds the pin (`Door.bare`);
/// - only the result Unspecified counts as good, so a root that the user has installed is refused;
/// - the first pin that is no certificate ends the search;
/// - domains are compared byte for byte: another case or a final dot is an unknown domain;
/// - a challenge of another method is never answered;
/// - the anchors of the last try stay set on the trust that is used, and the chain is read anew under them.
///
/// Hardened: Proceed counts too, undecodable pins are passed over, domains are normalised, other challenges get default
/// handling, anchors are taken back.
struct ISPCertificatePinning: ChallengeHandler {
  /// How an application calls it.
  enum Door: Sendable, Hashable {
    /// An application's own connection delegate that has forgotten to evaluate.
    case bare
    /// `ISPPinnedNSURLConnectionDelegate`: one method, which is asked everything.
    case connection
    /// `ISPPinnedNSURLSessionDelegate`: the session's method alone.
    case session
  }

  private let pins: SSLPins
  private let door: Door
  private let isHardened: Bool

  init(_ policy: AttemptPolicy, door: Door, isHardened: Bool) {
    var dictionary: [String: [[UInt8]]] = [:]
    for set in policy.pinSets {
      let domain = isHardened ? HostName.plain(set.host) : set.host
      dictionary[domain, default: []] += set.any.filter { $0.kind == .certificate }.map(\.der)
    }
    let pins = SSLPins()
    // An application that pins nothing never sets anything up.
    pins.setUp(dictionary.isEmpty ? nil : dictionary)
    self.init(pins: pins, door: door, isHardened: isHardened)
  }

  init(pins: SSLPins, door: Door, isHardened: Bool) {
    self.pins = pins
    self.door = door
    self.isHardened = isHardened
  }

  var methods: Set<DelegateMethod> { door == .session ? [.session] : Set(DelegateMethod.allCases) }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    guard challenge.space.method == .serverTrust, let trust = challenge.space.serverTrust else {
      if isHardened { completion(.performDefaultHandling) }
      return
    }
    let refusal: ChallengeAnswer.Refusal?
    do throws(TrustCallFailure) {
      refusal = try self.refusal(of: trust, domain: challenge.space.host)
    } catch {
      refusal = ChallengeAnswer.Refusal(.other, error.description)
    }
    guard let refusal else { return completion(.useCredential, .trust(trust)) }
    completion(.cancel, refusal: refusal)
  }

  private func refusal(
    of trust: any ServerTrust, domain: String
  ) throws(TrustCallFailure) -> ChallengeAnswer.Refusal? {
    if door != .bare {
      let result = try trust.evaluate()
      guard result == .unspecified || isHardened && result == .proceed else {
        let problem = trust.problems.first
        return ChallengeAnswer.Refusal(
          problem?.reason ?? .untrusted, problem?.description ?? "the result is \(result)")
      }
    }
    if try isPinned(trust, domain) { return nil }
    return ChallengeAnswer.Refusal(.pinMismatch, "no certificate of \(domain) is in the chain")
  }

  /// `verifyPinnedCertificateForTrust:andDomain:`.
  private func isPinned(_ trust: any ServerTrust, _ domain: String) throws(TrustCallFailure) -> Bool {
    guard let pinned = pins.dictionary?[isHardened ? HostName.plain(domain) : domain] else { return false }
    for pin in pinned {
      guard CertificateFacts(der: pin) != nil else {
        if isHardened { continue }
        break
      }
      if trust.chain.contains(pin) { return true }
      try trust.setAnchors([pin])
      let result = try trust.evaluate()
      if isHardened { try trust.setAnchors(nil) }
      if isHardened ? result.isSuccess : result == .unspecified { return true }
    }
    return false
  }
}
