internal import RogueModel
internal import RogueStimuli

extension CertificateOverrides {
  /// All but the subject, which the certificates below repeat.
  func apply(to draft: inout CertificateDraft) {
    if let serial { draft.serialEdits.append { $0 = serial } }
    for item in extensions {
      let identifier = ObjectIdentifier(dotted: item.identifier)
      draft.replace(
        identifier, with: CertificateExtension(identifier, critical: item.isCritical, value: item.value))
    }
  }
}

extension DistinguishedName {
  /// Attributes in the order of their encoding, each in a set of its own.
  static func encode(_ attributes: [CertificateOverrides.NameAttribute]) -> [UInt8] {
    DERWriter.bytes(capacity: 128) {
      $0.sequence { for item in attributes { attribute(ObjectIdentifier(dotted: item.type), item.value, &$0) } }
    }
  }
}
