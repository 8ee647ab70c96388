public import RogueModel

/// Its certificate policies, in dotted form (RFC 5280, section 4.2.1.4).
public enum CertificatePolicies: CertificateSetting {
  public static let written: SettingParser<[String]> = .texts(.policyIdentifier, "policies")

  public static let stimulus = Stimulus<CertificateRecipe>(
    "policies", "certificate policies as object identifiers, `any` for anyPolicy (RFC 5280, section 4.2.1.4)",
    evidence: .certificate, text: { flow($0[CertificatePolicies.self]) }
  )
  .found(by: "certificatePolicies")
}

/// Every certificate below this CA must have a policy (requireExplicitPolicy, RFC 5280, section 4.2.1.11).
public enum RequiresPolicy: CertificateSetting {
  public static let written = SettingParser<Bool>.flag

  public static let stimulus = Stimulus<CertificateRecipe>(
    "requires-policy",
    "every certificate below this CA must assert a policy (RFC 5280, section 4.2.1.11); default false",
    evidence: .certificate, text: { String($0[RequiresPolicy.self]) }
  )
  .found(by: "policyConstraints", "requireExplicitPolicy")
}
