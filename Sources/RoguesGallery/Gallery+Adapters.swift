internal import RogueModel
internal import RogueReports

extension Gallery {
  /// Lists adapters: those of the catalogue with their installed versions, then the built-in controls.
  static func listAdapters(_ request: ListRequest, _ terminal: TerminalOptions) throws(HarnessFailure) -> ExitStatus {
    let installed = try InstalledAdapters(try Catalogues.find(explicit: request.catalogues))
    let opened = try installed.all()
    var controls: [AdapterDescription] = []
    for name in BuiltInAdapters.names {
      if let control = try BuiltInAdapters.adapter(named: name) { controls.append(control.description) }
    }
    let rows = opened.adapters.map(\.description) + controls
    switch request.format {
    case .ids:
      try StandardWriters.output(rows.map { $0.name + "\n" }.joined())
    case .json:
      let missing = opened.missing.map {
        JSON.object([.init("name", .string($0.name)), .init("missing", .string($0.why))])
      }
      try StandardWriters.output(JSON.array(rows.map(json) + missing).pretty)
    case .table:
      let width = (rows.map(\.name) + opened.missing.map(\.name)).map(\.count).max() ?? 0
      for row in rows {
        let what = row.isControl ? "negative control" : "\(row.library) \(row.version), \(row.door.rawValue)"
        try StandardWriters.output(
          "\(padded(row.name, width))  \(what)\(row.summary.isEmpty ? "" : ": \(row.summary)")\n")
      }
      for missing in opened.missing {
        try StandardWriters.output("\(padded(missing.name, width))  not here: \(missing.why)\n")
      }
    }
    return .asExpected
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
