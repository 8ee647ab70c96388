internal import RogueModel
internal import RogueTrust

/// "The curious case of duplicated certificates sent by iOS" (2013): answers a request for a client certificate from a
/// PKCS #12 file.
///
/// It uses the bundle and its password, and nothing about the server. Its flaws are kept:
/// - the credential's certificates are `[leaf]`, but the identity contains the leaf already, so it is sent twice;
/// - it cancels if anything failed before, in any space;
/// - it does not answer the challenge if the bundle cannot be opened, and crashes if it has no identity;
/// - it answers server trust with a password, and so a request for a certificate if the bundle has no bytes;
/// - it stores the identity permanently (assumed: the space gets it from then on, whichever delegate is there).
///
/// The text's own fix is to pass no certificates: then the leaf goes alone, without the intermediates of the bundle, and
/// everything else stays.
///
/// Hardened: certificates are the intermediates, a bundle without a usable identity is a configuration error, server trust
/// and a request for a certificate without a bundle get default handling, only a failure of the identity itself counts, and
/// nothing is stored. Other challenges get the password, as published.
struct DuplicatedCertificates: ChallengeHandler {
  enum Form: Sendable, Hashable {
    case asPublished
    /// With `certificates:nil`.
    case withoutCertificates
    case hardened
  }

  var bundle: ClientBundle?
  var form: Form

  static func setUp(_ policy: AttemptPolicy, _ form: Form) -> ChallengeHandlerSetup {
    let bundle = policy.identity.map { ClientBundle($0) }
    if form == .hardened, let bundle, bundle.opened() == nil {
      return .refused(.clientIdentity, detail: "there is no identity in the PKCS #12 bundle, or it cannot be opened")
    }
    return .ready(DuplicatedCertificates(bundle: bundle, form: form))
  }

  func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    let isAboutClient = challenge.space.method == .clientCertificate
    let isHardened = form == .hardened
    if challenge.previousFailureCount > 0, !isHardened || isAboutClient && hasOfferedIdentity(challenge) {
      return completion(
        .cancel, refusal: ChallengeAnswer.Refusal(.clientIdentity, "authentication has failed before"))
    }
    // The text compares the methods' addresses, not their text; for the system's own constants that is the same.
    guard isAboutClient, let bundle, !bundle.isEmpty else {
      if isHardened, challenge.space.method.isAboutConnection { return completion(.performDefaultHandling) }
      return completion(.useCredential, .password(user: "user", password: "password"))
    }
    // The published one returns here without an answer; the hardened one was not set up.
    guard let items = try? bundle.imported() else { return }
    guard let content = items.first else {
      return completion.crash("the import found no identity, and the first was taken")
    }
    let leaf = content.identity.leaf
    let certificates: [[UInt8]] =
      switch form {
      case .asPublished: [leaf]
      case .withoutCertificates: []
      case .hardened: content.others.filter { $0 != leaf }
      }
    completion(
      .useCredential, .identity(content.identity, certificates: certificates, isPermanent: !isHardened))
  }

  /// Whether what failed was a client certificate: the system proposes it again.
  private func hasOfferedIdentity(_ challenge: AuthenticationChallenge) -> Bool {
    if case .identity? = challenge.proposedCredential { true } else { false }
  }
}
