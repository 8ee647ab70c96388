internal import RogueModel
internal import RogueTrust

/// "The curious case of duplicated certificates sent by iOS" (2013): answers a request for a client certificate from a
/// PKCS #12 file.
///
/// It uses the bundle and its password, and nothing about the server. Its flaws are kept:
/// - the credential's certificates are `[leaf]`, but the identity contains the leaf already, so it is sent twice;
/// - it cancels if anything failed before, in any space;
/// - it does not answer the challenge if a bundle exists but cannot be opened;
/// - it answers every other challenge with a password, including server trust, and a request for a certificate if it
///   has no bundle;
/// - it stores the identity permanently (assumed: the space gets it from then on, whichever delegate is there).
///
/// Hardened: certificates are only the intermediates, a bundle that cannot be opened is a configuration error, every
/// other challenge gets default handling, only a failure of the identity itself counts, and nothing is stored.
struct DuplicatedCertificates: ChallengeHandler {
  var bundle: ClientBundle?
  var isHardened: Bool

  static func setUp(_ policy: AttemptPolicy, isHardened: Bool) -> ChallengeHandlerSetup {
    let bundle = policy.identity.map { ClientBundle($0) }
    if isHardened, let bundle, bundle.opened() == nil {
      return .refused(.clientIdentity, detail: "the PKCS #12 bundle cannot be opened")
    }
    return .ready(DuplicatedCertificates(bundle: bundle, isHardened: isHardened))
  }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    let isAboutClient = challenge.space.method == .clientCertificate
    if challenge.previousFailureCount > 0, !isHardened || isAboutClient && hasOfferedIdentity(challenge) {
      return completion(
        .cancel, refusal: ChallengeAnswer.Refusal(.clientIdentity, "authentication has failed before"))
    }
    guard isAboutClient, let bundle else {
      if isHardened { return completion(.performDefaultHandling) }
      return completion(.useCredential, .password(user: "user", password: "password"))
    }
    // The published one returns here without an answer; the hardened one was not set up.
    guard let content = bundle.opened() else { return }
    let leaf = content.identity.leaf
    let certificates = isHardened ? content.others.filter { $0 != leaf } : [leaf]
    completion(
      .useCredential, .identity(content.identity, certificates: certificates, isPermanent: !isHardened))
  }

  /// Whether what failed was a client certificate: the system proposes it again.
  private func hasOfferedIdentity(_ challenge: AuthenticationChallenge) -> Bool {
    if case .identity? = challenge.proposedCredential { true } else { false }
  }
}
