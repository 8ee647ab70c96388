internal import RogueModel
internal import RogueStimuli

/// An extension that is not critical has an object identifier with one enormous arc, which no integer of a machine holds.
struct LargeObjectIdentifier: Defect {
  let descriptor = NamedDescriptor(
    name: "large-object-identifier", summary: "An extension's object identifier has one enormous arc",
    parameters: [.init(name: "octets", kind: .integer, summary: "how long; 20000 when left out", range: 20...60_000)])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let count = try context.parameters.integer("octets", default: 20_000)
    // Every octet of an arc but the last has its first bit set (X.690, section 8.19.2).
    let arc = [UInt8](repeating: 0xff, count: Int(count) - 1) + [0x7f]
    let identifier = ObjectIdentifier(content: UnknownExtension.identifier.content + arc)
    draft.extensions.append(CertificateExtension(identifier, value: DERWriter.bytes(capacity: 4) { $0.null() }))
  }
}
