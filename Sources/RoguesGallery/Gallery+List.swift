internal import RogueModel
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Lists scenarios, adapters, behaviours of servers, or defects of certificates.
  public static func list(_ request: ListRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      switch request.subject {
      case .scenarios: return try listScenarios(request, terminal)
      case .adapters: return try listAdapters(request, terminal)
      case .behaviours: return try list(Vocabulary.known.behaviours, request, terminal)
      case .defects: return try list(Vocabulary.known.defects, request, terminal)
      case .profiles: return try listProfiles(request, terminal)
      case .findings: return try listFindings(request)
      }
    } catch {
      return report(error)
    }
  }

  private static func list(
    _ descriptors: [NamedDescriptor], _ request: ListRequest, _ terminal: TerminalOptions
  ) throws(HarnessFailure) -> ExitStatus {
    let list = VocabularyList(descriptors)
    switch request.format {
    case .table: try StandardWriters.output(list.text(style: terminal.resultStyle))
    case .ids: try StandardWriters.output(list.names)
    case .json: try StandardWriters.output(list.json.pretty)
    }
    return .asExpected
  }

  private static func listScenarios(
    _ request: ListRequest, _ terminal: TerminalOptions
  ) throws(HarnessFailure) -> ExitStatus {
    let catalogues = try Catalogues.find(explicit: request.catalogues)
    let query = try ScenarioQuery(
      patterns: request.patterns, tags: request.tags, request.choice, catalogues)
    let listing = try Listing(catalogues, query)
    var found = (scenarios: listing.selection.scenarios, findings: [Finding]())
    if !request.terms.isEmpty, !found.scenarios.isEmpty {
      found = Selection.search(
        found.scenarios, areAll: request.patterns.isEmpty && request.tags.isEmpty && request.choice.isEmpty,
        for: request.terms)
    }
    let list = ScenarioList(found.scenarios)
    switch request.format {
    case .table:
      var style = terminal.resultStyle
      // A pipe has no edge at which a line would have to end.
      if !terminal.output.isTerminal { style.width = 1000 }
      try StandardWriters.output(list.text(style: style))
    case .ids: try StandardWriters.output(list.ids)
    case .json: try StandardWriters.output(list.json.pretty)
    }
    // Readable scenarios are listed all the same: an error in one file must not hide the others.
    try report((listing.catalogueErrors ?? []) + listing.warnings + listing.selection.findings + found.findings)
    if listing.catalogueErrors != nil { return .badData }
    if let emptiness = listing.emptiness { try StandardWriters.error("rogues: \(emptiness)\n") }
    return found.scenarios.isEmpty || listing.selection.findings.contains { $0.severity == .error }
      ? .nothingJudged : .asExpected
  }
}
