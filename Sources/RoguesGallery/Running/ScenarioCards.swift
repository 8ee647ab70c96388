internal import RogueModel
internal import RogueReports
internal import RogueScenarios

/// The details of scenarios on pages: a card is made with its page.
struct ScenarioCards: Sendable {
  private let scenarios: [String: ChosenScenario]
  private let keywords = Vocabulary.known.keywords

  init(_ scenarios: [ChosenScenario]) {
    self.scenarios = Dictionary(scenarios.map { ($0.id, $0) }) { first, _ in first }
  }

  func card(of id: String) -> ScenarioCard? {
    scenarios[id].map { chosen in
      let scenario = chosen.scenario
      return ScenarioCard(scenario, keywords: keywords(scenario))
    }
  }
}
