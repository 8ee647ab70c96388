internal import RogueDecisions
internal import RogueModel
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Lists the profiles with what they choose.
  static func listProfiles(
    _ request: ListRequest, _ terminal: TerminalOptions
  ) throws(HarnessFailure) -> ExitStatus {
    let catalogues = try Catalogues.find(explicit: request.catalogues)
    let (profiles, problems) = try catalogues.profiles()
    let listing = try Listing(catalogues, patterns: [], tags: [])
    let tables = try catalogues.tables()
    var findings = problems + tables.findings
    var rows: [ProfileList.Row] = []
    for profile in profiles {
      let (chosen, wrong) = profile.choose(listing.all)
      findings += wrong
      rows.append(
        ProfileList.Row(
          name: profile.name, title: profile.title, text: profile.text, misses: profile.misses, chosen: chosen,
          tables: tables.tables.map(\.table.id).filter(profile.has(table:)),
          controls: profile.controls.map { control in
            ProfileList.Control(
              id: control.id, title: control.title,
              scenarios: profile.scenarios(for: control, among: chosen).map(\.id))
          }))
    }
    let list = ProfileList(rows)
    switch request.format {
    case .table: try StandardWriters.output(list.text(style: terminal.resultStyle))
    case .ids: try StandardWriters.output(list.names)
    case .json: try StandardWriters.output(list.json.pretty)
    }
    try report(findings + (listing.catalogueErrors ?? []))
    return findings.contains { $0.severity == .error } || listing.catalogueErrors != nil
      ? .badData : rows.isEmpty ? .nothingJudged : .asExpected
  }
}
