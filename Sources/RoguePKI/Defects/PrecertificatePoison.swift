internal import RogueModel
internal import RogueStimuli

/// The certificate is a precertificate: it was made for logs to see, and its poison is a critical extension that no
/// validator knows (RFC 6962, section 3.1).
struct PrecertificatePoison: Defect {
  let descriptor = NamedDescriptor(
    name: "precertificate-poison", summary: "The certificate has the critical poison extension of a precertificate",
    keywords: ["CT", "precertificate poison"])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.extensions.append(.precertificatePoison)
  }
}
