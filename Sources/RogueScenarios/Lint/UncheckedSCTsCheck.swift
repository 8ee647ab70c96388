internal import RogueModel
internal import RogueStimuli

/// Wrong SCTs are a fault only under a policy that requires SCTs.
struct UncheckedSCTsCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      guard let path = step.mutation?.path, path.contains(EmbeddedSCTs.stimulus.name) else { return nil }
      let counting = linted.scenario.policies.contains { step.world.policy($0)?.transparency != nil }
      guard !counting else { return nil }
      return linted.finding(
        .warning, step: index, at: ScenarioKeys.mutate.key,
        "no policy that is run requires SCTs, so no validator has to check these",
        help: "run a policy with 'transparency'")
    }
  }
}
