public import RogueModel

/// Rules of a platform that go beyond RFC 5280, as values, so that a profile can be stated and compared.
///
/// Differences from the platform that this is modelled on: certificate transparency follows the attempt's policy, not
/// the certificate's lifetime; there is no list of blocked CAs, and no exception for certificates from before a rule. The
/// platform reads no CRLs at all; here the flag for them also finds those that a policy supplies, or that certificates
/// name, because the policies of attempts consist of them (assumed).
public struct PlatformRules: Sendable, Hashable {
  /// The longest life of a leaf below an anchor of the system's store, in days.
  public var longestSystemLeafDays: Int64?
  /// The longest life of a leaf below any other anchor, in days.
  public var longestPrivateLeafDays: Int64?
  /// The leaf's extendedKeyUsage must list serverAuth.
  public var needsServerPurpose: Bool
  /// The flag for CRLs alone asks by OCSP all the same: `SecRVCShouldCheckOCSP` in Apple's Security answers yes whatever
  /// the flags are.
  public var asksOCSPForCRLs: Bool

  public init(
    longestSystemLeafDays: Int64?, longestPrivateLeafDays: Int64?, needsServerPurpose: Bool, asksOCSPForCRLs: Bool
  ) {
    self.longestSystemLeafDays = longestSystemLeafDays
    self.longestPrivateLeafDays = longestPrivateLeafDays
    self.needsServerPurpose = needsServerPurpose
    self.asksOCSPForCRLs = asksOCSPForCRLs
  }

  /// Since 2020: 398 days for public CAs, 825 for private ones.
  public static let urlLoading = PlatformRules(
    longestSystemLeafDays: 398, longestPrivateLeafDays: 825, needsServerPurpose: true, asksOCSPForCRLs: true)

  /// - Parameter anchorIsOfTheSystem: decides which life counts.
  public func problems(leaf: [UInt8], anchorIsOfTheSystem: Bool) -> [TrustProblem] {
    guard let facts = CertificateFacts(der: leaf) else {
      return [TrustProblem(.malformed, "the leaf is not a certificate", index: 0)]
    }
    var problems: [TrustProblem] = []
    if let days = anchorIsOfTheSystem ? longestSystemLeafDays : longestPrivateLeafDays,
      let begin = facts.notBefore, let end = facts.notAfter, end - begin > days * 86_400 + 1
    {
      problems.append(TrustProblem(.other, "the leaf lives longer than \(days) days", index: 0))
    }
    if needsServerPurpose, facts.purposes?.contains(CertificateFacts.serverAuthentication) != true {
      problems.append(TrustProblem(.keyUsage, "the leaf is not meant for servers", index: 0))
    }
    return problems
  }
}
