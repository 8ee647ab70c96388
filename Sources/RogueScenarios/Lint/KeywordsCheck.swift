internal import RogueModel
internal import RogueStimuli

/// A keyword that is generated anyway, or that is listed twice in two spellings, is one more thing to maintain.
struct KeywordsCheck: ScenarioCheck {
  private let keywords: Keywords

  init(vocabulary: Vocabulary) {
    keywords = Keywords(defects: vocabulary.defects, behaviours: vocabulary.behaviours)
  }

  func findings(in linted: LintedScenario) -> [Finding] {
    let written = linted.scenario.keywords
    guard !written.isEmpty else { return [] }
    let generated = Set(keywords.generated(for: linted.scenario).map(SearchText.init))
    var seen: Set<SearchText> = []
    return written.compactMap { word in
      let text = SearchText(word)
      if text.isEmpty {
        return linted.finding(at: ScenarioKeys.keywords.key, "the keyword '\(word)' has no letter and no digit")
      }
      if generated.contains(text) {
        return linted.finding(
          at: ScenarioKeys.keywords.key, "the keyword '\(word)' is generated from the world and the mutation",
          help: "remove it; rogues explain \(linted.scenario.id) shows all keywords")
      }
      guard !seen.insert(text).inserted else { return nil }
      return linted.finding(at: ScenarioKeys.keywords.key, "the keyword '\(word)' is listed twice, in two spellings")
    }
  }
}
