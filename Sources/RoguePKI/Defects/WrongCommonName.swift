internal import RogueModel
internal import RogueStimuli

/// The subject is written so that careless code finds the host in it, where correct code does not look for it at all
/// (RFC 9525, section 2). There is no subjectAltName.
struct WrongCommonName: Defect {
  enum Form: String, CaseIterable {
    /// The host, a NUL, and another domain (CVE-2009-2417).
    case nul
    /// Another host in the common name, and `CN=host` inside the organization (CVE-2014-3577).
    case insideTheOrganization = "injected-in-organization"
    /// Two common names, the host in the first.
    case first
    /// Two common names, the host in the last.
    case last
    /// The host as the organizational unit, in one RDN with another common name.
    case inAnotherAttribute = "in-organizational-unit"
  }

  let descriptor = NamedDescriptor(
    name: "wrong-common-name",
    summary: "The subject holds the host in a misleading way, and there is no subjectAltName", keywords: ["commonName"],
    parameters: [.form(Form.self, "how")])
  let audience = DefectAudience.everybody

  private static let other = "elsewhere.test"

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    draft.replace(.subjectAlternativeName, with: nil)
    let host = context.host
    let (organization, other) = (ObjectIdentifier.organization, Self.other)
    let company = "Rogue test certificate, do not trust"
    switch try context.parameters.form(Form.self) {
    case .nul: draft.subject = Self.name([[(organization, company)], [(.commonName, host + "\0.\(other)")]])
    case .insideTheOrganization:
      draft.subject = Self.name([[(organization, "Elsewhere,CN=\(host)")], [(.commonName, other)]])
    case .first: draft.subject = Self.name([[(.commonName, host)], [(.commonName, other)]])
    case .last: draft.subject = Self.name([[(.commonName, other)], [(.commonName, host)]])
    case .inAnotherAttribute:
      draft.subject = Self.name([[(organization, company)], [(.commonName, other), (.organizationalUnit, host)]])
    }
  }

  /// Each inner list is one RDN; the order inside it is that of DER as long as shorter values come first.
  private static func name(_ parts: [[(ObjectIdentifier, String)]]) -> [UInt8] {
    DERWriter.bytes {
      $0.sequence { writer in
        for part in parts {
          writer.constructed(.set) { set in
            for (type, value) in part {
              set.sequence {
                $0.identifier(type)
                $0.text(.utf8String, value)
              }
            }
          }
        }
      }
    }
  }
}
