internal import RogueModel
internal import RogueTrust

extension AttemptPolicy {
  /// The file with the one certificate that an application of this kind ships with, as it is; nil if it ships with none.
  private var pinnedFile: [UInt8]? {
    pinSets.flatMap(\.any).first { $0.kind == .certificate }?.der ?? anchors?.first
  }

  /// The platform's certificate from that file; nil if it reads none, or if there is no file.
  var pinnedCertificate: [UInt8]? { pinnedFile.flatMap(PlatformCertificate.create) }

  /// False if the application ships with a file of which no certificate can be made. An application without a file trusts
  /// nothing (assumed).
  var canReadPinnedCertificate: Bool { pinnedFile == nil || pinnedCertificate != nil }

  /// Why a trust whose only anchor is the pinned certificate was refused: no path to it means that the pin does not fit.
  func refusal(byPinnedAnchor trust: any ServerTrust) -> ChallengeAnswer.Refusal? {
    guard let problem = trust.problems.first else { return nil }
    let isPin = pinSets.contains { $0.any.contains { $0.kind == .certificate } }
    return ChallengeAnswer.Refusal(
      isPin && problem.reason == .untrusted ? .pinMismatch : problem.reason, problem.description)
  }

  /// Makes a trust check revocation by the policy's methods, without fetching anything if the policy forbids that.
  ///
  /// - Throws: also if there is no TLS policy to which it could be added.
  func addRevocation(to trust: any ServerTrust) throws(TrustCallFailure) {
    guard revocation.mode != .off, !revocation.methods.isEmpty else { return }
    var flags: TrustPolicy.RevocationFlags = revocation.mode == .require ? [.requirePositiveResponse] : []
    for method in revocation.methods {
      switch method {
      case .crl, .crlFetch: flags.insert(.crl)
      case .ocspStaple, .ocspFetch: flags.insert(.ocsp)
      }
    }
    if !revocation.allowsNetwork { flags.insert(.networkDisabled) }
    try trust.append(flags)
  }
}

extension ServerTrust {
  /// Appends a revocation policy to those that are there.
  ///
  /// - Throws: also if the first of them is not known to be the one for TLS, by its identifier.
  func append(_ flags: TrustPolicy.RevocationFlags) throws(TrustCallFailure) {
    let policies = try policies()
    guard let first = policies.first, properties(of: first)?.oid == TrustPolicy.sslIdentifier else {
      throw TrustCallFailure("enforce revocation", "the first policy is not the one for TLS")
    }
    guard let revocation = TrustPolicy.revocation(checking: flags) else {
      throw TrustCallFailure("enforce revocation", "there is no such revocation policy")
    }
    try setPolicies(policies + [revocation])
  }
}
