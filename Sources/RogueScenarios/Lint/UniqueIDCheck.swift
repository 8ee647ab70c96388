internal import RogueModel

/// Ids and aliases name one scenario each: patterns and reports go by them.
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
    for scenario in catalogue.scenarios {
      for alias in scenario.aliases {
        if let other = owners.updateValue(scenario.location, forKey: alias) {
          findings.append(
            linted(scenario, catalogue).finding(
              at: ScenarioKeys.aliases.key, "the alias '\(alias)' names the scenario in \(other.file) already"))
        }
      }
    }
    return findings
  }

  private func linted(_ scenario: Scenario, _ catalogue: Catalogue) -> LintedScenario {
    LintedScenario(scenario: scenario, tree: catalogue.trees[scenario.location.file])
  }
}
