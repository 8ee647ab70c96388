import RogueModel

extension MatrixReport {
  /// The matrix as text: adapters with their versions, rows by severity, totals, legend, what failed.
  func lines(_ style: ReportStyle, _ options: MatrixOptions) -> [String] {
    let shown = options.showsAll ? rows : rows.filter { $0.fold == nil }
    let layout = Layout(self, shown, style)
    var lines = header(layout)
    var heading = ""
    for row in shown {
      if row.heading != heading {
        heading = row.heading
        lines.append(style.ink(.bold, heading))
      }
      lines.append(line(of: row, layout))
    }
    if !options.showsAll { lines += foldLines(style, isEmpty: shown.isEmpty) }
    lines += [""] + totals(layout)
    lines += [""] + legend(shown, layout)
    if options.showsNotes { lines += noteLines(layout) }
    return lines + failureLines(style, options) + [""]
  }

  /// A summary of the hidden rows.
  private func foldLines(_ style: ReportStyle, isEmpty: Bool) -> [String] {
    let counts = rows.reduce(into: [Fold: Int]()) { counts, row in row.fold.map { counts[$0, default: 0] += 1 } }
    let parts = Fold.allCases.compactMap { fold in
      counts[fold].map { count in
        let scenarios = String.counted(count, isEmpty ? "scenario" : "more scenario")
        return switch fold {
        case .passed: "\(scenarios) that every client passes"
        case .unsupported: "\(scenarios) that no client can run"
        case .informational: "\(scenarios) of level may in which the clients do the same"
        }
      }
    }
    guard !parts.isEmpty else { return [] }
    return "\(parts.joined(separator: ", ")) (--all shows them)".wrapped(to: style.width - 2)
      .map { style.ink(.dim, "  " + $0) }
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

    init(_ matrix: MatrixReport, _ rows: [ScenarioRow], _ style: ReportStyle) {
      self.style = style
      let names = rows.map(\.scenario.count)
      let columns = max(1, matrix.adapters.count)
      func width(words: Bool) -> Int {
        let cells = rows.flatMap { row in
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

  /// `✗ FALSE-ACCEPT 2 of 4`, or `✗A2/4` where there is no room for words; the count only where cases differ. A tick means that
  /// every case was judged; `2 of 4`, that two passed and the others could not run.
  static func cellText(_ cell: ScenarioCell?, at level: Level, _ style: ReportStyle, words: Bool) -> String {
    guard let cell else { return "" }
    let count = words ? "\(cell.count) of \(cell.cases)" : "\(cell.count)/\(cell.cases)"
    if cell.isPartial { return count }
    let word = label(cell.worst, at: level, style, words: words)
    return cell.count == cell.cases ? word : word + (words ? " " : "") + count
  }

  private static func label(_ verdict: Verdict, at level: Level, _ style: ReportStyle, words: Bool) -> String {
    let symbol = verdict.symbol(style.glyphs, at: level)
    guard words, verdict != .pass, verdict != .unsupported else { return symbol }
    return level == .may ? verdict.word(at: level) : "\(verdict.mark(style.glyphs)) \(verdict.word(at: level))"
  }

  private func header(_ layout: Layout) -> [String] {
    var table = TextTable()
    for (index, adapter) in adapters.enumerated() {
      let what = ("\(adapter.library) \(adapter.version)" + (adapter.unverifiedOwner.map { ", \($0)" } ?? ""))
        .printable()
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

  private func line(of row: ScenarioRow, _ layout: Layout) -> String {
    let style = layout.style
    let shown = row.scenario.printable().truncated(to: layout.nameWidth, ellipsis: style.glyphs.ellipsis)
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

  /// Each column adds up to the number of scenarios.
  private func totals(_ layout: Layout) -> [String] {
    var lines = [layout.style.ink(.dim, "  scenarios by the worst of their cases")]
    func add(_ word: String, _ counts: [Int], _ tint: Ink.Tint) {
      guard counts.contains(where: { $0 > 0 }) else { return }
      var line = "  " + layout.style.ink(tint, word)
      line += String(repeating: " ", count: max(0, layout.nameWidth + 7 - word.count))
      var pending = ""
      for text in counts.map(String.init) {
        line += pending + "  " + text
        pending = String(repeating: " ", count: max(0, layout.columnWidth - text.count))
      }
      lines.append(line)
    }
    let partial = adapters.indices.map { place in rows.count { $0.level != .may && $0.cells[place]?.isPartial ?? false }
    }
    for verdict in Verdict.passFirst {
      let counts = totals.map { $0[verdict] ?? 0 }
      guard verdict == .pass else {
        add(verdict.word, counts, verdict.tint)
        continue
      }
      add(verdict.word, zip(counts, partial).map { $0 - $1 }, verdict.tint)
      add("pass, in part", partial, verdict.tint)
    }
    add("for information", adapters.map { _ in rows.count { $0.level == .may } }, .dim)
    return lines
  }

  private func legend(_ rows: [ScenarioRow], _ layout: Layout) -> [String] {
    let style = layout.style
    let gating = rows.filter { $0.level != .may }
    let used = Set(gating.flatMap { $0.cells.compactMap { $0?.worst } })
    var table = TextTable()
    for verdict in Verdict.passFirst where used.contains(verdict) {
      let mark = layout.usesWords ? verdict.mark(style.glyphs) : verdict.symbol(style.glyphs)
      table.add(mark, verdict.word, verdict.meaning)
    }
    var lines = table.lines(indent: "  ")
    if rows.contains(where: \.differs) {
      lines.append("  \(style.glyphs.differs) beside a scenario: the clients differ")
    }
    let cells = rows.flatMap { $0.cells.compactMap(\.self) }
    if cells.contains(where: { $0.count != $0.cases && !$0.isPartial }) {
      lines.append(
        "  \(layout.usesWords ? "2 of 4 after a word" : "2/4 after a mark"): in two of four cases (TLS versions, policies, keys); "
          + "the others are better, or unsupported")
    }
    if cells.contains(where: \.isPartial) {
      lines.append(
        "  \(layout.usesWords ? "2 of 4" : "2/4 alone"): passed two of four cases; the others could not run")
    }
    if rows.contains(where: { $0.level == .may }) {
      let letters = layout.usesWords ? "" : "a: accepts, c: cancels; "
      lines.append("  may: \(letters)the standards leave a choice; not counted above")
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

extension ScenarioRow {
  /// The rows of one group.
  fileprivate var heading: String {
    if level == .may { return "for information" }
    return severity?.rawValue ?? "not judged"
  }
}
