public import RogueModel

/// The serial number, if it is chosen instead of derived (RFC 5280, section 4.1.2.2).
///
/// These are the raw content octets, so that forbidden numbers (negative, zero, longer than 20 octets) can be written,
/// too. It is also how two certificates get the same serial number; NSS and others refuse the second one.
public enum SerialNumber: CertificateSetting {
  public static let written: SettingParser<[UInt8]?> = .octets(1...127)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "serial",
    "the content octets of the serial number in hexadecimal (RFC 5280, section 4.1.2.2); default: a hash of the rest",
    evidence: .certificate, text: { $0[SerialNumber.self].map(Octets.text) ?? "derived" }
  )
  .found(by: "serialNumber")
}
