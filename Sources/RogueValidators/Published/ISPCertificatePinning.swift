internal import RogueModel
internal import RogueTrust

/// `ISPCertificatePinning` of the SSL Conservatory (version 3, 2014): DER certificates by domain, in a file.
///
/// It uses the certificate pins of the policy by domain, the stores and the name. Set-up writes the pins into a file, and
/// each verification reads it. The delegates evaluate the trust first; then one of the domain's certificates must be in the
/// chain, or work as the only anchor. Its flaws are kept:
/// - the verification alone does not check the chain, and an application that calls it without an evaluation accepts
///   any chain that contains the pin (`Door.bare`);
/// - only the result Unspecified counts as good, so it refuses a root that the user has installed;
/// - the first pin that is not a certificate ends the search;
/// - it compares domains byte for byte, so another letter case or a final dot makes an unknown domain;
/// - it never answers a challenge with another method;
/// - the anchors of the last try stay set on the trust: the chain is read again under them, and so is what an application
///   evaluates later (`Door.evaluationAfterwards`);
/// - an application that ignores the result of set-up continues with the pins of an earlier start;
/// - a file of version 1, which has one certificate for a domain, crashes it.
///
/// Hardened: Proceed counts too, undecodable pins are skipped, domains are normalised, other challenges get default
/// handling, the anchors are removed again, pins that cannot be written hold for this start, a file that cannot be read is a
/// configuration error, and one certificate is a list of one.
struct ISPCertificatePinning: ChallengeHandler {
  /// How an application calls it.
  enum Door: Sendable, Hashable, CaseIterable {
    /// An application's own connection delegate that has forgotten to evaluate.
    case bare
    /// An application's own connection delegate that evaluates after the verification instead of before it.
    case evaluationAfterwards
    /// `ISPPinnedNSURLConnectionDelegate`: one method for every challenge.
    case connection
    /// A class that extends it, as the text requires: it handles other methods itself, and leaves server trust to `super`.
    case connectionSubclass
    /// `ISPPinnedNSURLSessionDelegate`: the session's method alone.
    case session
  }

  private let pins: SSLPins
  private let door: Door
  private let isHardened: Bool
  /// The pins of this start, if writing them failed and the failure was noticed.
  private let unwritten: [String: PropertyList]?

  init(_ policy: AttemptPolicy, files: any StateFolder, door: Door, isHardened: Bool) {
    var dictionary: [String: [[UInt8]]] = [:]
    for set in policy.pinSets {
      let domain = isHardened ? HostName.ascii(set.host) : set.host
      dictionary[domain, default: []] += set.any.filter { $0.kind == .certificate }.map(\.der)
    }
    let pins = SSLPins(folder: files)
    if policy.platform.storedPins == .older { pins.becomeVersion1() }
    // An application that pins nothing never sets anything up.
    let isSetUp = policy.pinStorage == .kept || dictionary.isEmpty || pins.setUp(dictionary)
    self.init(
      pins: pins, door: door, isHardened: isHardened,
      unwritten: isHardened && !isSetUp ? dictionary.mapValues { .array($0.map(PropertyList.data)) } : nil)
  }

  init(pins: SSLPins, door: Door, isHardened: Bool, unwritten: [String: PropertyList]? = nil) {
    self.pins = pins
    self.door = door
    self.isHardened = isHardened
    self.unwritten = unwritten
  }

  var methods: Set<DelegateMethod> { door == .session ? [.session] : Set(DelegateMethod.allCases) }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    guard challenge.space.method == .serverTrust, let trust = challenge.space.serverTrust else {
      if isHardened || door == .connectionSubclass { completion(.performDefaultHandling) }
      return
    }
    do throws(Ending) {
      try verify(trust, domain: challenge.space.host)
      completion(.useCredential, .trust(trust))
    } catch {
      switch error {
      case .refusal(let refusal): completion(.cancel, refusal: refusal)
      case .crash: completion.crash("one certificate was taken for an array of them, and counted")
      }
    }
  }

  private enum Ending: Error {
    case refusal(ChallengeAnswer.Refusal)
    case crash
  }

  private func verify(_ trust: any ServerTrust, domain: String) throws(Ending) {
    if [.connection, .connectionSubclass, .session].contains(door) { try evaluate(trust) }
    guard let domains = unwritten ?? pins.domains else {
      throw .refusal(ChallengeAnswer.Refusal(.configuration, "there are no pins that could be read"))
    }
    guard try isPinned(trust, domains[isHardened ? HostName.plain(domain) : domain]) else {
      throw .refusal(ChallengeAnswer.Refusal(.pinMismatch, "no certificate of \(domain) is in the chain"))
    }
    if door == .evaluationAfterwards { try evaluate(trust) }
  }

  /// The status of the call is ignored, and the result is what the variable held before; a zero is Invalid (assumed).
  private func evaluate(_ trust: any ServerTrust) throws(Ending) {
    let result = (try? trust.evaluate()) ?? .invalid
    guard result == .unspecified || isHardened && result == .proceed else {
      let problem = trust.problems.first
      throw .refusal(
        ChallengeAnswer.Refusal(
          problem?.reason ?? .untrusted, problem?.description ?? "the result is \(result)"))
    }
  }

  /// `verifyPinnedCertificateForTrust:andDomain:`, once it has the entry of the domain.
  private func isPinned(_ trust: any ServerTrust, _ entry: PropertyList?) throws(Ending) -> Bool {
    let pinned: [PropertyList]
    switch entry {
    case .array(let certificates): pinned = certificates
    case let single? where isHardened: pinned = [single]
    case .some: throw .crash
    case nil: return false
    }
    for case .data(let pin) in pinned {
      if trust.chain.contains(pin) { return true }
      guard let anchor = PlatformCertificate.create(pin), (try? trust.setAnchors([anchor])) != nil else {
        if isHardened { continue }
        break
      }
      let result = (try? trust.evaluate()) ?? .invalid
      if isHardened { try? trust.setAnchors(nil) }
      if isHardened ? result.isSuccess : result == .unspecified { return true }
    }
    return false
  }
}
