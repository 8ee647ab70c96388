import RogueModel

extension MatrixReport {
  /// The matrix as text: adapters with their versions, rows by family, totals, legend, notes.
  public func text(style: ReportStyle) -> String { lines(style).joined(separator: "\n") + "\n" }

  func lines(_ style: ReportStyle) -> [String] {
    let layout = Layout(self, style)
    var lines = header(layout)
    var family = ""
    for row in rows {
      let parts = row.scenario.split(separator: "/", maxSplits: 1)
      let rowFamily = parts.count == 2 ? String(parts[0]) : ""
      if rowFamily != family {
        family = rowFamily
        lines.append(style.ink(.bold, family))
      }
      lines.append(line(of: row, name: parts.last.map(String.init) ?? row.scenario, layout))
    }
    lines += [""] + totals(layout)
    lines += [""] + legend(layout)
    lines += noteLines(layout)
    lines += knownLines(style)
    return lines + [""]
  }

  /// Widths, and whether the cells have room for words.
  struct Layout {
    let style: ReportStyle
    /// The head of each column: the adapter's name, or a letter if names are too long.
    let heads: [String]
    let usesLetters: Bool
    let nameWidth: Int
    let columnWidth: Int
    let usesWords: Bool

    init(_ matrix: MatrixReport, _ style: ReportStyle) {
      self.style = style
      let names = matrix.rows.map { ($0.scenario.split(separator: "/", maxSplits: 1).last ?? "").count }
      let columns = max(1, matrix.adapters.count)
      func width(words: Bool) -> Int {
        let cells = matrix.rows.flatMap { row in
          row.cells.map { MatrixReport.cellText($0, at: row.level, style, words: words).count }
        }
        return cells.max() ?? 1
      }
      let (wordWidth, symbolWidth) = (width(words: true), width(words: false))
      let headWidth = matrix.adapters.map(\.name.count).max() ?? 1
      // Two columns for the mark of differing rows; the level is four to six wide; each column has two spaces before it.
      let wanted = max(12, names.max() ?? 12)
      let room = style.width - 2 - 7
      let words = max(wordWidth, headWidth)
      let symbols = max(symbolWidth, headWidth)
      let letters = max(symbolWidth, 2)
      if wanted + columns * (words + 2) <= room {
        (usesWords, usesLetters, columnWidth) = (true, false, words)
      } else if wanted + columns * (symbols + 2) <= room {
        (usesWords, usesLetters, columnWidth) = (false, false, symbols)
      } else {
        (usesWords, usesLetters, columnWidth) = (false, true, letters)
      }
      nameWidth = style.cutsNames ? max(12, min(wanted, room - columns * (columnWidth + 2))) : wanted
      let isLettered = usesLetters
      heads = matrix.adapters.enumerated().map { isLettered ? Self.letter($0.offset) : $0.element.name }
    }

    static func letter(_ index: Int) -> String {
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
      return index < letters.count ? String(letters[index]) : String(index + 1)
    }
  }

  /// `✗ FALSE-ACCEPT 2/4`, or `✗A2/4` where there is no room for words; the count only where cases differ.
  static func cellText(_ cell: Cell?, at level: Level, _ style: ReportStyle, words: Bool) -> String {
    guard let cell else { return "" }
    let count = cell.count == cell.cases ? "" : (words ? " " : "") + "\(cell.count)/\(cell.cases)"
    return label(cell.worst, at: level, style, words: words) + count
  }

  private static func label(_ verdict: Verdict, at level: Level, _ style: ReportStyle, words: Bool) -> String {
    guard words else { return verdict.symbol(style.glyphs) }
    let isPlain = verdict == .pass || verdict == .unsupported
    return isPlain ? verdict.symbol(style.glyphs) : "\(verdict.mark(style.glyphs)) \(verdict.word(at: level))"
  }

  private func header(_ layout: Layout) -> [String] {
    var table = TextTable()
    for (index, adapter) in adapters.enumerated() {
      let what = "\(adapter.library) \(adapter.version)".printable()
      let door = "(\(adapter.door.rawValue))"
      if layout.usesLetters {
        table.add(layout.heads[index], adapter.name.printable(), what, door)
      } else {
        table.add(adapter.name.printable(), what, door)
      }
    }
    var heads = String(repeating: " ", count: 2 + layout.nameWidth + 7)
    for head in layout.heads { heads += "  " + head.padded(to: layout.columnWidth) }
    while heads.last == " " { heads.removeLast() }
    return table.lines() + ["", layout.style.ink(.bold, heads)]
  }

  private func line(of row: Row, name: String, _ layout: Layout) -> String {
    let style = layout.style
    let shown = name.printable().truncated(to: layout.nameWidth, ellipsis: style.glyphs.ellipsis)
    var line = row.differs ? style.ink(.cyan, style.glyphs.differs) + " " : "  "
    line += shown.padded(to: layout.nameWidth) + " " + style.ink(.dim, row.level.rawValue.padded(to: 6))
    var pending = ""
    for cell in row.cells {
      let text = Self.cellText(cell, at: row.level, style, words: layout.usesWords)
      line += pending + "  " + (cell.map { style.ink($0.worst.tint(at: row.level), text) } ?? text)
      pending = String(repeating: " ", count: max(0, layout.columnWidth - text.count))
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private func totals(_ layout: Layout) -> [String] {
    var lines: [String] = []
    for verdict in Verdict.passFirst where totals.contains(where: { $0[verdict] != nil }) {
      var line = "  " + layout.style.ink(verdict.tint, verdict.word)
      line += String(repeating: " ", count: max(0, layout.nameWidth + 7 - verdict.word.count))
      var pending = ""
      for total in totals {
        let text = String(total[verdict] ?? 0)
        line += pending + "  " + text
        pending = String(repeating: " ", count: max(0, layout.columnWidth - text.count))
      }
      lines.append(line)
    }
    return lines
  }

  private func legend(_ layout: Layout) -> [String] {
    let style = layout.style
    let used = Set(rows.flatMap { $0.cells.compactMap { $0?.worst } })
    var table = TextTable()
    for verdict in Verdict.passFirst where used.contains(verdict) {
      let mark = layout.usesWords ? verdict.mark(style.glyphs) : verdict.symbol(style.glyphs)
      table.add(mark, verdict.word, verdict.meaning)
    }
    var lines = table.lines(indent: "  ")
    if rows.contains(where: \.differs) {
      lines.append("  \(style.glyphs.differs) beside a scenario: the adapters differ")
    }
    if rows.contains(where: { $0.cells.contains { $0.map { $0.count != $0.cases } ?? false } }) {
      lines.append("  2/4: in two of four cases (TLS versions, policies, keys); the others are better, or unsupported")
    }
    if rows.contains(where: { $0.level == .may }) {
      lines.append("  may: good validators differ; for information, not counted above")
    }
    return lines.map { style.ink(.dim, $0) }
  }

  private func noteLines(_ layout: Layout) -> [String] {
    guard !notes.isEmpty else { return [] }
    let style = layout.style
    var lines = ["", style.ink(.bold, "notes")]
    for note in notes {
      let level: Level = note.informs ? .may : .must
      let word = note.verdict.word(at: level) + (note.informs ? " (may)" : "")
      lines += "\(word): \(note.explanation)".printable().wrapped(to: style.width - 2)
        .enumerated().map { $0 == 0 ? "  " + style.ink(note.verdict.tint(at: level), $1) : "    " + $1 }
      for (adapter, scenarios) in note.places {
        let listed = "\(adapter): \(scenarios.joined(separator: ", "))".printable()
        lines += listed.wrapped(to: style.width - 6).enumerated().map { ($0 == 0 ? "    " : "      ") + $1 }
      }
    }
    return lines
  }
}
