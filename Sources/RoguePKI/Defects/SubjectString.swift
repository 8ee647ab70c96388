internal import RogueModel
internal import RogueStimuli

/// The subject's attributes are strings of another type than UTF8String (RFC 5280, section 4.1.2.4), all of which names have
/// had at some time; the last form is a string that its type does not allow.
struct SubjectString: Defect {
  enum Form: String, CaseIterable {
    case printable, teletex, bmp, universal, ia5
    /// UTF8String with octets that are not UTF-8.
    case brokenUTF8 = "broken-utf8"
  }

  let descriptor = NamedDescriptor(
    name: "subject-string", summary: "The subject is encoded in another string type",
    parameters: [.form(Form.self, "which")])
  let audience = DefectAudience.everybody
  /// libssl does not accept it as a certificate, because its parser refuses it.
  let limits = [DefectLimit(.libssl, "cannot present a certificate", forms: ["broken-utf8"])]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let form: Form = try context.parameters.form()
    draft.subject = DistinguishedName.rewriting(draft.subject) { type, _, content in
      switch form {
      case .printable: (.printableString, content)
      case .teletex: (.teletexString, content)
      case .ia5: (.ia5String, content)
      // Test names are ASCII.
      case .bmp: (.bmpString, content.flatMap { [0, $0] })
      case .universal: (.universalString, content.flatMap { [0, 0, 0, $0] })
      case .brokenUTF8: (.utf8String, type == .organization ? content + [0xc3, 0x28] : content)
      }
    }
  }
}
