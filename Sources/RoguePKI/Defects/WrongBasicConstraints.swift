internal import RogueModel
internal import RogueStimuli

/// basicConstraints is written in a way that one parser reads as a CA's and another does not (RFC 5280, section 4.2.1.9).
struct WrongBasicConstraints: Defect {
  enum Form: String, CaseIterable {
    /// cA is the BOOLEAN 01, which BER takes for true and DER does not have (X.690, section 11.1).
    case trueAsOne = "ber-true"
    /// cA, written out as FALSE: the default, which DER leaves out (X.690, section 11.5).
    case explicitFalse = "explicit-false"
    /// BOOLEAN TRUE without the SEQUENCE around it.
    case notASequence = "not-a-sequence"
    /// cA is the INTEGER 1.
    case integer
    /// A right SEQUENCE, and bytes after it.
    case trailing
    /// Nothing inside the OCTET STRING.
    case empty
    /// A CA whose path length is -1.
    case negativePathLength = "negative-path-length"
    /// A CA whose path length has 17 octets.
    case hugePathLength = "huge-path-length"
    /// A path length without cA, which may not be (RFC 5280).
    case pathLengthWithoutCA = "path-length-without-ca"
    /// A CA as it should be, but not marked critical, as conforming CAs have to.
    case notCritical = "not-critical"
    /// cA on a certificate whose key usage does not let it sign others.
    case caWithoutKeyUsage = "ca-without-key-usage"
  }

  let descriptor = NamedDescriptor(
    name: "wrong-basic-constraints", summary: "basicConstraints is encoded wrongly, or breaks a rule",
    keywords: ["basicConstraints"],
    parameters: [
      .form(Form.self, "how") { form in
        switch form {
        case .negativePathLength, .hugePathLength, .pathLengthWithoutCA: ["pathLenConstraint"]
        default: []
        }
      }
    ])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let form: Form = try context.parameters.form()
    switch form {
    case .notCritical:
      draft.replace(
        .basicConstraints,
        with: CertificateExtension(.basicConstraints, value: CertificateExtension.basicConstraints(isCA: true).value))
    default: draft.replaceValue(of: .basicConstraints, with: Self.value(form))
    }
  }

  private static func value(_ form: Form) -> [UInt8] {
    let healthy = CertificateExtension.basicConstraints(isCA: true).value
    return switch form {
    case .trueAsOne: sequence { $0.primitive(.boolean, [1]) }
    case .explicitFalse: sequence { $0.boolean(false) }
    case .notASequence: DERWriter.bytes { $0.boolean(true) }
    case .integer: sequence { $0.integer(1) }
    case .trailing: healthy + [0x05, 0x00]
    case .empty: []
    case .negativePathLength:
      sequence {
        $0.boolean(true); $0.primitive(.integer, [0xff])
      }
    case .hugePathLength:
      sequence {
        $0.boolean(true); $0.primitive(.integer, [0x01] + [UInt8](repeating: 0, count: 16))
      }
    case .pathLengthWithoutCA: sequence { $0.integer(0) }
    case .notCritical, .caWithoutKeyUsage: healthy
    }
  }

  private static func sequence(_ body: (inout DERWriter) -> Void) -> [UInt8] { DERWriter.bytes { $0.sequence(body) } }
}
