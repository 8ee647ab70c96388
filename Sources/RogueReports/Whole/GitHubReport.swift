public import RogueModel

/// A run in a workflow of GitHub: the step's summary, and annotations at scenarios.
public enum GitHubReport {
  /// A summary may have one mebibyte for each step; a larger one is refused whole.
  public static let longestSummary = 1 << 20
  /// GitHub shows ten errors of a step, and drops the others without a word.
  public static let mostAnnotations = 10

  /// The text for the file that `GITHUB_STEP_SUMMARY` names.
  public static func writeSummary(_ run: RunRecord, to write: ReportWriter) throws(HarnessFailure) {
    // Other steps' commands may append to the same file.
    try MarkdownReport.write(run, limit: longestSummary - 65_536, to: write)
  }

  /// Workflow commands, one a line, for standard output: the worst failures, and how many more there are.
  public static func writeAnnotations(_ run: RunRecord, to write: ReportWriter) throws(HarnessFailure) {
    let groups = run.groups
    let isCut = groups.count > mostAnnotations
    let shown = groups.prefix(isCut ? mostAnnotations - 1 : mostAnnotations)
    for group in shown {
      let row = run.rows[group.first]
      try write(annotation(row, try run.result(of: row), cases: group.count) + "\n")
    }
    if isCut {
      let title = property("rogues: \(groups.count - shown.count) more")
      try write(
        "::error title=\(title)::\(data("\(groups.count - shown.count) more scenarios failed: see the summary"))\n")
    }
  }

  private static func annotation(_ row: CaseRow, _ result: CaseResult?, cases: Int) -> String {
    var properties: [String] = []
    // A path outside of the repository has no place to be shown at.
    if let location = result?.location, location.isWithin {
      properties = ["file=\(property(location.file))", "line=\(location.line)"]
    }
    properties.append("title=\(property("\(row.adapter): \(row.scenario)"))")
    let more = cases > 1 ? " (\(cases) cases)" : ""
    let again = result.map { "\nagain: \($0.reproduce)" } ?? ""
    return "::error \(properties.joined(separator: ","))::\(data(row.message(result) + more + again))"
  }

  /// A workflow command's message: line breaks and percent signs have a code.
  static func data(_ text: String) -> String {
    text.printable(keepingLines: true).escaped { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// A workflow command's property: colons and commas, too.
  static func property(_ text: String) -> String {
    data(text).map { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : String($0) }.joined()
  }
}
