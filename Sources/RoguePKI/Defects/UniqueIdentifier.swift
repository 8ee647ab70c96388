internal import RogueModel
internal import RogueStimuli

/// issuerUniqueID and subjectUniqueID, which conforming CAs must not write and which clients should be able to read (RFC
/// 5280, section 4.1.2.8).
struct UniqueIdentifier: Defect {
  let descriptor = NamedDescriptor(
    name: "unique-identifier", summary: "issuerUniqueID and subjectUniqueID are present")
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.uniqueIdentifiers = DERWriter.bytes {
      $0.primitive(.context(1), [0, 0x01])
      $0.primitive(.context(2), [0, 0x02])
    }
  }
}
