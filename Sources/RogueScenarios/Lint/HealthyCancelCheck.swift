internal import RogueModel

/// Where nothing is wrong, cancelling cannot be right: the control expects the very opposite.
struct HealthyCancelCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      guard step.mutation == nil else { return nil }
      guard let policy = linted.scenario.policies.first(where: { step.expectations[$0]?.mustCancel == true }) else {
        return nil
      }
      return linted.finding(
        step: index, at: ScenarioKeys.expect.key,
        "a step without a mutation expects '\(policy)' to cancel, but its control expects it to accept",
        help: "put what is refused into a mutation")
    }
  }
}
