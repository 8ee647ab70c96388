public import RogueModel

/// The endpoint of a badge, as Shields reads it: how many of the scenarios that bind pass.
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
    let message =
      !run.footer.complete ? "incomplete" : good.isEmpty ? "nothing judged" : "must \(passed)/\(good.count)"
    let mark = run.header.adapters.contains { $0.unverifiedOwner != nil } ? ", \(ConnectionOwner.unverifiedMark)" : ""
    let color =
      !run.footer.complete || good.isEmpty
      ? "lightgrey" : passed == good.count ? "brightgreen" : isGrave ? "red" : "orange"
    try write(
      JSON.object([
        .init("schemaVersion", 1),
        .init("label", .string("rogues \(run.header.adapters.map(\.name).joined(separator: " "))")),
        .init("message", .string(message + mark)), .init("color", .string(color)),
        .init("isError", .bool(!run.footer.complete)),
      ]).pretty)
  }
}
