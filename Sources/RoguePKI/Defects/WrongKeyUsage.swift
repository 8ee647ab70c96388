internal import RogueModel
internal import RogueStimuli

/// keyUsage leaves out what the key is used for (RFC 5280, section 4.2.1.3): a CA's lacks keyCertSign, a leaf's lacks
/// everything that TLS could need.
struct WrongKeyUsage: Defect {
  let descriptor = NamedDescriptor(
    name: "wrong-key-usage", summary: "keyUsage lacks keyCertSign (a CA) or every use in TLS (a leaf)",
    keywords: ["keyUsage", "keyCertSign"])
  let audience = DefectAudience.handshake

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.replace(.keyUsage, with: .keyUsage(context.isCA ? [.digitalSignature] : [.cRLSign]))
  }
}
