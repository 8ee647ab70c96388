internal import RogueModel
internal import RogueStimuli

/// basicConstraints says that the certificate is no CA's, though its key usage allows to sign certificates: anybody with a
/// leaf could issue if this were not checked (CVE-2002-0862).
struct NotACA: Defect {
  let descriptor = NamedDescriptor(
    name: "not-a-ca", summary: "basicConstraints has cA FALSE", keywords: ["basicConstraints", "cA"])
  let audience = DefectAudience.everybody

  func apply(
    to draft: inout CertificateDraft, _ parameters: UseParameters, _ context: DefectContext
  ) {
    draft.replace(.basicConstraints, with: .basicConstraints(isCA: false))
  }
}
