internal import RogueModel

extension PathCheck {
  /// An unprocessed critical extension is a reason to refuse; so is the poison of a precertificate.
  ///
  /// The anchor's count as well: RFC 5280 does not ask for that, and a limit that is not understood is no smaller there. Key
  /// identifiers and authorityInfoAccess are not among those that may be critical, because no CA may mark them so (sections 4.2.1.2
  /// and 4.2.2.1).
  static var criticalExtensions: PathCheck {
    PathCheck("path/critical-extensions", "RFC 5280, sections 4.2, 6.1.4 (o) and 6.1.5 (f)") {
      path in
      path.each { index, certificate in
        guard certificate.contents.extensions.contains(where: { $0.isCritical && !processed.contains($0.identifier) })
        else {
          return nil
        }
        return TrustProblem(.extension, "a critical extension is unknown", index: index)
      }
    }
  }
}

/// cRLDistributionPoints are for revocation.
private let processed: Set<[UInt8]> = [
  CertificateFacts.keyUsageIdentifier, CertificateFacts.subjectAltName, CertificateFacts.basicConstraintsIdentifier,
  CertificateFacts.nameConstraintsIdentifier, CertificateFacts.crlDistributionPoints,
  CertificateFacts.certificatePolicies, CertificateFacts.policyMappings, CertificateFacts.policyConstraints,
  CertificateFacts.extendedKeyUsage, CertificateFacts.inhibitAnyPolicy, CertificateFacts.netscapeType,
]
