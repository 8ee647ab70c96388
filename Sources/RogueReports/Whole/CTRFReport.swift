public import RogueModel

/// A run in the Common Test Report Format (CTRF, https://ctrf.io).
public enum CTRFReport {
  public static func write(_ run: RunRecord, to write: @escaping ReportWriter) throws(HarnessFailure) {
    let started = run.header.started.secondsSince1970 * 1000
    let counts = run.rows.reduce(into: [String: Int64]()) { $0[status(run, $1), default: 0] += 1 }
    func count(_ word: String) -> JSON { .integer(counts[word] ?? 0) }
    let summary: JSON = [
      "tests": .integer(Int64(run.rows.count)), "passed": count("passed"), "failed": count("failed"),
      "skipped": count("skipped"), "pending": count("pending"), "other": count("other"), "start": .integer(started),
      "stop": .integer(started + Int64(run.footer.milliseconds)),
    ]
    var document = JSONDocument(write)
    try document.beginObject()
    try document.add("CTRF", "reportFormat")
    try document.add("0.0.0", "specVersion")
    try document.beginObject("results")
    try document.add(["name": "rogues", "version": .string(run.header.version)], "tool")
    try document.add(summary, "summary")
    try document.beginList("tests")
    for row in run.rows { try document.add(test(row, try run.result(of: row), status(run, row))) }
    try document.end()
    try document.end()
    try document.add(
      [
        "rogues.seed": .string(run.header.seed), "rogues.clock": .string(run.header.clock.description),
        "rogues.complete": .bool(run.footer.complete), "rogues.catalogue": JSON(run.header.catalogue),
        "rogues.adapters": .array(
          run.header.adapters.map { adapter in
            let members: [JSON.Member] = [
              .init("name", .string(adapter.name)), .init("version", .string(adapter.version)),
            ]
            return .object(members + (adapter.unverifiedOwner.map { [.init("owner", .string($0))] } ?? []))
          }),
      ], "extra")
    try document.end()
  }

  /// CTRF's words: unreached cases are pending, inconclusive ones other.
  private static func status(_ run: RunRecord, _ row: CaseRow) -> String {
    if row.verdict == .notRun { return "pending" }
    switch run.status(row) {
    case .passed: return "passed"
    case .failed: return "failed"
    case .skipped: return "skipped"
    case .error: return row.verdict == .inconclusive ? "other" : "failed"
    }
  }

  private static func test(_ row: CaseRow, _ result: CaseResult?, _ status: String) -> JSON {
    var members: [JSON.Member] = [
      .init("name", .string("\(row.adapter) \(row.caseID)")), .init("status", .string(status)),
      .init("duration", .integer(Int64(row.milliseconds))),
      .init("rawStatus", .string(row.verdict.rawValue)),
      .init("suite", [.string(row.adapter), .string(String(row.scenario.prefix { $0 != "/" }))]),
      .init("tags", .array([row.level.rawValue, row.severity.rawValue].map(JSON.string))),
    ]
    if status != "passed" { members.append(.init("message", .string(row.message(result)))) }
    if let result {
      members += [
        .init("filePath", .string(result.location.file)), .init("line", .integer(Int64(result.location.line))),
        .init("extra", ["rogues.again": .string(result.reproduce), "rogues.scenario": .string(result.scenario)]),
      ]
    }
    return .object(members)
  }
}
