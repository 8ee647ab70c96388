internal import RogueModel
internal import RogueStimuli

/// A rogue that every validator passes proves nothing: if both accept and cancel are right under every policy, the
/// scenario judges nothing. At `may` that is the point.
struct VacuousExpectationCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let scenario = linted.scenario
    guard scenario.level != .may, let first = scenario.steps.firstIndex(where: { $0.mutation != nil }) else {
      return []
    }
    let rogues = scenario.steps.filter { $0.mutation != nil }
    let demandsSomething = rogues.contains { step in
      // A client that reports what was injected in plaintext is caught by that, whatever else is right.
      if step.world.server[StartTLS.self]?.injects == true { return true }
      return scenario.policies.contains { policy in
        // A client that queries although no query is allowed is caught by the query.
        step.world.policy(step.policy ?? policy)?.revocation?.allowsNetwork == false
          || !(step.expectations[policy] ?? .accept).takesEither
      }
    }
    guard !demandsSomething else { return [] }
    return [
      linted.finding(
        step: first, at: ScenarioKeys.expect.key,
        "under every policy both accept and cancel are right",
        help: "expect one of them under some policy; where the standards leave a choice, the level is may")
    ]
  }
}

extension Expectation {
  /// Whether an accept without further conditions is right, and a refusal of the server, too.
  fileprivate var takesEither: Bool {
    answers.contains { $0.disposition == .accept && $0.clientChain == nil && !$0.identityWithheld }
      && answers.contains { $0.disposition == .cancel && $0.phases != [.configuration] }
  }
}
