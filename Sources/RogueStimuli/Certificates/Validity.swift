public import RogueModel

/// The first second of its validity, relative to the run's clock.
public enum NotBefore: CertificateSetting {
  public static let written: SettingParser<Int64> = .typed(.duration, standard: -30 * 86_400)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "not-before", "start of validity, relative to the run's clock; default -30d, for CAs -60d",
    evidence: .certificate, text: { RelativeTime.text(seconds: $0[NotBefore.self]) }
  )
  .found(by: "notBefore", "validity")
}

/// The last second of its validity, relative to the run's clock. Leaves are valid for 90 days, inside every platform's
/// limit.
public enum NotAfter: CertificateSetting {
  public static let written: SettingParser<Int64> = .typed(.duration, standard: 60 * 86_400)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "not-after", "end of validity, relative to the run's clock; default 60d, for CAs 3650d",
    evidence: .certificate, text: { RelativeTime.text(seconds: $0[NotAfter.self]) }
  )
  .found(by: "notAfter", "validity")
}
