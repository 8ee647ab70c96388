public import RogueModel
package import RogueTrust

/// The validator that checks everything a policy demands: path, name, pins, transparency, revocation.
public struct PolicyValidator: ChainValidator {
  private let environment: TrustEnvironment
  private let checks: [PolicyCheck]
  private let rules: Rulebook

  /// - Parameter checks: those that it makes, for validators that do less, or that compare pins in another way.
  package init(_ environment: TrustEnvironment, checks: [PolicyCheck] = PolicyCheck.all, rules: Rulebook = Rulebook()) {
    self.environment = environment
    self.checks = checks
    self.rules = rules
  }

  public func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    rules(
      .decision,
      PolicyEvaluation(flight: flight, policy: policy, checks: checks, rules: rules, environment: environment))
  }
}
