public import RogueModel

/// The subject, if it is chosen instead of made from the first host (RFC 5280, section 4.1.2.6).
///
/// The certificates below have it as their issuer.
public enum SubjectName: CertificateSetting {
  /// One attribute; each is its own RDN, in the order of their encoding.
  public struct Attribute: Hashable, Sendable {
    /// In dotted form.
    public var type: String
    public var value: String

    public init(type: String, value: String) {
      self.type = type
      self.value = value
    }
  }

  /// The short names of RFC 4519 that need no dots.
  private static let types = [
    "CN": "2.5.4.3", "serialNumber": "2.5.4.5", "C": "2.5.4.6", "L": "2.5.4.7", "ST": "2.5.4.8", "O": "2.5.4.10",
    "OU": "2.5.4.11", "DC": "0.9.2342.19200300.100.1.25", "emailAddress": "1.2.840.113549.1.9.1",
  ]

  public static let written = SettingParser<[Attribute]?>(.map(of: .text(what: "the text of an attribute"))) {
    value throws(ParsingProblem) in
    var attributes: [Attribute] = []
    for entry in value.entries {
      guard let type = types[entry.key] ?? ObjectIdentifierText(entry.key)?.text else {
        throw ParsingProblem(
          "'\(entry.key)' is not an attribute of a name",
          help: "one of \(types.keys.sorted().joined(separator: ", ")), or an object identifier")
      }
      attributes.append(Attribute(type: type, value: entry.value.text))
    }
    return attributes
  }

  public static var rivals: [String: String] {
    [
      SubjectOf.stimulus.name: "the subject is written here",
      CommonName.stimulus.name: "the common name is its attribute CN",
    ]
  }

  public static let stimulus = Stimulus<CertificateRecipe>(
    "subject",
    "the attributes of the subject in their order, such as `{O: Shop, CN: www}` (RFC 5280, section 4.1.2.6); default:"
      + " made from the first host",
    evidence: .certificate,
    text: { recipe in
      guard let attributes = recipe[SubjectName.self] else { return recipe[SubjectOf.self] ?? "default" }
      return "{\(attributes.map { "\(name(of: $0.type)): \($0.value)" }.joined(separator: ", "))}"
    }
  )
  .found(
    by: "subject", "distinguished name",
    and: { recipe in
      recipe[SubjectName.self]?.contains { $0.type == types["CN"] } ?? false ? ["commonName"] : []
    })

  private static func name(of type: String) -> String { types.first { $0.value == type }?.key ?? type }
}

/// The certificate whose subject it copies (for a CA with the pinned CA's name and another key); nil: none.
public enum SubjectOf: CertificateSetting {
  public static let written: SettingParser<String?> = .name(.certificate)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "subject-of", "has the subject of this other certificate",
    evidence: .certificate, text: { $0[SubjectOf.self] ?? "none" })

  public static var rivals: [String: String] { [CommonName.stimulus.name: "the subject is the other's"] }
}

/// The host in the subject's common name, relative to the domain; nil: the first of its hosts.
public enum CommonName: CertificateSetting {
  public static let written: SettingParser<String?> = .name(.text(what: "a host name"))

  public static let stimulus = Stimulus<CertificateRecipe>(
    "common-name", "the host in the subject's common name, relative to the domain; default: the first of `hosts`",
    evidence: .certificate, text: { $0[CommonName.self] ?? $0[DNSNames.self].first ?? "none" }
  )
  .found(by: "commonName")

  public static func complete(_ owner: inout CertificateRecipe, with value: String?) throws(ParsingProblem) {
    guard owner[IsCA.self] else { return }
    throw ParsingProblem(
      "'common-name' has no meaning in a CA, whose subject does not name a host",
      help: "'subject' gives it another subject")
  }
}
