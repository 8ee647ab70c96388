internal import RogueModel
internal import RogueTrust

/// "Enforcing Trusted SSL Certificates on iOS and Mac" (2012): one bundled DER file as the anchor, and default handling for
/// everything that does not lead to it.
///
/// Uses the first pinned certificate (or anchor), the name, and the stores through default handling. A bundled leaf is
/// trusted whatever its issuer, as the text requires: the pin is the anchor. Flaws, kept:
/// - a server that fails the pin is given to the system's own evaluation, so a rogue whose CA the system trusts gets in;
/// - it ignores the status of the evaluation. If the call fails, it compares a result that was never set: the value in the
///   variable before decides;
/// - a certificate that cannot be read crashes it, because it releases what it did not get.
///
/// Hardened: it cancels, an evaluation that fails is no success, and a certificate that cannot be read is a configuration
/// error.
struct TrustedSSLCertificates: ChallengeHandler {
  var policy: AttemptPolicy
  var isHardened = false
  /// The value of the result's variable before the evaluation. A zero is Invalid (assumed).
  var unsetResult = TrustResult.invalid

  static func hardened(_ policy: AttemptPolicy) -> ChallengeHandlerSetup {
    policy.canReadPinnedCertificate
      ? .ready(TrustedSSLCertificates(policy: policy, isHardened: true))
      : .refused(.configuration, detail: "no certificate can be made of the bundled file")
  }

  /// `connection:canAuthenticateAgainstProtectionSpace:`.
  func canAuthenticate(against space: ProtectionSpace) -> Bool { space.method == .serverTrust }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    guard let trust = challenge.space.serverTrust else { return completion(.performDefaultHandling) }
    guard policy.canReadPinnedCertificate else {
      return completion.crash("no certificate could be made of the bundled file, and nothing was released")
    }
    if leadsToTheAnchor(trust) { return completion(.useCredential, .trust(trust)) }
    if isHardened { return completion(.cancel, refusal: policy.refusal(byPinnedAnchor: trust)) }
    completion(.performDefaultHandling)
  }

  /// `shouldTrustProtectionSpace:`.
  private func leadsToTheAnchor(_ trust: any ServerTrust) -> Bool {
    try? trust.setAnchors([policy.pinnedCertificate].compactMap { $0 })
    let result = (try? trust.evaluate()) ?? (isHardened ? .invalid : unsetResult)
    return result == .unspecified
  }
}

/// The two blocks of an AFNetworking request operation: another door to the same decisions.
struct RequestOperationBlocks: ChallengeHandler {
  /// `setAuthenticationAgainstProtectionSpaceBlock:`.
  var authenticationAgainstProtectionSpace: @Sendable (ProtectionSpace) -> Bool
  /// `setAuthenticationChallengeBlock:`.
  var authenticationChallenge: @Sendable (AuthenticationChallenge, ChallengeCompletion) -> Void

  init(_ text: TrustedSSLCertificates) {
    authenticationAgainstProtectionSpace = { text.canAuthenticate(against: $0) }
    authenticationChallenge = { text.handle($0, $1) }
  }

  func canAuthenticate(against space: ProtectionSpace) -> Bool { authenticationAgainstProtectionSpace(space) }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    authenticationChallenge(challenge, completion)
  }
}
