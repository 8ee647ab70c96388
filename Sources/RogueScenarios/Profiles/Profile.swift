public import RogueModel

/// A named choice of scenarios for one kind of client: a file `Scenarios/profiles/NAME.yaml`.
///
/// It requires capabilities, and one judged case of each `must` that it chooses; what needs another capability is optional.
public struct Profile: Sendable, Hashable {
  /// A requirement of another document, and the scenarios of the profile that test it.
  public struct Control: Sendable, Hashable {
    /// Such as `MASVS-NETWORK-2`.
    public var id: String
    public var title: String
    /// Patterns of scenarios.
    public var scenarios: [String]
  }

  /// The name of its file.
  public var name: String
  public var title: String
  /// Its users.
  public var text: String
  /// Patterns; those with `!` take scenarios out. Empty: all.
  public var scenarios: [String]
  /// Patterns of decision tables, whose cells it chooses as well.
  public var tables: [String]
  /// The mistakes that it does not cover, in one sentence; nil: not stated.
  public var misses: String?
  /// Tag expressions, as alternatives. Empty: whatever their tags are.
  public var tags: [String]
  public var level: Level?
  public var severity: Severity?
  public var controls: [Control]
  /// Words such as `pin.*`, of each of which a client needs a capability. Nil: all that its scenarios need.
  public var requires: [String]?
  public var location: SourceLocation

  /// The patterns that choose.
  public var patterns: [String] { scenarios.filter { !$0.hasPrefix("!") } }
  var skips: [String] { scenarios.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) } }

  public var requirement: ProfileRequirement { ProfileRequirement(capabilities: requires) }

  /// Those of the scenarios that it chooses, and which patterns of it fit none of them.
  public func choose<Item: SelectableScenario>(_ scenarios: [Item]) -> (chosen: [Item], findings: [Finding]) {
    var chosen = Selection.select(scenarios, patterns: patterns, tags: tags)
    chosen.restrict(by: Restriction(skips: skips, level: level, severity: severity), among: scenarios)
    return (chosen.scenarios, chosen.findings)
  }

  /// Whether it chooses cells of a decision table.
  public func has(table id: String) -> Bool {
    tables.contains { (try? Pattern(String(TablePattern.path(of: $0))))?.matches(id) ?? false }
  }

  /// Whether it chooses a cell of a decision table.
  func has(cell id: String) -> Bool {
    let table = String(TablePattern.path(of: id))
    return tables.contains { text in
      if text.contains("[") { return KnownFailure.Occurrence.Place.Cells(pattern: text).contains(id) }
      return (try? Pattern(text))?.matches(table) ?? false
    }
  }

  /// Those of the scenarios that test a control.
  public func scenarios<Item: SelectableScenario>(for control: Control, among scenarios: [Item]) -> [Item] {
    let patterns = control.scenarios.compactMap { try? Pattern($0) }
    return scenarios.filter { scenario in patterns.contains { $0.matches(scenario.id) } }
  }
}
