import RogueModel

/// Every scenario in a compact form, for the filters. The page reads it when a filter is used, and not before.
struct PageData {
  static let path = "data.js"

  let model: PageModel
  /// Keywords, references and tags, by scenario.
  let words: [String: String]

  /// A script with one call, because browsers let no page that was opened from disk read another kind of file.
  ///
  /// - `verdicts`: letter, class, letter and class at level may, word, whether there is a page; the last is a pass in part.
  /// - `adapters`: name, file.
  /// - `rows`: id, title, level, severity, keywords and references, one character a cell, flags (1 fails, 2 differs), the
  ///   path without `.html`, if it is not that of the id, and the number of passes in part, by their columns.
  var pieces: some Sequence<String> {
    let verdicts = Verdict.worstFirst.map { verdict in
      let (strong, weak) = (CellLook(verdict, .must), CellLook(verdict, .may))
      return JSON.array([
        .string(strong.letter), .string(strong.code), .string(weak.letter), .string(weak.code),
        .string(verdict.rawValue), .integer(PageModel.hasPage(verdict) ? 1 : 0),
      ])
    }
    let partial = JSON.array([
      .string(CellLook.partial.letter), .string(CellLook.partial.code), .string(CellLook.partial.letter),
      .string(CellLook.partial.code), .string(CellLook.partial.word), .integer(0),
    ])
    let adapters = model.adapters.map { JSON.array([.string($0.name), .string(PageName.part($0.name))]) }
    let start = """
      R({
      "verdicts":\(Self.line(.array(verdicts + [partial]))),
      "adapters":\(Self.line(.array(adapters))),
      "rows":[

      """
    let last = model.rows.count - 1
    let rows = model.rows.indices.lazy.map { Self.line(row(model.rows[$0])) + ($0 == last ? "\n" : ",\n") }
    return [AnySequence([start]), AnySequence(rows), AnySequence(["]});\n"])].lazy.joined()
  }

  /// The text that the filters search, beside titles.
  static func words(of card: ScenarioCard) -> String {
    (card.keywords + card.references + card.tags).joined(separator: "\n").printable(keepingLines: true)
  }

  private func row(_ row: PageModel.Row) -> JSON {
    let cells = row.cells.map { cell in
      cell.map { String($0.isPartial ? Verdict.worstFirst.count : $0.worst.rank, radix: 36) } ?? " "
    }.joined()
    let path = String(PageName.scenario(row.scenario).dropLast(".html".count))
    var fields: [JSON] = [
      .string(row.scenario), .string(row.title), .string(row.level.rawValue), .string(row.severity?.rawValue ?? ""),
      .string(words[row.scenario] ?? ""), .string(cells),
      .integer((row.failures > 0 ? 1 : 0) | (row.differs ? 2 : 0)),
    ]
    let parts = row.cells.enumerated().compactMap { column, cell in
      cell?.part.map { JSON.Member("\(column)", .string($0)) }
    }
    let hasOwnPath = path != "scenarios/" + row.scenario
    if hasOwnPath || !parts.isEmpty { fields.append(.string(hasOwnPath ? path : "")) }
    if !parts.isEmpty { fields.append(.object(parts)) }
    return .array(fields)
  }

  /// JSON that a script may contain: no `<`, and no line separators of Unicode.
  static func line(_ json: JSON) -> String {
    json.line.escaped { scalar in
      switch scalar {
      case "<": "\\u003c"
      case "\u{2028}": "\\u2028"
      case "\u{2029}": "\\u2029"
      default: nil
      }
    }
  }
}
