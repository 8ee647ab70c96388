internal import RogueModel

/// basicConstraints stands there twice (RFC 5280, section 4.2, forbids it): two parsers may look at different ones.
///
/// Both copies say the same, so that nothing but the repetition is wrong.
struct DuplicateExtension: Defect {
  let descriptor = NamedDescriptor(name: "duplicate-extension", summary: "basicConstraints stands there twice")

  func apply(
    to draft: inout CertificateDraft, _ parameters: UseParameters, _ context: DefectContext
  ) {
    guard let item = draft.extensions.first(where: { $0.identifier == .basicConstraints }) else { return }
    draft.extensions.append(item)
  }
}
