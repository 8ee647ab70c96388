internal import RogueModel
internal import RogueStimuli

/// nameConstraints cannot be read, or is empty (RFC 5280, section 4.2.1.10), so the CA's limits are unknown.
struct WrongNameConstraints: Defect {
  enum Form: String, CaseIterable {
    /// Neither permitted nor excluded subtrees, which may not be.
    case empty
    /// An address without its mask.
    case addressWithoutMask = "ip-without-mask"
    /// A mask whose bits are not all in front.
    case maskWithHoles = "mask-not-contiguous"
    /// A minimum of 1, which the profile does not have.
    case minimum
    /// An OCTET STRING.
    case notASequence = "not-a-sequence"
    /// Right constraints, and bytes after them.
    case trailing
    /// A type of name that no client can compare: registeredID.
    case unknownKind = "registered-id"
    /// An otherName is excluded, of a type for which no standard defines which names lie inside which others.
    case otherName = "other-name"
  }

  let descriptor = NamedDescriptor(
    name: "wrong-name-constraints", summary: "nameConstraints cannot be parsed or compared, or is empty",
    keywords: ["nameConstraints"],
    parameters: [.form(Form.self, "how")])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    func put(_ value: [UInt8]) {
      draft.replace(.nameConstraints, with: CertificateExtension(.nameConstraints, critical: true, value: value))
    }
    func permitting(_ names: GeneralName...) -> [UInt8] {
      CertificateExtension.nameConstraints(permitted: names, excluded: []).value
    }
    switch try context.parameters.form(Form.self) {
    case .empty: put(permitting())
    case .addressWithoutMask: put(permitting(.address([10, 0, 0, 0])))
    case .maskWithHoles: put(permitting(.address([10, 0, 0, 0, 255, 0, 255, 0])))
    case .minimum:
      put(
        DERWriter.bytes {
          $0.sequence {
            $0.constructed(.context(1, constructed: true)) {
              $0.sequence {
                $0.name(.dns("elsewhere.test"))
                $0.primitive(.context(0), [1])
              }
            }
          }
        })
    case .notASequence: put(DERWriter.bytes { $0.primitive(.octetString, []) })
    case .trailing:
      put(CertificateExtension.nameConstraints(permitted: [], excluded: [.dns("elsewhere.test")]).value + [0x05, 0x00])
    case .otherName: put(CertificateExtension.nameConstraints(permitted: [], excluded: [.somebodyElsewhere]).value)
    case .unknownKind:
      put(permitting(.encoded(DERWriter.bytes { $0.primitive(.context(8), UnknownExtension.identifier.content) })))
    }
  }
}
