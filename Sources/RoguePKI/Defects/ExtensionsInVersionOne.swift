internal import RogueModel
internal import RogueStimuli

/// A certificate that claims version 1 and has extensions all the same, which need version 3 (RFC 5280, section 4.1.2.1).
struct ExtensionsInVersionOne: Defect {
  let descriptor = NamedDescriptor(
    name: "extensions-in-version-1", summary: "The certificate claims version 1 but has extensions")
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.version = nil
  }
}
