public import RogueModel

/// Extensions by object identifier, with the bytes of their value (RFC 5280, section 4.2).
///
/// Each stands in the place of the certificate's own extension of that identifier, or after all others.
public enum RawExtensions: CertificateSetting {
  public static let standard: [CertificateOverrides.RawExtension] = []

  public static var written: Written<[CertificateOverrides.RawExtension]> {
    Written(.map(of: .text(what: "the value as 'DER:0500' or 'critical,DER:0500'"))) { value throws(WrittenProblem) in
      var items: [CertificateOverrides.RawExtension] = []
      for entry in value.entries {
        guard let identifier = DottedIdentifier(entry.key) else {
          throw WrittenProblem("'\(entry.key)' is no object identifier", help: "such as 2.5.29.37")
        }
        let isCritical = entry.value.text.hasPrefix(critical)
        let rest = isCritical ? entry.value.text.dropFirst(critical.count) : entry.value.text[...]
        guard rest.hasPrefix(der), let bytes = Octets.parse(String(rest.dropFirst(der.count))) else {
          throw WrittenProblem(
            "'\(entry.value.text)' is no extension's value", help: "write 'DER:05:00', or 'critical,DER:05:00'")
        }
        items.append(.init(identifier: identifier.text, isCritical: isCritical, value: bytes))
      }
      return items
    }
  }

  private static let critical = "critical,"
  private static let der = "DER:"

  public static let stimulus = Stimulus<CertificateRecipe>(
    "extensions",
    "extensions by object identifier, as in OpenSSL's configuration: `{2.5.29.54: \"critical,DER:020100\"}` (RFC 5280,"
      + " section 4.2); default none",
    evidence: .certificate,
    text: { recipe in
      let items = recipe[RawExtensions.self].map { item in
        "\(item.identifier): \"\(item.isCritical ? critical : "")\(der)\(Octets.text(item.value))\""
      }
      return "{\(items.joined(separator: ", "))}"
    })

  public static func override(
    _ value: [CertificateOverrides.RawExtension], _ overrides: inout CertificateOverrides
  ) { overrides.extensions = value }
}
