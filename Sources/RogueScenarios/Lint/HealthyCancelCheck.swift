internal import RogueModel

/// Without a fault a refusal cannot be right, because the control must be accepted.
///
/// The exception is the policy, which mutations cannot touch: if the client's identity is unusable, no pin can match, or
/// nothing is an anchor, a refusal is right.
struct HealthyCancelCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      guard step.mutation == nil else { return nil }
      guard
        let policy = linted.scenario.policies.first(where: { policy in
          guard step.expectations[policy]?.mustCancel == true else { return false }
          let recipe = step.world.policy(step.policy ?? policy)
          return recipe?.identity?.isBroken != true && recipe?.pinSets.contains(where: \.canMatchNothing) != true
            && recipe?.anchors?.isEmpty != true
        })
      else {
        return nil
      }
      return linted.finding(
        step: index, at: ScenarioKeys.expect.key,
        "a step without a mutation expects '\(step.policy ?? policy)' to cancel, but its control expects it to accept",
        help: "move the refused part into a mutation")
    }
  }
}
