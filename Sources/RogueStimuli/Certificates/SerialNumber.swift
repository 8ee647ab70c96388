public import RogueModel

/// The serial number, where it is chosen and not derived (RFC 5280, section 4.1.2.2).
///
/// Its content octets as they stand, so that what the profile forbids (negative, zero, longer than 20 octets) can be
/// said as well. Whoever issues two certificates with one serial number chooses that: NSS and others refuse the second.
public enum SerialNumber: CertificateSetting {
  public static let standard: [UInt8]? = nil

  public static var written: Written<[UInt8]?> { .octets(1...127) }

  public static let stimulus = Stimulus<CertificateRecipe>(
    "serial",
    "the content octets of the serial number in hexadecimal (RFC 5280, section 4.1.2.2); default: a hash of the rest",
    evidence: .certificate, text: { $0[SerialNumber.self].map(Octets.text) ?? "derived" }
  )
  .found(by: "serialNumber")

  public static func override(_ value: [UInt8]?, _ overrides: inout CertificateOverrides) { overrides.serial = value }
}
