public import RogueModel

/// A key of a certificate.
///
/// A new one is its file, a line in `CertificateSettings.all`, and the place in the minter.
public protocol CertificateSetting: Setting where Owner == CertificateRecipe {}

public enum CertificateSettings {
  /// In the order of the schema, and of reading.
  public static let all: [any CertificateSetting.Type] = [
    IsCA.self, Issuer.self, PathLength.self, DNSNames.self, IPAddresses.self, EmailAddresses.self, URIs.self,
    CommonName.self, SubjectOf.self, KeyOf.self, CertificateKeyType.self, SubjectKeyIdentifier.self,
    NameConstraints.self, CertificatePolicies.self, RequiresPolicy.self, NotBefore.self, NotAfter.self,
    CertificateUsage.self, Revoked.self, OCSPURL.self, CRLDistributionPoints.self, MustStaple.self, IssuedCRL.self,
    EmbeddedSCTs.self, SerialNumber.self, SignatureDigest.self, SubjectName.self, RawExtensions.self, CAIssuers.self,
    CAIssuersCertificate.self, CertificateFile.self, CertificateKeyFile.self, CertificateDefects.self,
  ]

  public static let stimuli = all.map { $0.stimulus }
}

extension CertificateRecipe {
  /// A healthy certificate.
  public init(name: String, issuer: String? = nil, isCA: Bool = false, hosts: [String] = []) {
    self.init(name: name)
    IsCA.set(isCA, in: &self)
    self[Issuer.self] = issuer
    self[DNSNames.self] = hosts
  }
}
