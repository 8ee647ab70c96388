import RogueModel

/// The endpoint of a badge, as Shields reads it: how many of the scenarios that bind pass.
public enum BadgeReport {
  public static func text(_ run: RunRecord) -> String {
    let judged = run.items.filter {
      $0.level == .must && ![.unsupported, .notAsked].contains($0.judgement.verdict)
    }
    var good: [String: Bool] = [:]
    for item in judged {
      let key = "\(item.adapter) \(item.scenario)"
      let isGood = [.pass, .deviation].contains(item.judgement.verdict)
      good[key] = (good[key] ?? true) && isGood
    }
    let passed = good.values.count(where: \.self)
    let message =
      !run.footer.complete ? "incomplete" : good.isEmpty ? "nothing judged" : "must \(passed)/\(good.count)"
    let isGrave = run.groups.contains { ($0.first.severity ?? .low) >= .high && $0.first.level == .must }
    let color =
      !run.footer.complete || good.isEmpty
      ? "lightgrey" : passed == good.count ? "brightgreen" : isGrave ? "red" : "orange"
    return JSON.object([
      .init("schemaVersion", 1),
      .init("label", .string("rogues \(run.header.adapters.map(\.name).joined(separator: " "))")),
      .init("message", .string(message)), .init("color", .string(color)), .init("isError", .bool(!run.footer.complete)),
    ]).pretty
  }
}
