internal import RogueModel

/// A refusal for any reason at all is also the refusal for the wrong one.
struct MissingReasonCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      let policies = linted.scenario.policies.filter { policy in
        step.expectations[policy]?.answers.contains { $0.disposition == .cancel && $0.reasons.isEmpty } ?? false
      }
      guard let policy = policies.first else { return nil }
      return linted.finding(
        .warning, step: index, at: ScenarioKeys.expect.key,
        "'\(policy)' may cancel for any reason at all", help: "say which: reason: [\(Reason.untrusted.rawValue)]")
    }
  }
}
