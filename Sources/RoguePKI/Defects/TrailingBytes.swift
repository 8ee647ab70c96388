internal import RogueModel
internal import RogueStimuli

/// Bytes follow the certificate inside its entry of the TLS list: not covered by the signature, and part of what a pin of
/// the whole certificate hashes.
struct TrailingBytes: Defect {
  let descriptor = NamedDescriptor(
    name: "trailing-bytes", summary: "Zeros follow the certificate",
    parameters: [.init(name: "count", kind: .integer, summary: "how many, 1 to 65535; 1 when left out")])
  let audience = DefectAudience.everybody
  /// libssl would re-encode bytes that are not minimal DER, and drop bytes after the end.
  let limits = [DefectLimit(.libssl, "cannot present a certificate")]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let count = try context.parameters.integer("count", default: 1)
    guard (1...65_535).contains(count) else {
      throw HarnessFailure(.badData, "trailing-bytes of \(context.certificate): the count must be from 1 to 65535")
    }
    draft.finalEdits.append { $0 += repeatElement(0, count: Int(count)) }
  }
}
