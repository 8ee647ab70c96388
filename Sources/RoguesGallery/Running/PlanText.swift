internal import RogueModel
internal import RogueRunner

/// A plan for people: what would run, and what would not.
struct PlanText {
  var text = ""

  init(_ plan: Plan) {
    for adapter in plan.adapters {
      let running = adapter.cases.count { $0.missing == nil }
      let description = adapter.adapter.description
      text +=
        "\(description.name) (\(description.library) \(description.version)): \(running) of \(adapter.cases.count) cases\n"
      for item in adapter.cases {
        text += "  " + item.item.id + (item.missing.map { "  unsupported: \($0)" } ?? "") + "\n"
      }
    }
  }
}
