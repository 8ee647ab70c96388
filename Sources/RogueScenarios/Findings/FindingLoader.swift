public import RogueModel
internal import RogueYAML

/// Turns the files of `Findings` into the entries of the ledger, or into what is wrong with them.
public struct FindingLoader {
  private let scenarios: [Scenario]
  private let byID: [String: Scenario]
  private let adapters: [String]
  private let stacks: [String]
  private let isWhole: Bool
  private let tables: [LoadedTable]?

  /// - Parameters:
  ///   - scenarios: those that patterns select from.
  ///   - adapters: the names of all adapters.
  ///   - stacks: the names of all stacks.
  ///   - isWhole: there are no other scenarios, so a pattern that fits none of them is a mistake.
  ///   - tables: those that patterns of cells are held against; nil: they are not.
  public init(
    scenarios: [Scenario], adapters: [String], stacks: [String] = [], isWhole: Bool = true, tables: [LoadedTable]? = nil
  ) {
    self.scenarios = scenarios
    byID = Dictionary(scenarios.map { ($0.id, $0) }) { first, _ in first }
    self.adapters = adapters
    self.stacks = stacks
    self.isWhole = isWhole
    self.tables = tables
  }

  public func load(_ files: [SourceFile]) -> (entries: [KnownFailure], findings: [Finding]) {
    var owners: [String: String] = [:]
    let (known, findings) = FindingKeys.table.read(files) { entries, file in
      let entry = self.entry(entries, file)
      // Two headings with one anchor: a link to the second shows the first.
      if let entry, let owner = owners.updateValue(file.path, forKey: entry.anchor) {
        entries.reader.report(at: entries.position(FindingKeys.title), "\(owner) has this title already")
      }
      return entry
    }
    return (known, findings)
  }

  private func entry(_ entries: Entries, _ file: SourceFile) -> KnownFailure? {
    let reader = entries.reader
    let name = entries[FindingKeys.finding]
    if let name, !file.isNamed, name != file.stem {
      reader.report(
        at: entries.position(FindingKeys.finding),
        "the finding is called '\(name)', its file '\(file.stem)'; both must be the same")
    }
    let title = entries[FindingKeys.title]
    let kind = entries[FindingKeys.kind]
    let drafts = entries[FindingKeys.happens]
    let text = entries[FindingKeys.text]
    let commands = entries[FindingKeys.commands]
    let without = entries[FindingKeys.withoutCommands]
    if entries.has(FindingKeys.commands) == entries.has(FindingKeys.withoutCommands), kind != .otherReason {
      reader.report(
        at: entries.position(FindingKeys.finding),
        "a finding has either 'commands', which show it without this project, or 'without-commands'",
        help: "say in 'without-commands' why nothing else can show it")
    }
    if let kind, drafts?.flatMap(\.verdicts).contains(where: { ($0 == .deviation) != (kind == .otherReason) }) == true {
      reader.report(
        at: entries.position(FindingKeys.kind),
        "a deviation is of the kind 'other-reason', and only a deviation is")
    }
    let occurrences = (drafts ?? []).map { occurrence($0, reader) }
    guard let name, let title, let kind, drafts != nil, let text else { return nil }
    return KnownFailure(
      name: name, title: title, kind: kind, occurrences: occurrences, text: text, commands: commands,
      withoutCommands: without, afterwards: entries[FindingKeys.afterwards],
      location: SourceLocation(entries.position(FindingKeys.finding)))
  }

  private func occurrence(_ draft: OccurrenceDraft, _ reader: NodeReader) -> KnownFailure.Occurrence {
    for name in draft.clients.map(\.0) + draft.exceptions where !adapters.contains(name.text) {
      reader.report(
        at: name.position, "there is no adapter '\(NodeReader.shortened(name.text))'",
        help: NearMiss.question(for: name.text, among: adapters))
    }
    for (name, _) in draft.stacks where !stacks.contains(name.text) {
      reader.report(
        at: name.position, "there is no stack '\(NodeReader.shortened(name.text))'",
        help: NearMiss.question(for: name.text, among: stacks))
    }
    let places = draft.scenarios.map { scalar in
      // Most are the id of one scenario; comparing it with all of them, for every line of the ledger, would be felt.
      let named = byID[String(scalar.text.prefix { $0 != "[" })].map { [$0] }
      let chosen = Selection.select(named ?? scenarios, patterns: [scalar.text], tags: [])
      for finding in chosen.findings where isWhole {
        reader.report(at: scalar.position, finding.message, help: finding.help)
      }
      let gating = chosen.scenarios.filter { $0.level != .may }
      if gating.isEmpty, !chosen.scenarios.isEmpty {
        reader.report(
          at: scalar.position, "'\(scalar.text)' has the level may, which never fails",
          help: "docs/records/findings.md lists under Differences what good validators do differently")
      }
      let constraints = (try? Pattern(scalar.text))?.constraints ?? []
      return KnownFailure.Occurrence.Place(
        pattern: scalar.text, scenarios: gating.map(\.id), constraints: constraints)
    }
    let cells = draft.cells.map { scalar -> KnownFailure.Occurrence.Place in
      if let problem = TablePattern.problem(of: scalar.text, among: tables) {
        reader.report(at: scalar.position, problem.message, help: problem.help)
      }
      return KnownFailure.Occurrence.Place(cells: scalar.text)
    }
    return KnownFailure.Occurrence(
      clients: draft.clients.map { KnownFailure.Occurrence.Client(adapter: $0.text, versions: $1) },
      stacks: Dictionary(draft.stacks.map { ($0.text, $1) }) { first, _ in first },
      exceptions: Set(draft.exceptions.map(\.text)),
      verdicts: draft.verdicts, reason: draft.reason, places: places + cells)
  }
}
