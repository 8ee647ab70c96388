internal import RogueModel
internal import RogueStimuli

/// A step can use again only what an earlier one left behind.
struct ReuseCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let steps = linted.scenario.steps
    return steps.enumerated().compactMap { index, step in
      guard step.reuse != .none else { return nil }
      if index == 0 {
        return linted.finding(step: index, at: StepKeys.reuse.key, "the first step has nothing to reuse")
      }
      let servers = [steps[index - 1].world.server, step.world.server]
      let isOffered = servers.allSatisfy { step.reuse == .session ? $0[Resumption.self].isOffered : $0[KeepAlive.self] }
      guard !isOffered else { return nil }
      return step.reuse == .session
        ? linted.finding(
          step: index, at: StepKeys.reuse.key, "the server issues no sessions that could be resumed",
          help: "server: {resumption: true}")
        : linted.finding(
          step: index, at: StepKeys.reuse.key, "the server leaves no connection open that could be reused",
          help: "server: {keep-alive: true}")
    }
  }
}
