internal import RogueModel
internal import RogueStimuli

/// The certificate ends before it begins: both dates are right, each in the other's place.
struct SwappedValidity: Defect {
  let descriptor = NamedDescriptor(
    name: "swapped-validity", summary: "notBefore and notAfter are swapped", keywords: ["validity"])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    swap(&draft.notBefore, &draft.notAfter)
  }
}
