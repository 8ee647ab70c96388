internal import RogueModel
internal import RogueTrust

/// "Pinning your SSL Certs" (2014): the delegate with its code in it, and `RNPinnedCertValidator`, the class that the text
/// made of it. One certificate file is the only anchor.
///
/// It uses the first pinned certificate (or anchor) and the name that the trust's own policy checks. A pinned leaf is
/// trusted whatever its issuer, as the text requires: the pin is the anchor, not a condition beside it. The text says nothing
/// about revocation, and nothing is checked. Its flaws are kept:
/// - an unreadable file crashes it: the delegate at set-up, the class at its challenge;
/// - it does not look at the method of a challenge, and cancels one that is not about a server's trust.
///
/// Hardened: an unreadable file is a configuration error, and other challenges get default handling.
struct RNPinnedCertValidator: ChallengeHandler {
  var policy: AttemptPolicy
  var isHardened = false

  private static let crash =
    "no certificate could be made of the pinned file, and nothing was put into a list of objects"

  /// The delegate with the code in it, which makes its anchors once.
  static func delegate(_ policy: AttemptPolicy) -> ChallengeHandlerSetup {
    policy.canReadPinnedCertificate ? .ready(RNPinnedCertValidator(policy: policy)) : .crashed(crash)
  }

  static func hardened(_ policy: AttemptPolicy) -> ChallengeHandlerSetup {
    policy.canReadPinnedCertificate
      ? .ready(RNPinnedCertValidator(policy: policy, isHardened: true))
      : .refused(.configuration, detail: "no certificate can be made of the pinned file")
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
      let result = try trust.evaluate()
      return result == .proceed || result == .unspecified
    } catch {
      return false
    }
  }
}
