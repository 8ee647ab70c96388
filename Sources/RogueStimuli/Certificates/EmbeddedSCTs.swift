public import RogueModel

/// The SCTs that it contains (RFC 6962, section 3.3); nil: none.
public enum EmbeddedSCTs: CertificateSetting {
  public static let written: SettingParser<SCTListRecipe?> = .typed(.embeddedSCTs)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "scts",
    "the SCTs that it contains: names of logs, or mappings; default none (RFC 6962, section 3.3)",
    evidence: .certificate, text: { $0[EmbeddedSCTs.self]?.description ?? "none" }
  )
  .found(by: "SCT", "CT", "precertificate")
}
