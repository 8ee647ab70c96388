internal import RogueModel

/// A mutation that leaves the world as it is makes a rogue with which nothing is wrong.
struct UnchangedWorldCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      guard let mutation = step.mutation, step.world == linted.scenario.world else { return nil }
      return linted.finding(
        step: index, at: ScenarioKeys.mutate.key, "the mutation changes nothing: the world says '\(mutation)' already")
    }
  }
}
