internal import RogueModel
internal import RogueReports
internal import RogueRunner

/// A plan for people: the cases that would run, and those that would not.
enum PlanText {
  static func write(_ plan: Plan, to next: @escaping ReportWriter) throws(HarnessFailure) {
    let text = PiecedWriter(next)
    for adapter in plan.adapters {
      let running = adapter.cases.count { $0.missing == nil }
      let description = adapter.adapter.description
      try text.write(
        "\(description.name) (\(description.library) \(description.version)): \(running) of \(adapter.cases.count) cases\n"
      )
      for item in adapter.cases {
        try text.write("  " + item.id + (item.missing.map { "  unsupported: \($0)" } ?? "") + "\n")
      }
    }
    try text.flush()
  }
}
