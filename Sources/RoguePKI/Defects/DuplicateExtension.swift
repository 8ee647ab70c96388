internal import RogueModel
internal import RogueStimuli

/// basicConstraints occurs twice (RFC 5280, section 4.2, forbids it): two parsers may look at different copies.
///
/// Both copies are equal, so that nothing but the repetition is wrong.
struct DuplicateExtension: Defect {
  let descriptor = NamedDescriptor(
    name: "duplicate-extension", summary: "basicConstraints is present twice", keywords: ["basicConstraints"])
  let audience = DefectAudience.everybody
  /// libssl looks at the leaf's extensions to choose a suite of TLS 1.2, and finds none when it cannot read them.
  let limits = [DefectLimit(.libssl, "cannot serve TLS 1.2 with a leaf", place: .leafIn(.tls12))]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    guard let item = draft.extensions.first(where: { $0.identifier == .basicConstraints }) else { return }
    draft.extensions.append(item)
  }
}
