internal import RogueModel

/// A scenario that requires a refusal must cite its source.
struct ReferencesCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let scenario = linted.scenario
    let problem = Self.problem(
      level: scenario.level, isHealthy: scenario.isHealthy, references: scenario.references)
    return problem.map { [linted.finding(at: ScenarioKeys.level.key, $0.message, help: $0.help)] } ?? []
  }

  static func problem(
    level: Level, isHealthy: Bool, references: [String]
  ) -> (message: String, help: String?)? {
    guard level == .must, !isHealthy, references.isEmpty else { return nil }
    return (
      "a scenario of level must needs 'references'",
      "name the section of the RFC, or the CVE; or use the level should"
    )
  }
}
