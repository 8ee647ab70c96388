internal import RogueModel
internal import RogueStimuli

/// extendedKeyUsage allows something else than what the certificate is used for (RFC 5280, section 4.2.1.12).
struct WrongExtendedKeyUsage: Defect {
  let descriptor = NamedDescriptor(
    name: "wrong-extended-key-usage", summary: "extendedKeyUsage allows only another use",
    keywords: ["EKU", "extendedKeyUsage", "codeSigning"],
    parameters: [
      .init(name: "purpose", kind: .text, summary: "code-signing (default), server, client or ocsp-signer")
    ])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let purpose: ObjectIdentifier
    switch try context.parameters.text("purpose", default: "code-signing") {
    case "code-signing": purpose = .codeSigning
    case "server": purpose = .serverAuthentication
    case "client": purpose = .clientAuthentication
    case "ocsp-signer": purpose = .ocspSigning
    case let other:
      throw HarnessFailure(.badData, "wrong-extended-key-usage of \(context.certificate): no purpose \(other)")
    }
    draft.replace(.extendedKeyUsage, with: .extendedKeyUsage([purpose]))
  }
}
