public import RogueModel

/// Named defects, applied in order.
public enum CertificateDefects: CertificateSetting {
  public static let written: SettingParser<[NamedUse]> = .typed(.defects, standard: [])

  public static let stimulus = Stimulus<CertificateRecipe>(
    "defects", "named defects, applied in order",
    evidence: .certificate, text: { flow($0[CertificateDefects.self].map(\.description)) })
}
