internal import RogueEngines
internal import RogueModel
internal import RogueReports
internal import RogueRunner
internal import RogueScenarios

extension Gallery {
  /// Explains scenarios.
  public static func explain(_ request: ExplainRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      let choice = try ScenarioChoice(
        try Catalogues.find(explicit: request.catalogues), patterns: request.ids, tags: [])
      let selection = choice.selection
      let keywords = Vocabulary.known.keywords
      let explanations = selection.scenarios.map(\.scenario).map { scenario in
        let cases = AxisExpansion.cases(
          of: scenario, request.axes, engines: engineNames, refusal: EngineLimits.refusal)
        return ScenarioExplanation(
          scenario, cases: cases.filter(selection.filter.admits).map(\.id), keywords: keywords(scenario))
      }
      if request.json {
        let json = explanations.map(\.json)
        try StandardWriters.output((json.count == 1 ? json[0] : .array(json)).pretty)
      } else {
        let texts = explanations.map { $0.text(style: terminal.resultStyle) }
        try StandardWriters.output(texts.joined(separator: "\n"))
      }
      try report(choice.warnings + selection.findings)
      guard selection.scenarios.isEmpty || !selection.findings.isEmpty else { return .asExpected }
      // The scenario that is missing may be one that could not be read.
      try report(choice.catalogueErrors ?? [])
      return choice.catalogueErrors == nil ? .nothingJudged : .badData
    } catch {
      return report(error)
    }
  }
}
