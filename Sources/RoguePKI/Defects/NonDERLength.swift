internal import RogueModel

/// A length takes one octet more than it needs: BER, but not the DER that certificates must be (X.690, section 10.1).
struct NonDERLength: Defect {
  let descriptor = NamedDescriptor(
    name: "non-der-length", summary: "The length of a SEQUENCE takes more octets than it needs",
    parameters: [
      .init(name: "part", kind: .text, summary: "certificate (default) or signed-part, which is signed that way")
    ])

  func apply(
    to draft: inout CertificateDraft, _ parameters: UseParameters, _ context: DefectContext
  ) throws(HarnessFailure) {
    switch try parameters.text("part", default: "certificate") {
    case "certificate": draft.finalEdits.append(Self.lengthen)
    case "signed-part": draft.signedEdits.append(Self.lengthen)
    case let other: throw HarnessFailure(.badData, "non-der-length of \(context.certificate): no part \(other)")
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
}
