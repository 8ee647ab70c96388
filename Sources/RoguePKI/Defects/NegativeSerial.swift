internal import RogueModel
internal import RogueStimuli

/// The serial number is negative, which conforming CAs must not issue (RFC 5280, section 4.1.2.2).
struct NegativeSerial: Defect {
  let descriptor = NamedDescriptor(
    name: "negative-serial", summary: "The serial number is negative", keywords: ["serialNumber"])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    // 0x80 to 0xbf: negative whatever follows, and never shorter in DER.
    draft.serialEdits.append { serial in
      guard let first = serial.first else { return }
      serial[0] = first & 0x3f | 0x80
    }
  }
}
