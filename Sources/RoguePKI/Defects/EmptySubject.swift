internal import RogueModel
internal import RogueStimuli

/// The subject is an empty name. A server's certificate may have that, with a critical subjectAltName; a CA's may not,
/// because it becomes the issuer of others (RFC 5280, sections 4.1.2.4 and 4.1.2.6).
struct EmptySubject: Defect {
  let descriptor = NamedDescriptor(
    name: "empty-subject", summary: "The subject is an empty name", keywords: ["SAN", "subjectAltName", "subject"],
    parameters: [
      .init(
        name: "critical-names", kind: .flag, summary: "subjectAltName is critical, as it should be then; default true")
    ])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    draft.subject = DERWriter.bytes { $0.sequence { _ in } }
    guard try context.parameters.flag("critical-names", default: true),
      var names = draft.extensions.first(where: { $0.identifier == .subjectAlternativeName })
    else { return }
    names.isCritical = true
    draft.replace(.subjectAlternativeName, with: names)
  }
}
