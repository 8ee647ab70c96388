internal import RogueModel
internal import RogueStimuli

/// An extension that no client knows is not critical, so every client may ignore it (RFC 5280, section 4.2).
struct UnknownExtension: Defect {
  let descriptor = NamedDescriptor(
    name: "unknown-extension", summary: "Unknown extensions, not critical",
    parameters: [.init(name: "count", kind: .integer, summary: "how many; 1 when left out", range: 1...5000)])
  let audience = DefectAudience.everybody

  /// Under the enterprise number reserved for examples (RFC 5612).
  static let identifier = ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 3)

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let count = try context.parameters.integer("count", default: 1)
    draft.extensions += (0..<Int(count)).map { number in
      // Each has a unique identifier, so none is a duplicate.
      CertificateExtension(
        ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 3, number), value: DERWriter.bytes(capacity: 4) { $0.null() })
    }
  }
}
