public import RogueModel

/// The README of a run's folder of evidence: what failed first, and what only informs apart.
public enum EvidenceIndex {
  /// - Parameter folder: the folder that holds those of the cases.
  public static func write(_ run: RunRecord, in folder: String, to write: ReportWriter)
    throws(HarnessFailure)
  {
    var sections = Section.allCases.map { ($0, rows: [(rank: Int, line: String)]()) }
    let folder = run.shown(folder)
    for row in run.rows where row.wasLate || row.verdict != .pass && row.verdict != .unexercised {
      guard let result = try run.result(of: row), let kept = result.artifacts else { continue }
      let path = kept.hasPrefix(folder + "/") ? String(kept.dropFirst(folder.count + 1)) : kept
      let rank = (row.level.rank * 10 + row.severity.rank) * 100 + row.verdict.rank
      sections[Section(run, row).rawValue].rows.append((rank, line(row, result, path)))
    }
    var text = "# Evidence of rogues: \(MarkdownReport.escaped(run.adapters))\n\n"
    text += MarkdownReport.escaped(run.phrase) + "\n"
    if !run.footer.complete { text += "\n**INCOMPLETE**: the run was cut short\n" }
    text +=
      "\n`events.jsonl`, where it is in this folder, is the log of the whole run: `rogues report` makes every report of it.\n"
    if sections.allSatisfy(\.rows.isEmpty) { text += "\nEverything passed, so nothing was kept.\n" }
    try write(text)
    for (section, rows) in sections where !rows.isEmpty {
      try write(
        "\n## \(section.title) (\(rows.count))\n\n| verdict | level | severity | case | adapter |\n|---|---|---|---|---|\n"
      )
      // Stable: equal ranks keep the order of the plan.
      for row in rows.sorted(by: { $0.rank < $1.rank }) { try write(row.line) }
    }
  }

  private enum Section: Int, CaseIterable {
    case failed, unproven, known, informs, others

    init(_ run: RunRecord, _ row: CaseRow) {
      if row.level == .may {
        self = .informs
      } else if row.isKnown {
        self = .known
      } else {
        switch run.status(row) {
        case .failed: self = .failed
        case .error: self = row.verdict.kind == .failure ? .failed : .unproven
        case .passed, .skipped: self = .others
        }
      }
    }

    var title: String {
      switch self {
      case .failed: "Failures"
      case .unproven: "Proves nothing"
      case .known: "Known to the baseline"
      case .informs: "For information"
      case .others: "Not failed"
      }
    }
  }

  private static func line(_ row: CaseRow, _ result: CaseResult, _ path: String) -> String {
    let link = "\(path)/README.md".percentEncoded(keeping: "/")
    return
      "| \(row.verdict.word(at: row.level)) | \(row.level.rawValue) | \(row.severity.rawValue) "
      + "| [\(MarkdownReport.escaped(row.caseID))](\(link))<br>\(MarkdownReport.escaped(result.title)) "
      + "| \(MarkdownReport.escaped(row.adapter)) |\n"
  }
}
