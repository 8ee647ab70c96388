internal import RogueModel
internal import RogueStimuli

/// An extension that no client knows is critical, so every client must refuse (RFC 5280, section 4.2).
struct UnknownCriticalExtension: Defect {
  let descriptor = NamedDescriptor(
    name: "unknown-critical-extension", summary: "An unknown extension is marked critical",
    keywords: ["critical extension"])
  let audience = DefectAudience.everybody

  /// Under the enterprise number reserved for examples (RFC 5612).
  static let identifier = ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 1)

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.extensions.append(
      CertificateExtension(Self.identifier, critical: true, value: DERWriter.bytes(capacity: 4) { $0.null() }))
  }
}
