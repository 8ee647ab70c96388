public import RogueModel

/// The subject, if it is chosen instead of made from the first host (RFC 5280, section 4.1.2.6).
///
/// The certificates below have it as their issuer.
public enum SubjectName: CertificateSetting {
  public static let standard: [CertificateOverrides.NameAttribute]? = nil

  /// The short names of RFC 4519 that need no dots.
  private static let types = [
    "CN": "2.5.4.3", "serialNumber": "2.5.4.5", "C": "2.5.4.6", "L": "2.5.4.7", "ST": "2.5.4.8", "O": "2.5.4.10",
    "OU": "2.5.4.11", "DC": "0.9.2342.19200300.100.1.25", "emailAddress": "1.2.840.113549.1.9.1",
  ]

  public static var written: Written<[CertificateOverrides.NameAttribute]?> {
    Written(.map(of: .text(what: "the text of an attribute"))) { value throws(WrittenProblem) in
      var attributes: [CertificateOverrides.NameAttribute] = []
      for entry in value.entries {
        guard let type = types[entry.key] ?? DottedIdentifier(entry.key)?.text else {
          throw WrittenProblem(
            "'\(entry.key)' is not an attribute of a name",
            help: "one of \(types.keys.sorted().joined(separator: ", ")), or an object identifier")
        }
        attributes.append(CertificateOverrides.NameAttribute(type: type, value: entry.value.text))
      }
      return attributes
    }
  }

  public static var rivals: [String: String] {
    [
      CertificateStimuli.subjectOf.name: "the subject is written here",
      CertificateStimuli.commonName.name: "the common name is its attribute CN",
    ]
  }

  public static let stimulus = Stimulus<CertificateRecipe>(
    "subject",
    "the attributes of the subject in their order, such as `{O: Shop, CN: www}` (RFC 5280, section 4.1.2.6); default:"
      + " made from the first host",
    evidence: .certificate,
    text: { recipe in
      guard let attributes = recipe[SubjectName.self] else { return recipe.subjectOf ?? "default" }
      return "{\(attributes.map { "\(name(of: $0.type)): \($0.value)" }.joined(separator: ", "))}"
    }
  )
  .found(
    by: "subject", "distinguished name",
    and: { recipe in
      recipe[SubjectName.self]?.contains { $0.type == types["CN"] } ?? false ? ["commonName"] : []
    })

  private static func name(of type: String) -> String { types.first { $0.value == type }?.key ?? type }

  public static func override(
    _ value: [CertificateOverrides.NameAttribute]?, _ overrides: inout CertificateOverrides
  ) { overrides.subject = value }
}
