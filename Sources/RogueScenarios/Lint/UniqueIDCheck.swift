internal import RogueModel

/// Each id names one scenario: patterns and reports go by ids.
struct UniqueIDCheck: CatalogueCheck {
  func findings(in catalogue: Catalogue) -> [Finding] {
    var owners: [String: SourceLocation] = [:]
    var findings: [Finding] = []
    for scenario in catalogue.scenarios {
      if let other = owners.updateValue(scenario.location, forKey: scenario.id) {
        findings.append(
          linted(scenario, catalogue).finding(
            at: ScenarioKeys.scenario.key, "the id '\(scenario.id)' belongs to \(other.file) already"))
      }
    }
    return findings
  }

  private func linted(_ scenario: Scenario, _ catalogue: Catalogue) -> LintedScenario {
    LintedScenario(scenario: scenario, tree: catalogue.trees[scenario.location.file])
  }
}
