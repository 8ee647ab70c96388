internal import RogueDecisions
internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Prints decision tables, and what their cells show.
  public static func coverage(_ request: CoverageRequest, terminal: TerminalOptions) async -> ExitStatus {
    do throws(HarnessFailure) {
      if let log = request.panel { return try panel(log, request, terminal) }
      let catalogues = try Catalogues.find(explicit: request.catalogues)
      let wanted = request.tables.isEmpty ? nil : request.tables
      var (tables, findings) = try catalogues.tables(for: wanted)
      if !request.tables.allSatisfy({ id in tables.contains { $0.table.id == id } }) {
        (tables, findings) = try catalogues.tables()
      }
      let known = tables.map(\.table.id).sorted()
      for id in request.tables where !known.contains(id) {
        let help = NearMiss.question(for: id, among: known) ?? "tables: \(known.joined(separator: ", "))"
        try report(findings + [Finding(.error, "there is no decision table '\(id)'", help: help)])
        return findings.isEmpty ? .nothingJudged : .badData
      }
      let chosen = tables.filter { request.tables.isEmpty || request.tables.contains($0.table.id) }
      let opened = try await InstalledAdapters(catalogues).named(request.adapters)
      let adapters = opened.adapters.map(\.description)
      for adapter in opened.adapters { await adapter.close() }
      for missing in opened.missing { try StandardWriters.error("rogues: \(missing.name): not here: \(missing.why)\n") }
      guard opened.missing.isEmpty else { return .adapterUnavailable }
      let coverages = AllProcessors.each(chosen) { loaded -> TableCoverage? in
        guard var coverage = TableCoverage(loaded.table) else { return nil }
        let cover = coverage.cover
        coverage.adapters = adapters.flatMap { adapter in
          applicability([adapter], .pairwise, fixedClock: false).map { one in
            TableCoverage.AdapterCoverage(name: adapter.name, cells: loaded.applicable(cover, by: one.canRun))
          }
        }
        return coverage
      }
      // Too large for numbers, which lint reports.
      let tooLarge = zip(chosen, coverages).filter { $1 == nil }.flatMap {
        $0.0.findings(spread: AllProcessors.perform)
      }
      let problems = findings + tooLarge
      let text = CoverageText(coverages.compactMap(\.self))
      try StandardWriters.output(request.json ? text.json.pretty : text.text(style: terminal.resultStyle))
      try report(problems)
      return problems.contains { $0.severity == .error } ? .badData : chosen.isEmpty ? .nothingJudged : .asExpected
    } catch {
      return report(error)
    }
  }

  /// Prints how the adapters of a run differ.
  private static func panel(
    _ log: String, _ request: CoverageRequest, _ terminal: TerminalOptions
  ) throws(HarnessFailure) -> ExitStatus {
    var rows = CaseRows()
    try LogFile(log).checked().forEach { (event) throws(HarnessFailure) in rows.add(event) }
    let known = PanelReport.adapters(of: rows)
    for name in request.adapters where !known.contains(name) {
      let help = NearMiss.question(for: name, among: known) ?? "it has \(known.joined(separator: ", "))"
      try report([Finding(.error, "\(log) has no decision of an adapter '\(name)'", help: help)])
      return .nothingJudged
    }
    let panel = PanelReport(rows, adapters: request.adapters)
    try StandardWriters.output(request.json ? panel.json.pretty : panel.text(style: terminal.resultStyle))
    return panel.patterns.isEmpty ? .nothingJudged : .asExpected
  }
}
