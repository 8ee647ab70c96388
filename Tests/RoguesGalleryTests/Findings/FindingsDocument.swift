import RogueModel

/// The ledger as people read it: parts of `docs/records/findings.md` and `docs/records/other-reasons.md`.
struct FindingsDocument {
  private let entries: [KnownFailure]
  private let ledger: Ledger
  private let scenarios: [String: Scenario]

  /// What stands around the part of a document that is made; what is around it is written by hand.
  static let begin = "<!-- Made from Findings/*.yaml: change it there. -->"
  static let end = "<!-- The end of what is made from Findings/*.yaml. -->"

  init(_ ledger: Ledger) {
    self.ledger = ledger
    scenarios = ledger.scenarios
    entries = ledger.entries
  }

  /// The failures, the worst first.
  var failures: String {
    let listed = entries.filter { $0.kind != .otherReason }
      .sorted { (rank($0), $0.title.lowercased()) < (rank($1), $1.title.lowercased()) }
    var text = "| finding | kind | level | clients |\n|---|---|---|---|\n"
    for entry in listed {
      text += "| [\(entry.title)](#\(entry.anchor)) | \(Self.words(entry.kind)) | \(gravity(entry)) | "
      text += "\(adapters(of: entry).map { "`\($0)`" }.joined(separator: ", ")) |\n"
    }
    return text + listed.map { "\n" + section($0) }.joined()
  }

  /// Clients that refuse for another reason.
  var otherReasons: String {
    var rows: [(scenario: String, clients: String, says: String, why: String)] = []
    for entry in entries where entry.kind == .otherReason {
      for occurrence in entry.occurrences {
        for place in occurrence.places {
          rows.append(
            (
              place.pattern, Self.listed(occurrence), occurrence.reason.map { "`\($0.rawValue)`" } ?? "",
              entry.text.split(separator: "\n").joined(separator: " ")
            ))
        }
      }
    }
    rows.sort { ($0.scenario, $0.clients) < ($1.scenario, $1.clients) }
    return "| scenario | clients | say | why |\n|---|---|---|---|\n"
      + rows.map { "| `\($0.scenario)` | \($0.clients) | \($0.says) | \($0.why) |\n" }.joined()
  }

  private func section(_ entry: KnownFailure) -> String {
    var text = "### \(entry.title)\n\n\(Self.words(entry.kind).prefix(1).uppercased())"
    text += "\(Self.words(entry.kind).dropFirst()); \(gravity(entry)).\n\n"
    for occurrence in entry.occurrences {
      let places = occurrence.places.map { "`\($0.pattern)`" }.joined(separator: ", ")
      text += "- **\(occurrence.words.joined(separator: " or "))** by \(Self.listed(occurrence)): \(places)\n"
    }
    text += "- reported: \(Self.reports(of: entry))\n"
    if !entry.fixed.isEmpty { text += "- fixed in \(entry.fixedVersions.joined(separator: ", "))\n" }
    text += "\n" + Self.block(entry.text)
    if let commands = entry.commands { text += "\n```sh\n" + Self.block(commands) + "```\n" }
    if let why = entry.withoutCommands {
      let patterns = entry.occurrences.flatMap(\.places).map(\.pattern)
      let chosen = patterns.map { "-s '\($0)'" }.joined(separator: " ")
      text += "\nNo command shows it without this project: \(why).\n\n"
      text += "```sh\nrogues compare \(adapters(of: entry).joined(separator: " ")) \(chosen)\n```\n"
    }
    if let afterwards = entry.afterwards { text += "\n" + Self.block(afterwards) }
    return text
  }

  /// Links; GitHub makes one of an identifier of its own kind only.
  private static func reports(of entry: KnownFailure) -> String {
    guard !entry.reported.isEmpty else { return KnownFailure.noReport }
    return entry.reported.map { report in
      if report.hasPrefix("CVE-") { return "[\(report)](https://www.cve.org/CVERecord?id=\(report))" }
      if report.hasPrefix("GHSA-") { return "[\(report)](https://github.com/advisories/\(report))" }
      return "<\(report)>"
    }.joined(separator: ", ")
  }

  private static func block(_ text: String) -> String {
    text.hasSuffix("\n") ? text : text + "\n"
  }

  private static func listed(_ occurrence: KnownFailure.Occurrence) -> String {
    let stacks = occurrence.stacks.sorted { $0.key < $1.key }.map { "`\($0.key)` \($0.value)" }
    let exceptions = occurrence.exceptions.sorted().map { "`\($0)`" }
    var parts: [String] = []
    if !stacks.isEmpty {
      parts.append(
        "every client of \(list(stacks))" + (exceptions.isEmpty ? "" : " (except \(list(exceptions)))"))
    }
    return list(parts + occurrence.clients.map { "`\($0.adapter)` \($0.versions)" })
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Every adapter that an entry is about, once.
  private func adapters(of entry: KnownFailure) -> [String] {
    entry.occurrences.flatMap(ledger.subjects).map(\.adapter).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func words(_ kind: KnownFailure.Kind) -> String {
    switch kind {
    case .bug: "a bug"
    case .documentedPolicy: "a documented policy"
    case .judgement: "judgement"
    case .otherReason: "another reason"
    }
  }

  /// Level and severity of the gravest scenario; cells have theirs in their tables.
  private func gravity(_ entry: KnownFailure) -> String {
    guard let worst = meant(by: entry).min(by: { Self.rank($0) < Self.rank($1) }) else {
      return "in cells of a decision table"
    }
    return "\(worst.level.rawValue), \(worst.severity.rawValue)"
  }

  private func meant(by entry: KnownFailure) -> [Scenario] {
    entry.occurrences.flatMap(\.places).flatMap(\.scenarios).compactMap { scenarios[$0] }
  }

  private func rank(_ entry: KnownFailure) -> Int { meant(by: entry).map(Self.rank).min() ?? .max }

  private static func rank(_ scenario: Scenario) -> Int {
    let severity: [Severity] = [.critical, .high, .medium, .low]
    let level: [Level] = [.must, .should, .may]
    return (level.firstIndex(of: scenario.level) ?? 3) * 10 + (severity.firstIndex(of: scenario.severity) ?? 9)
  }
}
