internal import RogueModel
internal import RogueTrust

/// "Enforcing Certificate Revocation" (2021): a session's delegate that is meant to require a positive revocation response
/// on top of the system's own trust.
///
/// It uses the stores and the name, and ignores what the policy says about revocation. Its flaws are kept:
/// - before it adds a revocation policy, it compares the *name* in the properties of the first policy, which is the host,
///   with the identifier of the policy for TLS. They are never equal, so nothing is ever added;
/// - there is no pin, so any CA of the system's store will do;
/// - if the policies cannot be read or set, or the first is not the one for TLS, it continues without revocation;
/// - it looks into the properties of a policy without asking whether there are any;
/// - it answers other challenges with the proposed credential, stale or not.
///
/// As meant, it compares the identifier, and everything else is the same: it refuses every server without revocation data,
/// and it always fetches unless its reader changes the flags.
///
/// Hardened: as meant, but it uses the policy's anchors and pins too, fetches nothing if the policy forbids that, cancels
/// if revocation cannot be enforced, and passes no proposed credential on.
struct EnforcingRevocation: ChallengeHandler {
  enum Form: Sendable, Hashable {
    /// To the letter.
    case asPublished
    /// With the comparison that the text is about, and these flags.
    case asMeant(TrustPolicy.RevocationFlags)
    case hardened

    /// The text's requirement.
    static let strict: TrustPolicy.RevocationFlags = [.anyMethod, .requirePositiveResponse]
  }

  var policy: AttemptPolicy
  var now: Int64
  var form: Form

  /// `URLSession:didReceiveChallenge:completionHandler:` alone: challenges about a request go to a task's delegate.
  var methods: Set<DelegateMethod> { [.session] }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    let proposed = form == .hardened ? nil : challenge.proposedCredential
    guard challenge.space.method == .serverTrust, let trust = challenge.space.serverTrust else {
      return completion(.performDefaultHandling, proposed)
    }
    switch form {
    case .asPublished:
      guard addRevocation(Form.strict, to: trust, ifSSL: { $0.name }) else { return completion.crash(Self.crash) }
    case .asMeant(let flags):
      guard addRevocation(flags, to: trust, ifSSL: { $0.oid }) else { return completion.crash(Self.crash) }
    case .hardened:
      do throws(TrustCallFailure) {
        if let anchors = policy.anchors { try trust.setAnchors(anchors) }
        try trust.append(policy.revocation.allowsNetwork ? Form.strict : Form.strict.union(.networkDisabled))
      } catch {
        return completion(.cancel, refusal: ChallengeAnswer.Refusal(.revocationUnknown, error.description))
      }
    }
    guard let result = try? trust.evaluate(), result.isSuccess else { return completion(.cancel, proposed) }
    if form == .hardened, let mismatch = pinMismatch(trust, host: challenge.space.host) {
      return completion(.cancel, refusal: ChallengeAnswer.Refusal(.pinMismatch, mismatch))
    }
    completion(.useCredential, .trust(trust))
  }

  private static let crash = "the first policy has no properties, and a value was looked up in them"

  /// The text's branches: a failing call is logged, and the evaluation continues.
  ///
  /// - Parameter type: the value that is compared with the identifier of the policy for TLS.
  /// - Returns: false if it crashes.
  private func addRevocation(
    _ flags: TrustPolicy.RevocationFlags, to trust: any ServerTrust,
    ifSSL type: (TrustPolicy.Properties) -> String?
  ) -> Bool {
    guard let policies = try? trust.policies() else { return true }
    guard let first = policies.first, let properties = trust.properties(of: first) else { return false }
    if let type = type(properties), type == TrustPolicy.sslIdentifier {
      if let revocation = TrustPolicy.revocation(checking: flags) {
        try? trust.setPolicies(policies + [revocation])
      }
    }
    return true
  }

  private func pinMismatch(_ trust: any ServerTrust, host: String) -> String? {
    policy.pinSets.first { set in
      set.covers(host) && set.isInForce(at: now) && !set.any.contains { $0.fits(trust.chain) }
    }.map { "no pin for \($0.host) matches the path" }
  }
}
