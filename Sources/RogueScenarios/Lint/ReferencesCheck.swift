internal import RogueModel

/// Who says that a validator must refuse has to say who else says so.
struct ReferencesCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let scenario = linted.scenario
    guard scenario.level == .must, !scenario.isHealthy, scenario.references.isEmpty else { return [] }
    return [
      linted.finding(
        at: ScenarioKeys.level.key, "a scenario of level must needs 'references'",
        help: "the section of the RFC or the CVE that it comes from; or the level should")
    ]
  }
}
