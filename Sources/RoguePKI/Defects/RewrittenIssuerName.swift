internal import RogueModel
internal import RogueStimuli

/// The issuer's name is the CA's, letter for letter, in another string type: equal by the rules (RFC 5280, section 7.1), and
/// another sequence of bytes.
struct RewrittenIssuerName: Defect {
  enum Form: String, CaseIterable {
    case printable
    /// Capital letters where the CA's name has small ones.
    case capitals
    /// Two spaces for each one.
    case spaces
  }

  let descriptor = NamedDescriptor(
    name: "rewritten-issuer-name", summary: "The issuer is the CA's name in another encoding or spelling",
    parameters: [.form(Form.self, "as PrintableString, in capitals, or with doubled spaces")])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let form: Form = try context.parameters.form()
    draft.issuer = DistinguishedName.rewriting(draft.issuer) { _, tag, content in
      switch form {
      case .printable: (.printableString, content)
      case .capitals: (tag, content.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 })
      case .spaces: (tag, content.flatMap { $0 == 0x20 ? [0x20, 0x20] : [$0] })
      }
    }
  }
}
