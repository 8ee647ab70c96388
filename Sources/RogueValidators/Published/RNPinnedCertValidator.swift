internal import RogueModel
internal import RogueTrust

/// `RNPinnedCertValidator` (2014), and the delegate whose code it took over: one DER file is the only anchor.
///
/// It uses the first pinned certificate (or anchor) and the name that the trust's own policy checks. Its flaws are
/// kept:
/// - an unreadable file crashes it: the delegate at set-up, the class at its challenge;
/// - it does not look at the method of a challenge, and cancels one that is not about a server's trust;
/// - it leaves revocation to the platform, which checks nothing here.
///
/// Hardened: an unreadable file is a configuration error, other challenges get default handling, and revocation is
/// checked if the policy names a method.
struct RNPinnedCertValidator: ChallengeHandler {
  var policy: AttemptPolicy
  var isHardened = false

  private static let crash = "the pinned certificate cannot be read, and nothing was put into a list of objects"

  /// The delegate with the code in it, which makes its anchors once.
  static func delegate(_ policy: AttemptPolicy) -> ChallengeHandlerSetup {
    policy.canReadPinnedCertificate ? .ready(RNPinnedCertValidator(policy: policy)) : .crashed(crash)
  }

  static func hardened(_ policy: AttemptPolicy) -> ChallengeHandlerSetup {
    policy.canReadPinnedCertificate
      ? .ready(RNPinnedCertValidator(policy: policy, isHardened: true))
      : .refused(.configuration, detail: "the pinned certificate cannot be read")
  }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    if isHardened, challenge.space.method != .serverTrust { return completion(.performDefaultHandling) }
    guard policy.canReadPinnedCertificate else { return completion.crash(Self.crash) }
    guard let trust = challenge.space.serverTrust else { return completion(.cancel) }
    guard evaluates(trust) else { return completion(.cancel, refusal: policy.refusal(byPinnedAnchor: trust)) }
    completion(.useCredential, .trust(trust))
  }

  private func evaluates(_ trust: any ServerTrust) -> Bool {
    do throws(TrustCallFailure) {
      try trust.setAnchors([policy.pinnedCertificate].compactMap { $0 })
      try trust.setAnchorsOnly(true)
      if isHardened { try policy.addRevocation(to: trust) }
      let result = try trust.evaluate()
      return result == .proceed || result == .unspecified
    } catch {
      return false
    }
  }
}
