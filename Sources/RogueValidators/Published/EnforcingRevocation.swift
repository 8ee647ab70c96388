internal import RogueModel

/// "Enforcing Certificate Revocation" (2021): a delegate that requires a positive revocation response for the system's
/// own trust.
///
/// It uses the stores and the name. Whatever the policy says about revocation, it checks by any method and requires a
/// response. Its flaws are kept:
/// - there is no pin, so any CA of the system's store will do;
/// - it refuses every server whose CA publishes no revocation data;
/// - if the policies cannot be read or set, or the first is not the one for TLS, it continues without revocation;
/// - the flag covers the leaf, not the intermediates;
/// - it cannot be configured to fetch nothing;
/// - it answers other challenges with the proposed credential, stale or not.
///
/// Hardened: it checks revocation as the policy says, uses the policy's anchors and pins too, cancels if it cannot
/// enforce this, and passes no proposed credential on.
struct EnforcingRevocation: ChallengeHandler {
  enum Way: Sendable, Hashable {
    /// As published, or by the one method that its reader has put there instead.
    case always(TrustPolicy.RevocationFlags)
    /// Hardened.
    case asPolicySays
  }

  var policy: AttemptPolicy
  var now: Int64
  var way: Way

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    let proposed = way == .asPolicySays ? nil : challenge.proposedCredential
    guard challenge.space.method == .serverTrust, let trust = challenge.space.serverTrust else {
      return completion(.performDefaultHandling, proposed)
    }
    switch way {
    case .always(let flags):
      // An error is logged, and that is all that comes of it.
      try? append(flags.union(.requirePositiveResponse), to: trust)
    case .asPolicySays:
      do throws(TrustCallFailure) {
        if let anchors = policy.anchors { try trust.setAnchors(anchors) }
        try policy.addRevocation(to: trust)
      } catch {
        return completion(.cancel, refusal: ChallengeAnswer.Refusal(.revocationUnknown, error.description))
      }
    }
    guard let result = try? trust.evaluate(), result.isSuccess else { return completion(.cancel, proposed) }
    if way == .asPolicySays, let mismatch = pinMismatch(trust, host: challenge.space.host) {
      return completion(.cancel, refusal: ChallengeAnswer.Refusal(.pinMismatch, mismatch))
    }
    completion(.useCredential, .trust(trust))
  }

  private func append(
    _ flags: TrustPolicy.RevocationFlags, to trust: any ServerTrust
  ) throws(TrustCallFailure) {
    let policies = try trust.policies()
    guard case .ssl? = policies.first, let revocation = TrustPolicy.revocation(checking: flags) else { return }
    try trust.setPolicies(policies + [revocation])
  }

  private func pinMismatch(_ trust: any ServerTrust, host: String) -> String? {
    PinMatcher(sets: policy.pinSets, reading: .asConfigured, now: now).mismatch(of: trust.chain, host: host)
  }
}
