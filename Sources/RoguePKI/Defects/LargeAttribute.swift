internal import RogueModel
internal import RogueStimuli

/// The subject's organization is far longer than the 64 characters that it may have (RFC 5280, appendix A.1).
struct LargeAttribute: Defect {
  let descriptor = NamedDescriptor(
    name: "large-attribute", summary: "The subject's organization is far too long",
    parameters: [
      .init(name: "octets", kind: .integer, summary: "how long; 65536 when left out", range: 65...1_000_000)
    ])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let count = try context.parameters.integer("octets", default: 65_536)
    draft.subject = DistinguishedName.rewriting(draft.subject) { type, tag, content in
      (tag, type == .organization ? [UInt8](repeating: UInt8(ascii: "x"), count: Int(count)) : content)
    }
  }
}
