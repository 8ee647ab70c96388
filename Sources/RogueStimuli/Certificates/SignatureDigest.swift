public import RogueModel

/// The digest that a certificate's issuer signs, if it is chosen: by default it is that of the issuer's key (RFC 5280,
/// section 4.1.1.2).
public enum SignatureDigest: CertificateSetting {
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case sha256, sha384, sha512
  }

  public static let written: SettingParser<Name?> = .optionalWord()

  public static let stimulus = Stimulus<CertificateRecipe>(
    "signature-digest",
    "the digest that its issuer signs: sha256, sha384 or sha512; default: sha256 for RSA and P-256, the longer ones for"
      + " longer curves",
    evidence: .certificate, text: { $0[SignatureDigest.self]?.rawValue ?? "of the issuer's key" }
  )
  .found(by: "signatureAlgorithm")
}
