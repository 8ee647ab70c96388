internal import RogueModel
internal import RogueTrust

/// The fifth published system (2012): one bundled DER file as the anchor, and default handling for everything that does
/// not lead to it.
///
/// Uses the first pinned certificate (or anchor), the name, and the stores through default handling. Flaw, kept: a
/// server that fails the pin is given to the system's own evaluation, so a rogue whose CA the system trusts gets in.
///
/// Hardened: it cancels, and a certificate that cannot be read is a configuration error.
struct TrustedCertificate: ChallengeHandler {
  var policy: AttemptPolicy
  var isHardened: Bool

  static func setUp(_ policy: AttemptPolicy, isHardened: Bool) -> ChallengeHandlerSetup {
    if isHardened, let certificate = policy.pinnedCertificate, CertificateFacts(der: certificate) == nil {
      return .refused(.configuration, detail: "the bundled certificate cannot be read")
    }
    return .ready(TrustedCertificate(policy: policy, isHardened: isHardened))
  }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    // The published one accepts the protection space for server trust only: others are handled by default.
    guard challenge.space.method == .serverTrust, let trust = challenge.space.serverTrust else {
      return completion(.performDefaultHandling)
    }
    if leadsToTheAnchor(trust) { return completion(.useCredential, .trust(trust)) }
    if isHardened { return completion(.cancel, refusal: policy.refusal(byPinnedAnchor: trust)) }
    completion(.performDefaultHandling)
  }

  private func leadsToTheAnchor(_ trust: any ServerTrust) -> Bool {
    do throws(TrustCallFailure) {
      try trust.setAnchors([policy.pinnedCertificate].compactMap { $0 })
      return try trust.evaluate() == .unspecified
    } catch {
      return false
    }
  }
}
