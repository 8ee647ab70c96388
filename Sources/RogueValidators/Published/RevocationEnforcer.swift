internal import RogueModel

/// The first published system (2021): a delegate that insists on a positive revocation answer for the system's own
/// trust.
///
/// Uses the stores, the name and the revocation methods of the policy. Flaws, kept:
/// - there is no pin, so any CA of the system's store will do;
/// - when the policies cannot be read or set, or no revocation policy can be made, it goes on without revocation;
/// - the flag covers the leaf, not the intermediates;
/// - it cannot be told to fetch nothing;
/// - other challenges are answered with the proposed credential, stale or not.
///
/// Hardened: anchors and pins of the policy count with the rest, failures to enforce cancel, nothing proposed is passed
/// on, and a policy that forbids the network is obeyed.
struct RevocationEnforcer: ChallengeHandler {
  var policy: AttemptPolicy
  var host: String
  var now: Int64
  var isHardened: Bool

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    guard challenge.space.method == .serverTrust, let trust = challenge.space.serverTrust else {
      completion(.performDefaultHandling, isHardened ? nil : challenge.proposedCredential)
      return
    }
    do throws(TrustCallFailure) {
      if isHardened, let anchors = policy.anchors { try trust.setAnchors(anchors) }
      try enforceRevocation(trust)
    } catch {
      if isHardened {
        completion(.cancel, refusal: ChallengeAnswer.Refusal(.revocationUnknown, error.description))
        return
      }
    }
    guard let result = try? trust.evaluate(), result.isSuccess else { return completion(.cancel) }
    if isHardened, let mismatch = pinMismatch(trust) {
      return completion(.cancel, refusal: ChallengeAnswer.Refusal(.pinMismatch, mismatch))
    }
    completion(.useCredential, .trust(trust))
  }

  private func enforceRevocation(_ trust: any ServerTrust) throws(TrustCallFailure) {
    guard !policy.revocation.methods.isEmpty, policy.revocation.mode != .off else { return }
    var policies = try trust.policies()
    guard case .ssl? = policies.first else {
      if isHardened { throw TrustCallFailure("enforce revocation", "the first policy is not the one for TLS") }
      return
    }
    guard let revocation = TrustPolicy.revocation(checking: flags) else {
      throw TrustCallFailure("enforce revocation", "there is no such policy")
    }
    policies.append(revocation)
    try trust.setPolicies(policies)
  }

  private var flags: TrustPolicy.RevocationFlags {
    var flags: TrustPolicy.RevocationFlags = [.requirePositiveResponse]
    if isHardened, !policy.revocation.allowsNetwork { flags.insert(.networkDisabled) }
    for method in policy.revocation.methods {
      switch method {
      case .crl, .crlFetch: flags.insert(.crl)
      case .ocspStaple, .ocspFetch: flags.insert(.ocsp)
      }
    }
    return flags
  }

  private func pinMismatch(_ trust: any ServerTrust) -> String? {
    PinMatcher(sets: policy.pinSets, reading: .asConfigured, now: now).mismatch(of: trust.chain, host: host)
  }
}
