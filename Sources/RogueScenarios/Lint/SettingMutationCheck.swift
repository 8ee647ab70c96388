internal import RogueModel
internal import RogueStimuli

/// A setting is not a fault by itself: nothing on the wire would show that a mutation of it was presented.
struct SettingMutationCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      guard let mutation = step.mutation, let policy = step.world.policies.first,
        Stimuli.evidence(of: mutation, in: step.world, policy).kind == .setting
      else { return nil }
      return linted.finding(
        step: index, at: ScenarioKeys.mutate.key,
        "'\(mutation.path.joined(separator: "."))' is not a fault by itself, so nothing shows that it was presented",
        help: "set it in the world, and mutate the faulty part")
    }
  }
}
