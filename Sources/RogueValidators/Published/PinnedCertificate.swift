internal import RogueModel
internal import RogueTrust

/// The second published system (2014): one DER file is the only anchor.
///
/// Uses the first pinned certificate (or anchor) and the name that the trust's own policy checks. Flaws, kept:
/// - an unreadable file crashes it;
/// - the method of a challenge is never looked at: one that is not about a server's trust is cancelled;
/// - revocation is whatever the platform does by itself, which is nothing here.
///
/// Hardened: an unreadable file is a configuration error, other challenges get default handling, revocation is checked
/// where the policy names a method.
struct PinnedCertificate: ChallengeHandler {
  var policy: AttemptPolicy
  var isHardened: Bool

  static func setUp(_ policy: AttemptPolicy, isHardened: Bool) -> ChallengeHandlerSetup {
    if let certificate = policy.pinnedCertificate, CertificateFacts(der: certificate) == nil {
      return isHardened
        ? .refused(.configuration, detail: "the pinned certificate cannot be read")
        : .crashed("the pinned certificate cannot be read, and nothing was used as an object")
    }
    return .ready(PinnedCertificate(policy: policy, isHardened: isHardened))
  }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    if isHardened, challenge.space.method != .serverTrust { return completion(.performDefaultHandling) }
    guard let trust = challenge.space.serverTrust else { return completion(.cancel) }
    guard evaluates(trust) else { return completion(.cancel, refusal: policy.refusal(byPinnedAnchor: trust)) }
    completion(.useCredential, .trust(trust))
  }

  private func evaluates(_ trust: any ServerTrust) -> Bool {
    do throws(TrustCallFailure) {
      try trust.setAnchors([policy.pinnedCertificate].compactMap { $0 })
      if isHardened { try policy.addRevocation(to: trust) }
      let result = try trust.evaluate()
      return result == .proceed || result == .unspecified
    } catch {
      return false
    }
  }
}

extension AttemptPolicy {
  /// The one certificate that an application of this kind ships with.
  var pinnedCertificate: [UInt8]? {
    pinSets.flatMap(\.any).first { $0.kind == .certificate }?.der ?? anchors?.first
  }

  /// Why a trust whose only anchor is the pinned certificate was refused: no path to it means that the pin does not fit.
  func refusal(byPinnedAnchor trust: any ServerTrust) -> ChallengeAnswer.Refusal? {
    guard let problem = trust.problems.first else { return nil }
    let isPin = pinSets.contains { $0.any.contains { $0.kind == .certificate } }
    return ChallengeAnswer.Refusal(
      isPin && problem.reason == .untrusted ? .pinMismatch : problem.reason, problem.description)
  }

  /// Demands revocation answers of a trust, as far as the policy names methods.
  func addRevocation(to trust: any ServerTrust) throws(TrustCallFailure) {
    guard revocation.mode != .off, !revocation.methods.isEmpty else { return }
    var flags: TrustPolicy.RevocationFlags = revocation.mode == .require ? [.requirePositiveResponse] : []
    if revocation.methods.contains(.crl) { flags.insert(.crl) }
    if revocation.methods.contains(where: { $0 != .crl }) { flags.insert(.ocsp) }
    try trust.setPolicies(try trust.policies() + [.revocation(flags)])
  }
}
