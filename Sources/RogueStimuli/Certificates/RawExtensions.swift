public import RogueModel

/// Extensions by object identifier, with the bytes of their value (RFC 5280, section 4.2).
///
/// Each replaces the certificate's own extension with that identifier, or follows all others.
public enum RawExtensions: CertificateSetting {
  public struct Extension: Hashable, Sendable {
    /// In dotted form.
    public var identifier: String
    public var isCritical: Bool
    /// The content of the OCTET STRING.
    public var value: [UInt8]

    public init(identifier: String, isCritical: Bool, value: [UInt8]) {
      self.identifier = identifier
      self.isCritical = isCritical
      self.value = value
    }
  }

  public static let written = SettingParser<[Extension]>(
    .map(of: .text(what: "the value as 'DER:0500' or 'critical,DER:0500'")), standard: []
  ) { value throws(ParsingProblem) in
    var items: [Extension] = []
    for entry in value.entries {
      guard let identifier = ObjectIdentifierText(entry.key) else {
        throw ParsingProblem("'\(entry.key)' is not an object identifier", help: "such as 2.5.29.37")
      }
      let isCritical = entry.value.text.hasPrefix(critical)
      let rest = isCritical ? entry.value.text.dropFirst(critical.count) : entry.value.text[...]
      guard rest.hasPrefix(der), let bytes = Octets.parse(String(rest.dropFirst(der.count))) else {
        throw ParsingProblem(
          "'\(entry.value.text)' is not the value of an extension",
          help: "write 'DER:05:00', or 'critical,DER:05:00'")
      }
      guard !items.contains(where: { ObjectIdentifierText($0.identifier)?.arcs == identifier.arcs }) else {
        throw ParsingProblem(
          "the extension \(identifier.text) appears here twice", help: "the defect duplicate-extension repeats one")
      }
      items.append(.init(identifier: identifier.text, isCritical: isCritical, value: bytes))
    }
    return items
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
    }
  )
  .found(
    by: "certificate extension",
    and: { recipe in
      recipe[RawExtensions.self].flatMap { item in
        keywords[item.identifier] ?? (item.isCritical ? ["critical extension"] : [])
      }
    })

  /// The names of the extensions of RFC 5280, RFC 6962 and RFC 7633.
  private static let keywords: [String: [String]] = [
    "2.5.29.14": ["SKI", "subjectKeyIdentifier"], "2.5.29.15": ["keyUsage"], "2.5.29.17": ["SAN", "subjectAltName"],
    "2.5.29.18": ["issuerAltName"], "2.5.29.19": ["basicConstraints"], "2.5.29.30": ["nameConstraints"],
    "2.5.29.31": ["CRL DP", "cRLDistributionPoints"], "2.5.29.32": ["certificatePolicies"],
    "2.5.29.33": ["policyMappings"], "2.5.29.35": ["AKI", "authorityKeyIdentifier"], "2.5.29.36": ["policyConstraints"],
    "2.5.29.37": ["EKU", "extendedKeyUsage"], "2.5.29.54": ["inhibitAnyPolicy"],
    "1.3.6.1.5.5.7.1.1": ["AIA", "authorityInfoAccess"], "1.3.6.1.5.5.7.1.24": ["must-staple", "TLS feature"],
    timestamps: ["SCT", "CT"], "1.3.6.1.4.1.11129.2.4.3": ["precertificate", "CT"],
  ]

  /// The list of SCTs (RFC 6962, section 3.3).
  private static let timestamps = "1.3.6.1.4.1.11129.2.4.2"

  /// SCTs are signed over everything else and appended last, so that an extension of that kind would stay there.
  public static func complete(_ owner: inout CertificateRecipe, with value: [Extension]) throws(ParsingProblem) {
    guard owner[EmbeddedSCTs.self] != nil, value.contains(where: { $0.identifier == timestamps }) else { return }
    throw ParsingProblem(
      "the extension \(timestamps) would be there twice, because 'scts' appends it", help: "leave one of them out")
  }
}
