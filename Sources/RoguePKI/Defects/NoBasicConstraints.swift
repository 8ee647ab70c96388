internal import RogueModel
internal import RogueStimuli

/// A version 3 certificate that does not say whether it is a CA's; as an issuer it must be refused (RFC 5280, section
/// 6.1.4, step k).
struct NoBasicConstraints: Defect {
  let descriptor = NamedDescriptor(
    name: "no-basic-constraints", summary: "basicConstraints is missing", keywords: ["basicConstraints"])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.replace(.basicConstraints, with: nil)
  }
}
