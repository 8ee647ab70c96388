internal import RogueModel
internal import RogueStimuli

/// basicConstraints has no cA, though its key usage allows it to sign certificates: without
/// this check anyone with a leaf could issue certificates (CVE-2002-0862).
struct NotACA: Defect {
  let descriptor = NamedDescriptor(
    name: "not-a-ca", summary: "basicConstraints has cA FALSE", keywords: ["basicConstraints", "cA"])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.replace(.basicConstraints, with: .basicConstraints(isCA: false))
  }
}
