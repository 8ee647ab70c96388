internal import RogueModel
internal import RogueStimuli

/// A client's certificates can be judged only if the server requests them and the client has any.
struct ClientIdentityCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().flatMap { index, step in
      // A later step can reveal the fault of an earlier one.
      let hasShown = linted.scenario.steps[..<index].contains { $0.policy.flatMap(step.world.policy)?.identity != nil }
      return linted.scenario.policies.compactMap { policy in
        problem(with: step.expectations[policy]?.answers ?? [], of: policy, in: step.world, hasShown).map { problem in
          linted.finding(step: index, at: ScenarioKeys.expect.key, problem)
        }
      }
    }
  }

  private func problem(with answers: [Expectation.Answer], of policy: String, in world: World, _ hasShown: Bool)
    -> String?
  {
    let isJudged = answers.contains { $0.identityWithheld || $0.clientChain != nil }
    guard isJudged else { return nil }
    if world.server[ClientAuth.self] == .none {
      return "the client's certificates are judged for '\(policy)', but the server requests none"
    }
    if world.policy(policy)?.identity == nil, !hasShown {
      return "the client's certificates are judged for '\(policy)', but this policy has no 'identity'"
    }
    return nil
  }
}
