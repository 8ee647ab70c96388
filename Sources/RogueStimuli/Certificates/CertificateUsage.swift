public import RogueModel

/// The uses that the key usage and extended key usage extensions allow.
public enum CertificateUsage: CertificateSetting {
  public enum Purpose: String, Hashable, Sendable, CaseIterable {
    /// keyCertSign and cRLSign, no extended key usage.
    case certificateAuthority = "ca"
    /// digitalSignature (and keyEncipherment for RSA), serverAuth.
    case server
    /// digitalSignature, clientAuth.
    case client
    /// digitalSignature, OCSPSigning: a delegated responder (RFC 6960, section 4.2.2.2).
    case ocspSigner = "ocsp-signer"
    /// digitalSignature and no extended key usage: the certificate does not say what it is for.
    case unspecified
  }

  public static let written: SettingParser<Purpose> = .word(.server)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "usage", "what key usage and extended key usage allow; default server, for CAs ca",
    evidence: .certificate, text: { $0[CertificateUsage.self].rawValue }
  )
  .found(by: "EKU", "extendedKeyUsage")
}
