public import RogueModel

/// The catalogue as a table: `rogues list`.
public struct ScenarioList: Sendable {
  private let scenarios: [ScenarioSummary]

  public init(_ scenarios: [ScenarioSummary]) {
    self.scenarios = scenarios.sorted { $0.id < $1.id }
  }

  /// One line a scenario: id, level, title, and tags where there is room for them beside every title.
  public func text(style: ReportStyle) -> String {
    let idWidth = scenarios.map(\.id.count).max() ?? 0
    let tagWidth = scenarios.map { $0.tags.joined(separator: " ").count }.max() ?? 0
    let longest = scenarios.map(\.title.count).max() ?? 0
    let room = style.width - idWidth - 10
    let showsTags = room - tagWidth - 2 >= longest
    let titleWidth = max(20, min(longest, showsTags ? room - tagWidth - 2 : room))
    var text = ""
    for scenario in scenarios {
      let title = scenario.title.printable().truncated(to: titleWidth, ellipsis: style.glyphs.ellipsis)
      var line = style.ink(.bold, scenario.id) + String(repeating: " ", count: idWidth - scenario.id.count)
      line += "  " + style.ink(scenario.level == .may ? .dim : .cyan, scenario.level.rawValue.padded(to: 6))
      line += "  " + title
      if showsTags, !scenario.tags.isEmpty {
        line += String(repeating: " ", count: titleWidth - title.count)
        line += "  " + style.ink(.dim, scenario.tags.joined(separator: " ").printable())
      }
      text += line + "\n"
    }
    return text
  }

  /// One id a line, for scripts and completions.
  public var ids: String { scenarios.map { $0.id + "\n" }.joined() }

  public var json: JSON {
    .array(
      scenarios.map { scenario in
        [
          "id": .string(scenario.id),
          "title": .string(scenario.title),
          "level": .string(scenario.level.rawValue),
          "severity": .string(scenario.severity.rawValue),
          "tags": .array(scenario.tags.map(JSON.string)),
          "keywords": .array(scenario.keywords.map(JSON.string)),
          "healthy": .bool(scenario.isHealthy),
          "world": .string(scenario.world),
          "policies": .array(scenario.policies.map(JSON.string)),
          "steps": .integer(Int64(scenario.steps)),
          "references": .array(scenario.references.map(JSON.string)),
          "file": .string(scenario.file),
        ]
      })
  }
}
