internal import RogueModel

/// Summaries as lines of text, a fixed number for each: parsing JSON would take as long as the whole list may.
enum SummaryLines {
  private static let newline = UInt8(ascii: "\n")
  /// Between the items of a list: the unit separator of ASCII.
  private static let separator: Unicode.Scalar = "\u{1F}"

  /// - Returns: nil if a text contains the separator.
  static func text(_ summaries: [ScenarioSummary]) -> String? {
    let lines = summaries.flatMap(lines)
    guard lines.allSatisfy({ !$0.utf8.contains(newline) }) else { return nil }
    let lists = summaries.flatMap { $0.tags + $0.keywords + $0.policies + $0.references }
    guard lists.allSatisfy({ !$0.isEmpty && !$0.unicodeScalars.contains(separator) }) else { return nil }
    return lines.map { $0 + "\n" }.joined()
  }

  /// - Returns: nil if the lines are not summaries.
  static func summaries(_ text: ArraySlice<UInt8>) -> [ScenarioSummary]? {
    var lines = Lines(rest: text)
    var summaries: [ScenarioSummary] = []
    while !lines.rest.isEmpty {
      guard let summary = summary(&lines) else { return nil }
      summaries.append(summary)
    }
    return summaries
  }

  private static func lines(_ summary: ScenarioSummary) -> [String] {
    [
      summary.id, summary.title, summary.level.rawValue, summary.severity.rawValue,
      joined(summary.tags), joined(summary.keywords), summary.isHealthy ? "healthy" : "rogue", summary.world,
      joined(summary.policies), joined(summary.axes.tls.map(\.rawValue)), joined(summary.axes.keys.map(\.rawValue)),
      "\(summary.steps)", joined(summary.references), summary.file,
    ]
  }

  private static func summary(_ lines: inout Lines) -> ScenarioSummary? {
    guard let id = lines.next(), let title = lines.next(),
      let level = lines.next().flatMap(Level.init), let severity = lines.next().flatMap(Severity.init),
      let tags = lines.next(), let keywords = lines.next(), let health = lines.next(), let world = lines.next(),
      let policies = lines.next(), let versions = lines.next(), let keys = lines.next(),
      let steps = lines.next().flatMap({ Int($0) }), let references = lines.next(), let file = lines.next()
    else { return nil }
    return ScenarioSummary(
      id: id, title: title, level: level, severity: severity, tags: split(tags),
      keywords: split(keywords), isHealthy: health == "healthy", world: world, policies: split(policies),
      axes: Scenario.Axes(
        tls: split(versions).compactMap(TLSVersion.init), keys: split(keys).compactMap(KeyType.init)),
      steps: steps, references: split(references), file: file)
  }

  private static func joined(_ items: [String]) -> String { items.joined(separator: String(Character(separator))) }

  private static func split(_ line: String) -> [String] {
    line.utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
  }

  private struct Lines {
    var rest: ArraySlice<UInt8>

    mutating func next() -> String? {
      guard let end = rest.firstIndex(of: newline) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
  }
}
