internal import RogueModel
internal import RogueReports

extension Gallery {
  /// Lists adapters: those of the catalogue with their installed versions, then the built-in controls.
  static func listAdapters(_ request: ListRequest, _ terminal: TerminalOptions) throws(HarnessFailure) -> ExitStatus {
    let installed = try InstalledAdapters(try Catalogues.find(explicit: request.catalogues))
    switch request.format {
    // Completions need the names alone: no client is started for them.
    case .ids: try StandardWriters.output(installed.names.map { $0 + "\n" }.joined())
    case .json:
      let (rows, missing) = try described(installed)
      let others = missing.map { JSON.object([.init("name", .string($0.name)), .init("missing", .string($0.why))]) }
      try StandardWriters.output(JSON.array(rows.map(json) + others).pretty)
    case .table:
      let (rows, missing) = try described(installed)
      let width = (rows.map(\.name) + missing.map(\.name)).map(\.count).max() ?? 0
      for row in rows {
        let what = row.isControl ? "negative control" : "\(row.library) \(row.version), \(row.door.rawValue)"
        try StandardWriters.output(
          "\(padded(row.name, width))  \(what)\(row.summary.isEmpty ? "" : ": \(row.summary)")\n")
      }
      for one in missing { try StandardWriters.output("\(padded(one.name, width))  not here: \(one.why)\n") }
    }
    return .asExpected
  }

  /// Starts each client that is installed, for its version.
  private static func described(
    _ installed: InstalledAdapters
  ) throws(HarnessFailure) -> (rows: [AdapterDescription], missing: [(name: String, why: String)]) {
    let opened = try installed.all()
    var controls: [AdapterDescription] = []
    for name in BuiltInAdapters.names {
      if let control = try BuiltInAdapters.adapter(named: name) { controls.append(control.description) }
    }
    return (opened.adapters.map(\.description) + controls, opened.missing)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func json(_ adapter: AdapterDescription) -> JSON {
    [
      "name": .string(adapter.name), "door": .string(adapter.door.rawValue), "library": .string(adapter.library),
      "version": .string(adapter.version), "control": .bool(adapter.isControl),
      "capabilities": .array(adapter.capabilities.sorted().map { .string($0.rawValue) }),
      "declined": .object(
        adapter.declined.sorted { $0.key < $1.key }.map { JSON.Member($0.key.rawValue, .string($0.value)) }),
      "summary": .string(adapter.summary),
    ]
  }
}
