internal import RogueModel

/// The whole of a name counts: a label that is short enough may be too long with its domain.
struct RequestedHostCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let world = linted.scenario.world
    return linted.scenario.steps.enumerated().compactMap { index, step in
      guard let problem = RequestedHost.tooLong(world.fullName(of: step.host ?? world.host)) else { return nil }
      return linted.finding(
        step: index, at: step.host == nil ? ScenarioKeys.world.key : StepKeys.host.key,
        "with the domain it is no valid host: \(problem.message)")
    }
  }
}
