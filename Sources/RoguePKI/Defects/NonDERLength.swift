internal import RogueModel
internal import RogueStimuli

/// A length is written in a way that BER knows and DER does not, which certificates must be in (X.690, section 10.1).
struct NonDERLength: Defect {
  enum Part: String, CaseIterable {
    case certificate
    /// The part that is signed, and signed that way.
    case signedPart = "tbs"
  }

  enum Form: String, CaseIterable {
    /// One octet more than the length needs.
    case long
    /// No length at all; two zeros mark the end (X.690, section 8.1.3.6).
    case indefinite
  }

  let descriptor = NamedDescriptor(
    name: "non-der-length", summary: "The length of a SEQUENCE is not encoded as DER requires",
    keywords: ["BER", "DER"],
    parameters: [
      .init(
        name: "part", kind: .text, summary: "certificate (default) or tbs, which is signed in that encoding",
        choices: Part.allCases.map(\.rawValue)),
      .form(Form.self, "an octet more than needed, or an end marked by zeros"),
    ])
  let audience = DefectAudience.everybody
  /// libssl would re-encode bytes that are not minimal DER, and drop bytes after the end.
  let limits = [DefectLimit(.libssl, "cannot present a certificate")]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let edit: CertificateDraft.Edit =
      switch try context.parameters.form(Form.self) {
      case .long: Self.lengthen
      case .indefinite: Self.openEnd
      }
    switch try context.parameters.word("part", default: Part.certificate) {
    case .certificate: draft.finalEdits.append(edit)
    case .signedPart: draft.signedEdits.append(edit)
    }
  }

  /// Puts a zero in front of the outermost length.
  @Sendable private static func lengthen(_ bytes: inout [UInt8]) {
    guard bytes.count > 2 else { return }
    if bytes[1] < 0x80 {
      bytes.insert(0x81, at: 1)
    } else {
      bytes[1] += 1
      bytes.insert(0, at: 2)
    }
  }

  /// Takes the outermost length away.
  @Sendable private static func openEnd(_ bytes: inout [UInt8]) {
    guard bytes.count > 2 else { return }
    let octets = bytes[1] < 0x80 ? 1 : 1 + Int(bytes[1] & 0x7f)
    bytes.replaceSubrange(1..<1 + octets, with: [0x80])
    bytes += [0, 0]
  }
}
