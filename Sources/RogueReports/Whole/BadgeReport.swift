public import RogueModel

/// The endpoint of a badge, as Shields reads it: how many of the scenarios that bind pass. It is green where the run is.
public enum BadgeReport {
  public static func write(_ run: RunRecord, to write: ReportWriter) throws(HarnessFailure) {
    let badge = Badge(run.rows)
    let mark =
      run.header.adapters.contains { $0.unverifiedOwner != nil }
      ? ", \(ConnectionOwner.unverifiedMark)" : ""
    try write(
      JSON.object([
        .init("schemaVersion", 1),
        .init("label", .string("rogues \(run.header.adapters.map(\.name).joined(separator: " "))")),
        .init("message", .string(badge.message + mark)),
        .init("color", .string(badge.color.rawValue)),
        .init("isError", .bool(!run.footer.complete)),
      ]).pretty)
  }
}
