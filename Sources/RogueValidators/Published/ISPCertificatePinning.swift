internal import RogueModel
internal import RogueTrust

/// `ISPCertificatePinning` of the SSL Conservatory (version 3, 2014): DER certificates by domain.
///
/// It uses the certificate pins of the policy by domain, the stores and the name. The delegates evaluate the trust
/// first; then one of the domain's certificates must be in the chain, or work as the only anchor. Its flaws are kept:
/// - the verification alone does not check the chain, and an application that calls it without an evaluation accepts
///   any chain that contains the pin (`Door.bare`);
/// - only the result Unspecified counts as good, so it refuses a root that the user has installed;
/// - the first pin that is not a certificate ends the search;
/// - it compares domains byte for byte, so another letter case or a final dot makes an unknown domain;
/// - it never answers a challenge with another method;
/// - the anchors of the last try stay set on the trust, and the chain is read again under them.
///
/// Hardened: Proceed counts too, undecodable pins are skipped, domains are normalised, other challenges get default
/// handling, and the anchors are removed again.
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
