internal import RogueDecisions
internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Prints decision tables, and what their cells show.
  public static func coverage(_ request: CoverageRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      let (tables, findings) = try Catalogues.find(explicit: request.catalogues).tables()
      let known = tables.map(\.table.id).sorted()
      for id in request.tables where !known.contains(id) {
        let help = NearMiss.question(for: id, among: known) ?? "tables: \(known.joined(separator: ", "))"
        try report(findings + [Finding(.error, "there is no decision table '\(id)'", help: help)])
        return findings.isEmpty ? .nothingJudged : .badData
      }
      let chosen = tables.filter { request.tables.isEmpty || request.tables.contains($0.table.id) }
      let coverages = AllProcessors.map(chosen) { TableCoverage($0.table) }
      // Too large for numbers: lint says so.
      let tooLarge = zip(chosen, coverages).filter { $1 == nil }.flatMap { $0.0.findings(spread: AllProcessors.perform) }
      let problems = findings + tooLarge
      let text = CoverageText(coverages.compactMap(\.self))
      try StandardWriters.output(request.json ? text.json.pretty : text.text(style: terminal.resultStyle))
      try report(problems)
      return problems.contains { $0.severity == .error } ? .badData : chosen.isEmpty ? .nothingJudged : .asExpected
    } catch {
      return report(error)
    }
  }
}
