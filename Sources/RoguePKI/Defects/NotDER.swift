internal import RogueModel
internal import RogueStimuli

/// The certificate is BER that DER does not allow, in one place (X.690, sections 10 and 11); the signature is over these
/// very bytes. Lengths are the defect `non-der-length`, numbers `wrong-serial`, bit strings `odd-key-usage`.
struct NotDER: Defect {
  enum Form: String, CaseIterable {
    /// `critical` of the first critical extension is 01, true in BER only.
    case criticalAsOne = "critical-ber-true"
    /// `critical` is written out as FALSE, the default, on an extension.
    case explicitFalse = "explicit-false"
    /// The attributes of one RDN are in the wrong order.
    case setOrder = "set-order"
    /// The OCTET STRING around an extension's value comes in two parts.
    case octetsInParts = "constructed-octet-string"
    /// It comes in one part, and its end is marked by zeros.
    case octetsWithoutLength = "indefinite-octet-string"
    /// The BIT STRING inside keyUsage is made of a part.
    case bitsInParts = "constructed-bit-string"
    /// The subject's common name is made of a part.
    case textInParts = "constructed-string"
  }

  let descriptor = NamedDescriptor(
    name: "not-der", summary: "One part is encoded in BER that is not DER", keywords: ["BER", "DER"],
    parameters: [.form(Form.self, "which")])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    switch try context.parameters.form(Form.self) {
    case .criticalAsOne:
      guard let index = draft.extensions.firstIndex(where: \.isCritical) else { return }
      draft.extensions[index].criticalEncoding = DERWriter.bytes { $0.primitive(.boolean, [1]) }
    case .explicitFalse:
      guard let index = draft.extensions.firstIndex(where: { !$0.isCritical }) else { return }
      draft.extensions[index].criticalEncoding = DERWriter.bytes { $0.boolean(false) }
    case .setOrder: draft.subject = Self.unsorted(context.host)
    case .octetsInParts, .octetsWithoutLength:
      guard let index = draft.extensions.firstIndex(where: { !$0.isCritical }) else { return }
      let value = draft.extensions[index].value
      let isEndless = try context.parameters.form(Form.self) == .octetsWithoutLength
      draft.extensions[index].valueEncoding = isEndless ? Self.endless(value) : Self.halved(value)
    case .bitsInParts:
      guard let index = draft.extensions.firstIndex(where: { $0.identifier == .keyUsage }) else { return }
      let bits = draft.extensions[index].value
      draft.extensions[index].value = DERWriter.bytes { $0.constructed(DERTag.bitString.inParts) { $0.raw(bits) } }
    case .textInParts:
      draft.subject = DistinguishedName.rewriting(draft.subject) { type, tag, content in
        type == .commonName ? (tag.inParts, DERWriter.bytes { $0.primitive(tag, content) }) : (tag, content)
      }
    }
  }

  private static func halved(_ value: [UInt8]) -> [UInt8] {
    DERWriter.bytes {
      $0.constructed(DERTag.octetString.inParts) {
        $0.primitive(.octetString, Array(value.prefix(value.count / 2)))
        $0.primitive(.octetString, Array(value.dropFirst(value.count / 2)))
      }
    }
  }

  private static func endless(_ value: [UInt8]) -> [UInt8] {
    [DERTag.octetString.inParts.rawValue, 0x80] + DERWriter.bytes { $0.primitive(.octetString, value) } + [0, 0]
  }

  /// One RDN with an organization before a common name: DER sorts by encoding, and the type of the second is less.
  private static func unsorted(_ host: String) -> [UInt8] {
    DERWriter.bytes {
      $0.sequence {
        $0.constructed(.set) { set in
          for (type, value) in [(ObjectIdentifier.organization, "Rogue test"), (.commonName, "Rogue test")] {
            set.sequence {
              $0.identifier(type)
              $0.text(.utf8String, value)
            }
          }
        }
      }
    }
  }
}
