public import RogueModel

/// A run as TAP, version 13, which every reader knows and version 14 includes.
///
/// A failure that only informs, or that the baseline knows, is a `TODO`: readers do not count it.
public enum TAPReport {
  public static func write(_ run: RunRecord, to write: ReportWriter) throws(HarnessFailure) {
    try write("TAP version 13\n1..\(run.rows.count)\n")
    for adapter in run.header.adapters {
      if let owner = adapter.unverifiedOwner { try write("# \(escaped("\(adapter.name): \(owner)"))\n") }
    }
    for (place, row) in run.rows.enumerated() {
      for line in try lines(run, place, row) { try write(line + "\n") }
    }
    if !run.footer.complete { try write("Bail out! the run was cut short\n") }
  }

  private static func lines(_ run: RunRecord, _ place: Int, _ row: CaseRow) throws(HarnessFailure) -> [String] {
    let test = "\(place + 1) - \(escaped("\(row.adapter) \(row.caseID)"))"
    switch run.status(row) {
    case .passed: return ["ok \(test)"]
    case .skipped where row.verdict.neverMetFault:
      return ["ok \(test) # SKIP \(escaped(row.verdict.rawValue))"]
    case .skipped:
      let result = try run.result(of: row)
      let why = row.isKnown ? "known: \(result?.baseline?.why ?? "")" : "for information"
      return ["not ok \(test) # TODO \(escaped(why))"] + details(row, result)
    case .failed, .error: return ["not ok \(test)"] + details(row, try run.result(of: row))
    }
  }

  private static func details(_ row: CaseRow, _ result: CaseResult?) -> [String] {
    var members: [JSON.Member] = [
      .init("verdict", .string(row.verdict.rawValue)), .init("message", .string(row.message(result))),
      .init("level", .string(row.level.rawValue)), .init("severity", .string(row.severity.rawValue)),
    ]
    if let result {
      members += [
        .init("at", ["file": .string(result.location.file), "line": .integer(Int64(result.location.line))]),
        .init("again", .string(result.reproduce)),
      ]
    }
    // A value of JSON is one of YAML.
    return ["  ---"] + members.map { "  \($0.name): \($0.value.line)" } + ["  ..."]
  }

  /// A description: a hash sign would begin a directive.
  static func escaped(_ text: String) -> String {
    text.printable().escaped { $0 == "\\" || $0 == "#" ? "\\\($0)" : nil }
  }
}
