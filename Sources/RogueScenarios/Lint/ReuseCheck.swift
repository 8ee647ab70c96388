internal import RogueModel

/// A step can use again only what an earlier one left behind.
struct ReuseCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let steps = linted.scenario.steps
    return steps.enumerated().compactMap { index, step in
      guard step.reuse != .none else { return nil }
      if index == 0 {
        return linted.finding(step: index, at: StepKeys.reuse.key, "the first step has nothing to use again")
      }
      guard step.reuse == .session else { return nil }
      let isOffered = steps[index - 1].world.server.resumption && step.world.server.resumption
      return isOffered
        ? nil
        : linted.finding(
          step: index, at: StepKeys.reuse.key, "the server hands out no sessions that could be used again",
          help: "server: {resumption: true}")
    }
  }
}
