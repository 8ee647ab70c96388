internal import RogueModel
internal import RogueStimuli

/// A CA whose keyUsage lacks cRLSign: it may issue certificates, but clients must not accept a CRL that its key signed
/// (RFC 5280, sections 4.2.1.3 and 6.3.3 (f)).
struct NoCRLSign: Defect {
  let descriptor = NamedDescriptor(
    name: "no-crl-sign", summary: "keyUsage of a CA lacks cRLSign", keywords: ["keyUsage", "cRLSign"])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.replace(.keyUsage, with: .keyUsage([.digitalSignature, .keyCertSign]))
  }
}
