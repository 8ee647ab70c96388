public import RogueModel

/// The endpoint of a badge, as Shields reads it: how many of the scenarios that bind pass. It is green where the run is.
public enum BadgeReport {
  public static func write(_ run: RunRecord, to write: ReportWriter) throws(HarnessFailure) {
    var good: [CaseKey: Bool] = [:]
    var isGrave = false
    for row in run.rows where row.level == .must {
      if row.severity >= .high, [.failed, .error].contains(run.status(row)) { isGrave = true }
      guard row.verdict != .unsupported, row.verdict != .unexercised else { continue }
      let key = CaseKey(row.adapter, row.scenario)
      good[key] = row.verdict.kind == .pass && good[key] ?? true
    }
    let passed = good.values.count(where: \.self)
    let more = also(run)
    let message =
      !run.footer.complete
      ? "incomplete"
      : good.isEmpty
        ? "nothing judged" : (["must \(passed)/\(good.count)"] + more).joined(separator: ", ")
    let mark = run.header.adapters.contains { $0.unverifiedOwner != nil } ? ", \(ConnectionOwner.unverifiedMark)" : ""
    let color =
      !run.footer.complete || good.isEmpty
      ? "lightgrey" : passed == good.count && more.isEmpty ? "brightgreen" : isGrave ? "red" : "orange"
    try write(
      JSON.object([
        .init("schemaVersion", 1),
        .init("label", .string("rogues \(run.header.adapters.map(\.name).joined(separator: " "))")),
        .init("message", .string(message + mark)), .init("color", .string(color)),
        .init("isError", .bool(!run.footer.complete)),
      ]).pretty)
  }

  /// What else keeps the run from being green.
  private static func also(_ run: RunRecord) -> [String] {
    let others = run.rows.lazy.filter { $0.level == .should && !$0.isKnown }
    let failing = Set(others.filter { $0.fails(strict: run.header.strict) }.map { CaseKey($0.adapter, $0.scenario) })
    let open = others.contains { $0.verdict == .inconclusive }
    return [
      failing.isEmpty ? nil : "should \(failing.count) failed", open ? "inconclusive" : nil,
      run.footer.baseline?.isStale ?? false ? "stale baseline" : nil,
      run.footer.shortfall.isEmpty ? nil : "lacking",
    ].compactMap(\.self)
  }
}
