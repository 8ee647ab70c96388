import RogueModel

/// The matrix for other programs.
enum PageTables {
  /// `matrix.csv`: a row for each scenario, a column for each validator; a cell is the worst verdict of its cases.
  static func csv(_ model: PageModel) -> some Sequence<String> {
    let head = line(["scenario", "title", "level", "severity"] + model.adapters.map(\.name))
    let rows = model.rows.lazy.map { row in
      line(
        [row.results.scenario, row.title, row.level.rawValue, row.severity?.rawValue ?? ""]
          + row.cells.map { $0.map(word) ?? "" })
    }
    return [AnySequence([head]), AnySequence(rows)].lazy.joined()
  }

  /// "pass", or "pass (4 of 14)" where not every case could be judged.
  static func word(_ cell: ScenarioCell) -> String {
    cell.isPartial ? "\(cell.worst.rawValue) (\(cell.count) of \(cell.cases))" : cell.worst.rawValue
  }

  /// RFC 4180. What a spreadsheet would take for a formula begins with an apostrophe.
  private static func line(_ fields: [String]) -> String {
    fields.map { field in
      let text = field.printable(keepingLines: false)
      let safe = text.first.map("=+-@".contains) == true ? "'" + text : text
      guard safe.contains(where: { "\",\r\n".contains($0) }) else { return safe }
      return "\"" + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }.joined(separator: ",") + "\r\n"
  }

  /// `matrix.json`: the same, with the versions of the validators and the number of cases.
  static func json(_ model: PageModel) -> some Sequence<String> {
    let adapters = model.adapters.map { adapter in
      JSON.object([
        .init("name", .string(adapter.name)), .init("library", .string(adapter.library)),
        .init("version", .string(adapter.version)),
        .init(
          "stacks", .object(adapter.stacks.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })),
      ])
    }
    let header = model.header
    let start = """
      {"version":1,"rogues":\(JSON.string(header?.version ?? "").line),"seed":\(JSON.string(header?.seed ?? "").line),\
      "clock":\(JSON.string(header?.clock.description ?? "").line),"complete":\(model.isComplete),
      "validators":\(JSON.array(adapters).line),
      "scenarios":[

      """
    let last = model.rows.count - 1
    let rows = model.rows.indices.lazy.map { index in
      object(model.rows[index], model.adapters).line + (index == last ? "\n" : ",\n")
    }
    return [AnySequence([start]), AnySequence(rows), AnySequence(["]}\n"])].lazy.joined()
  }

  private static func object(_ row: PageModel.Row, _ adapters: [AdapterDescription]) -> JSON {
    let results = zip(adapters, row.cells).compactMap { adapter, cell in
      cell.map { cell in
        JSON.Member(
          adapter.name,
          [
            "verdict": .string(cell.worst.rawValue), "of": .integer(Int64(cell.cases)),
            "cases": .integer(Int64(cell.count)),
          ])
      }
    }
    return .object([
      .init("id", .string(row.results.scenario)), .init("title", .string(row.title)),
      .init("level", .string(row.level.rawValue)),
      .init("severity", row.severity.map { .string($0.rawValue) } ?? .null),
      .init("results", .object(results)),
    ])
  }
}

/// A validator's badge, as a picture that needs no other server.
enum PageBadge {
  static func svg(_ adapter: AdapterDescription, _ badge: Badge) -> String {
    let (words, color) = (badge.message, badge.color.code)
    let mark = adapter.unverifiedOwner == nil ? "" : ", \(ConnectionOwner.unverifiedMark)"
    let (left, right) = (HTMLText.escaped("rogues: \(adapter.name)"), HTMLText.escaped(words + mark))
    // Seven units for each character of the system's font at 11.
    let (a, b) = (("rogues: \(adapter.name)".count + 2) * 7, ((words + mark).count + 2) * 7)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(a + b)" height="20" role="img" aria-label="\(left): \(right)">\
      <title>\(left): \(right)</title><rect width="\(a)" height="20" fill="#333"/>\
      <rect x="\(a)" width="\(b)" height="20" fill="\(color)"/>\
      <g fill="#fff" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11" text-anchor="middle">\
      <text x="\(a / 2)" y="14">\(left)</text><text x="\(a + b / 2)" y="14">\(right)</text></g></svg>

      """
  }
}
