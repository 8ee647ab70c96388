public import RogueModel

/// A run as GitHub-flavoured Markdown: a summary for pull requests, wikis and step summaries.
public enum MarkdownReport {
  /// - Parameter limit: at most this many bytes of UTF-8; the number of omitted lines is added. Nil: any number.
  public static func write(_ run: RunRecord, limit: Int? = nil, to write: ReportWriter) throws(HarnessFailure) {
    let groups = run.groups
    var start = heading(run, isGood: groups.isEmpty)
    let ending = try ending(run, groups.first)
    guard !groups.isEmpty else { return try write(start + ending) }
    start += "\n| | level | severity | scenario | adapter | cases | what |\n|---|---|---|---|---|---|---|\n"
    try write(start)
    let room = limit.map { $0 - start.utf8.count - ending.utf8.count - 200 } ?? Int.max
    var used = 0
    for (index, group) in groups.enumerated() {
      let failure = run.rows[group.first]
      let line = line(failure, try run.result(of: failure), cases: group.count)
      guard used + line.utf8.count <= room else {
        try write("\nand \(groups.count - index) more\n")
        break
      }
      try write(line)
      used += line.utf8.count
    }
    try write(ending)
  }

  private static func heading(_ run: RunRecord, isGood: Bool) -> String {
    let mark = isGood && run.footer.complete ? "✅" : "❌"
    var text = "### \(mark) rogues: \(escaped(run.adapters))\n\n\(escaped(run.phrase))"
    text += " in \(DurationText.short(milliseconds: run.footer.milliseconds))\n"
    if !run.footer.complete { text += "\n**INCOMPLETE**: the run was cut short\n" }
    return text
  }

  private static func line(_ row: CaseRow, _ result: CaseResult?, cases: Int) -> String {
    let word = row.verdict.word(at: row.level)
    let title = result.map { "\(escaped($0.title)). " } ?? ""
    return "| \(word) | \(row.level.rawValue) | \(row.severity.rawValue) | `\(code(row.scenario))` "
      + "| \(escaped(row.adapter)) | \(cases) | \(title)\(escaped(row.explanation)) |\n"
  }

  private static func ending(_ run: RunRecord, _ worst: CaseRows.Group?) throws(HarnessFailure) -> String {
    var text = ""
    if let baseline = run.footer.baseline {
      text += "\nBaseline `\(code(baseline.file))`: \(String.counted(baseline.known, "case")) as known\n"
      for kind in BaselineReport.Kind.allCases {
        let count = baseline.problems.count { $0.kind == kind }
        if count > 0 {
          text += "- **\(kind.word)** (\(count)): \(kind.meaning); `\(code(baseline.fix(for: kind, log: nil)))`\n"
        }
      }
    }
    if let worst, let first = try run.result(of: run.rows[worst.first]) {
      text += "\nRun the worst again: `\(code(first.reproduce))`\n"
    }
    text += "\n<sub>rogues \(escaped(run.header.version)), seed \(escaped(run.header.seed)), clock "
    return text + "\(run.header.clock)\(run.header.catalogue.map { ", catalogue \($0.prefix(12))" } ?? "")</sub>\n"
  }

  /// Text that Markdown shows as it is, inside a table too.
  static func escaped(_ text: String) -> String {
    text.printable().escaped { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~": "\\\(scalar)"
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      // An address of a person or a number would become a link.
      case "@": "&#64;"
      default: nil
      }
    }
  }

  /// Text between backticks; a pipe would end the table's cell.
  static func code(_ text: String) -> String {
    text.printable().map { $0 == "`" ? "'" : $0 == "|" ? "\\|" : String($0) }.joined()
  }
}
