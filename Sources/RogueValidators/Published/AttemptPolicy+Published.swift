internal import RogueModel
internal import RogueTrust

extension AttemptPolicy {
  /// The one certificate that an application of this kind ships with.
  var pinnedCertificate: [UInt8]? {
    pinSets.flatMap(\.any).first { $0.kind == .certificate }?.der ?? anchors?.first
  }

  /// False if there is a pinned certificate that cannot be parsed. An application without one trusts nothing (assumed).
  var canReadPinnedCertificate: Bool { pinnedCertificate.map { CertificateFacts(der: $0) != nil } ?? true }

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
    let policies = try trust.policies()
    guard case .ssl? = policies.first else {
      throw TrustCallFailure("enforce revocation", "the first policy is not the one for TLS")
    }
    try trust.setPolicies(policies + [.revocation(flags)])
  }
}
