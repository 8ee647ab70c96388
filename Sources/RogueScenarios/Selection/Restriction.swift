internal import RogueDecisions
public import RogueModel

/// The exclusions of a selection.
public struct Restriction: Sendable {
  /// Patterns of ids; with axis values they take cases out.
  public var skips: [String]
  /// At least this level; nil: any.
  public var level: Level?
  /// At least this severity; nil: any.
  public var severity: Severity?
  public var profile: Profile?

  public init(skips: [String] = [], level: Level? = nil, severity: Severity? = nil, profile: Profile? = nil) {
    self.skips = skips
    self.level = level
    self.severity = severity
    self.profile = profile
  }

  /// Whether nothing is left out.
  public var isEmpty: Bool { skips.isEmpty && level == nil && severity == nil && profile == nil }

  /// Patterns apart: those that choose, and those that leave out (`!pattern`).
  public static func split(_ patterns: [String]) -> (chosen: [String], skips: [String]) {
    (patterns.filter { !$0.hasPrefix("!") }, patterns.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) })
  }
}

extension Selection.Result {
  /// Leaves out what the restriction says.
  ///
  /// - Parameters:
  ///   - all: the scenarios that patterns may name. A pattern that matches none of them is a finding, and so is a restriction
  ///     that leaves nothing.
  ///   - tables: the decision tables whose cells patterns may name, whether or not one of them is chosen.
  public mutating func restrict(
    by restriction: Restriction, among all: [some SelectableScenario], tables: [LoadedTable] = []
  ) {
    let count = scenarios.count
    for text in restriction.skips { skip(text, all, tables) }
    if let level = restriction.level { scenarios.removeAll { $0.level < level } }
    if let severity = restriction.severity { scenarios.removeAll { $0.severity < severity } }
    if let profile = restriction.profile {
      let (cells, others) = (scenarios.filter { $0.id.contains("[") }, scenarios.filter { !$0.id.contains("[") })
      let chosen = Set(profile.choose(others).chosen.map(\.id) + cells.map(\.id).filter(profile.has(cell:)))
      scenarios.removeAll { !chosen.contains($0.id) }
      if let level = profile.level { scenarios.removeAll { $0.level < level } }
      if let severity = profile.severity { scenarios.removeAll { $0.severity < severity } }
    }
    guard scenarios.isEmpty, count > 0, findings.isEmpty else { return }
    let words = [
      restriction.profile.map { "the profile \($0.name)" }, restriction.level.map { "level \($0.rawValue)" },
      restriction.severity.map { "severity \($0.rawValue)" },
      restriction.skips.isEmpty ? nil : "what is skipped",
    ].compactMap(\.self)
    let fitting = count == 1 ? "the one matching scenario" : "the \(count) matching scenarios"
    findings.append(Finding(.error, "nothing is left of \(fitting): \(words.joined(separator: ", "))"))
  }

  private mutating func skip(_ text: String, _ all: [some SelectableScenario], _ tables: [LoadedTable]) {
    let table = tables.first { $0.table.id == TablePattern.path(of: text) }
    if let table {
      do throws(Finding) { _ = try TablePattern(text, table) } catch { return findings.append(error) }
    }
    let path = "\(TablePattern.path(of: text))["
    if table != nil || scenarios.contains(where: { $0.id.hasPrefix(path) }) {
      let place = KnownFailure.Occurrence.Place.Cells(pattern: text)
      return scenarios.removeAll { $0.id.hasPrefix(path) && place.contains($0.id) }
    }
    let found = Selection.select(all, patterns: [text], tags: [])
    findings += found.findings
    guard let pattern = try? Pattern(text), found.findings.isEmpty else { return }
    let ids = Set(found.scenarios.map(\.id))
    if pattern.constraints.isEmpty {
      scenarios.removeAll { ids.contains($0.id) }
    } else {
      filter.exclude(ids, pattern.constraints)
    }
  }
}
