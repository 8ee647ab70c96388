public import RogueModel

/// The name of the certificate that signs it; nil: itself.
public enum Issuer: CertificateSetting {
  public static let written: SettingParser<String?> = .name(.certificate)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "issuer", "the certificate that signs it; default: itself",
    evidence: .certificate, text: { $0[Issuer.self] ?? "none (signed by itself)" })
}
