internal import RogueModel
internal import RogueStimuli

/// A serial number that no conforming CA writes: it must be a positive INTEGER of at most 20 octets (RFC 5280, section
/// 4.1.2.2). `negative-serial` is the negative one.
struct WrongSerial: Defect {
  enum Form: String, CaseIterable {
    case zero
    /// 21 octets.
    case long
    /// 500 octets.
    case huge
    /// A zero octet in front that the number does not need (X.690, section 8.3.2).
    case padded
    /// An INTEGER of no octet (X.690, section 8.3.1).
    case empty
  }

  let descriptor = NamedDescriptor(
    name: "wrong-serial", summary: "The serial number is zero, too long, or encoded wrongly",
    keywords: ["serialNumber"],
    parameters: [.form(Form.self, "how")])
  let audience = DefectAudience.everybody
  /// libssl does not accept it as a certificate, because its parser refuses it.
  let limits = [DefectLimit(.libssl, "cannot present a certificate", forms: ["padded", "empty"])]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    switch try context.parameters.form(Form.self) {
    case .zero: draft.serialEdits.append { $0 = [0] }
    case .long: draft.serialEdits.append { $0 += repeatElement(0x5a, count: 21 - $0.count) }
    case .huge: draft.serialEdits.append { $0 += repeatElement(0x5a, count: 500 - $0.count) }
    case .padded: draft.serialEdits.append { $0.insert(0, at: 0) }
    case .empty: draft.serialEdits.append { $0 = [] }
    }
  }
}
