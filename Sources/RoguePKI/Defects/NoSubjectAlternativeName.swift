internal import RogueModel
internal import RogueStimuli

/// The host is only in the subject's common name, where no client may look for it any more (RFC 9525, section 2).
struct NoSubjectAlternativeName: Defect {
  let descriptor = NamedDescriptor(
    name: "no-san", summary: "subjectAltName is missing; the host is the subject's common name only",
    keywords: ["SAN", "subjectAltName", "commonName"])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.replace(.subjectAlternativeName, with: nil)
  }
}
