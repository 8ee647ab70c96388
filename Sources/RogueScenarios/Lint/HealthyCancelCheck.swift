internal import RogueModel

/// Where nothing is wrong, cancelling cannot be right: the control expects the very opposite.
///
/// A client's bundle that cannot be opened is part of the policy, which no mutation touches: there cancelling is right.
struct HealthyCancelCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      guard step.mutation == nil else { return nil }
      guard
        let policy = linted.scenario.policies.first(where: { policy in
          step.expectations[policy]?.mustCancel == true && step.world.policy(policy)?.identity?.damage == nil
        })
      else {
        return nil
      }
      return linted.finding(
        step: index, at: ScenarioKeys.expect.key,
        "a step without a mutation expects '\(policy)' to cancel, but its control expects it to accept",
        help: "put what is refused into a mutation")
    }
  }
}
