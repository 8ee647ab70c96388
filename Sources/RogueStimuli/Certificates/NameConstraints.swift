public import RogueModel

/// The name constraints of a CA (RFC 5280, section 4.2.1.10); nil: none.
public enum NameConstraints: CertificateSetting {
  public static let written: SettingParser<NameConstraintsRecipe?> = .typed(.nameConstraints)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "name-constraints", "what the CA may issue for (RFC 5280, section 4.2.1.10)",
    evidence: .certificate, text: { $0[NameConstraints.self]?.description ?? "none" }
  )
  .found(by: "nameConstraints")
}
