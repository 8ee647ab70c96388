public import RogueModel

/// Profiles with what they choose: `rogues list --profiles`.
public struct ProfileList: Sendable {
  /// One profile.
  public struct Row: Sendable {
    public var name: String
    public var title: String
    public var text: String
    public var chosen: [ScenarioSummary]
    public var controls: [Control]

    public init(name: String, title: String, text: String, chosen: [ScenarioSummary], controls: [Control]) {
      self.name = name
      self.title = title
      self.text = text
      self.chosen = chosen
      self.controls = controls
    }
  }

  /// A requirement of others, and the ids of the scenarios that test it.
  public struct Control: Sendable {
    public var id: String
    public var title: String
    public var scenarios: [String]

    public init(id: String, title: String, scenarios: [String]) {
      self.id = id
      self.title = title
      self.scenarios = scenarios
    }
  }

  private let rows: [Row]

  public init(_ rows: [Row]) { self.rows = rows }

  /// One line a profile, and one for each of its controls: how many scenarios, and how many of them are required.
  public func text(style: ReportStyle) -> String {
    let width = rows.flatMap { [$0.name] + $0.controls.map { "  " + $0.id } }.map(\.count).max() ?? 0
    return rows.map { row in
      let musts = row.chosen.count { $0.level == .must }
      let sizes = "\(String(row.chosen.count).paddedLeft(to: 5)) scenarios, \(String(musts).paddedLeft(to: 4)) must"
      return style.ink(.bold, row.name.padded(to: width)) + "  \(sizes)  \(row.title.printable())\n"
        + row.controls.map { control in
          let count = "\(String(control.scenarios.count).paddedLeft(to: 5)) scenarios"
          return "  " + control.id.padded(to: width - 2) + "  "
            + style.ink(.dim, "\(count)             \(control.title.printable())") + "\n"
        }.joined()
    }.joined()
  }

  /// One name a line, for completions.
  public var names: String { rows.map { $0.name + "\n" }.joined() }

  public var json: JSON {
    .array(
      rows.map { row in
        [
          "name": .string(row.name), "title": .string(row.title), "text": .string(row.text),
          "scenarios": .array(row.chosen.map { .string($0.id) }),
          "levels": .object(
            Level.allCases.map { level in
              JSON.Member(level.rawValue, JSON(Optional(row.chosen.count { $0.level == level })))
            }),
          "controls": .array(
            row.controls.map {
              [
                "id": .string($0.id), "title": .string($0.title),
                "scenarios": .array($0.scenarios.map(JSON.string)),
              ]
            }),
        ]
      })
  }
}
