public import RogueModel

/// Profiles with what they choose: `rogues list --profiles`.
public struct ProfileList: Sendable {
  /// One profile.
  public struct Row: Sendable {
    public var name: String
    public var title: String
    public var text: String
    /// The gaps of the profile; nil: not stated.
    public var misses: String?
    public var chosen: [ScenarioSummary]
    /// The ids of the decision tables whose cells it chooses.
    public var tables: [String]
    public var controls: [Control]

    public init(
      name: String, title: String, text: String, misses: String?, chosen: [ScenarioSummary], tables: [String],
      controls: [Control]
    ) {
      self.name = name
      self.title = title
      self.text = text
      self.misses = misses
      self.chosen = chosen
      self.tables = tables
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

  /// One line a profile, and one for what it does not see and for each of its controls: how many scenarios, how many of
  /// them are required, and how many decision tables.
  public func text(style: ReportStyle) -> String {
    let width = rows.flatMap { [$0.name] + $0.controls.map { "  " + $0.id } }.map(\.count).max() ?? 0
    return rows.map { row in
      let musts = row.chosen.count { $0.level == .must }
      let sizes =
        "\(String(row.chosen.count).paddedLeft(to: 5)) scenarios, \(String(musts).paddedLeft(to: 4)) must, "
        + "\(String(row.tables.count).paddedLeft(to: 2)) tables"
      let misses = row.misses.map { misses in
        misses.printable().wrapped(to: max(20, style.width - width - 14)).enumerated().map { place, line in
          let margin = String(repeating: " ", count: width + 2) + (place == 0 ? "not seen: " : "          ")
          return style.ink(.dim, margin + line) + "\n"
        }.joined()
      }
      return style.ink(.bold, row.name.padded(to: width)) + "  \(sizes)  \(row.title.printable())\n" + (misses ?? "")
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
          "misses": JSON(row.misses), "tables": .array(row.tables.map(JSON.string)),
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
