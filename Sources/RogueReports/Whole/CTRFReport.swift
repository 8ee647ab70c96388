import RogueModel

/// A run in the Common Test Report Format (CTRF, https://ctrf.io).
public enum CTRFReport {
  public static func text(_ run: RunRecord) -> String {
    let started = (run.header.started ?? run.header.clock).secondsSince1970 * 1000
    let statuses = run.items.map { status(run, $0) }
    func count(_ word: String) -> JSON { .integer(Int64(statuses.count { $0 == word })) }
    let summary: JSON = [
      "tests": .integer(Int64(run.items.count)), "passed": count("passed"), "failed": count("failed"),
      "skipped": count("skipped"), "pending": count("pending"), "other": count("other"), "start": .integer(started),
      "stop": .integer(started + Int64(run.footer.milliseconds)),
    ]
    return JSON.object([
      .init("reportFormat", "CTRF"), .init("specVersion", "0.0.0"),
      .init(
        "results",
        [
          "tool": ["name": "rogues", "version": .string(run.header.version)], "summary": summary,
          "tests": .array(zip(run.items, statuses).map { test($0, $1) }),
        ]),
      .init(
        "extra",
        [
          "rogues.seed": .string(run.header.seed), "rogues.clock": .string(run.header.clock.description),
          "rogues.complete": .bool(run.footer.complete), "rogues.catalogue": JSON(run.header.catalogue),
          "rogues.adapters": .array(
            run.header.adapters.map { ["name": .string($0.name), "version": .string($0.version)] }),
        ]),
    ]).pretty
  }

  /// CTRF's words: what was not reached is pending, what proves nothing is other.
  private static func status(_ run: RunRecord, _ item: RunRecord.Item) -> String {
    if item.judgement.verdict == .notRun { return "pending" }
    switch run.status(item) {
    case .passed: return "passed"
    case .failed: return "failed"
    case .skipped: return "skipped"
    case .error: return item.judgement.verdict == .inconclusive ? "other" : "failed"
    }
  }

  private static func test(_ item: RunRecord.Item, _ status: String) -> JSON {
    var members: [JSON.Member] = [
      .init("name", .string("\(item.adapter) \(item.caseID)")), .init("status", .string(status)),
      .init("duration", .integer(Int64(item.result?.milliseconds ?? 0))),
      .init("rawStatus", .string(item.judgement.verdict.rawValue)),
      .init("suite", [.string(item.adapter), .string(String(item.scenario.prefix { $0 != "/" }))]),
      .init("tags", .array([item.level.rawValue, item.severity?.rawValue].compactMap(\.self).map(JSON.string))),
    ]
    if status != "passed" { members.append(.init("message", .string(item.message))) }
    if let result = item.result {
      members += [
        .init("filePath", .string(result.location.file)), .init("line", .integer(Int64(result.location.line))),
        .init("extra", ["rogues.again": .string(result.reproduce), "rogues.scenario": .string(result.scenario)]),
      ]
    }
    return .object(members)
  }
}
