internal import RogueModel
internal import RogueStimuli

/// Forbidden values of certificatePolicies and related extensions (RFC 5280, sections 4.2.1.4, 4.2.1.5 and 4.2.1.11).
struct WrongPolicies: Defect {
  enum Form: String, CaseIterable {
    /// The same policy twice, which may not be.
    case duplicate
    /// A list without a policy.
    case empty
    /// anyPolicy mapped to another one, which may not be.
    case mappingAny = "mapping-any-policy"
    /// policyConstraints that forbid mappings, and are not critical, as conforming CAs have to make them.
    case constraintsNotCritical = "constraints-not-critical"
    /// An OCTET STRING.
    case notASequence = "not-a-sequence"
  }

  let descriptor = NamedDescriptor(
    name: "wrong-policies", summary: "certificatePolicies, policyMappings or policyConstraints breaks a rule",
    keywords: ["certificatePolicies"],
    parameters: [
      .form(Form.self, "what") { form in
        switch form {
        case .mappingAny: ["policyMappings", "anyPolicy"]
        case .constraintsNotCritical: ["policyConstraints"]
        case .duplicate, .empty, .notASequence: []
        }
      }
    ])
  let audience = DefectAudience.everybody

  /// Under the enterprise number reserved for examples (RFC 5612).
  private static let policy = ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 4)

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    switch try context.parameters.form(Form.self) {
    case .duplicate: draft.replace(.certificatePolicies, with: .certificatePolicies([Self.policy, Self.policy]))
    case .empty: draft.replace(.certificatePolicies, with: .certificatePolicies([]))
    case .mappingAny:
      draft.replace(.certificatePolicies, with: .certificatePolicies([.anyPolicy]))
      draft.replace(
        .policyMappings,
        with: CertificateExtension(
          .policyMappings, critical: true,
          value: DERWriter.bytes {
            $0.sequence {
              $0.sequence {
                $0.identifier(.anyPolicy)
                $0.identifier(Self.policy)
              }
            }
          }))
    case .constraintsNotCritical:
      draft.replace(
        .policyConstraints,
        with: CertificateExtension(
          .policyConstraints, value: DERWriter.bytes { $0.sequence { $0.primitive(.context(1), [0]) } }))
    case .notASequence:
      draft.replaceValue(of: .certificatePolicies, with: DERWriter.bytes { $0.primitive(.octetString, []) })
    }
  }
}
