public import RogueModel
internal import RogueYAML

/// Reads the files of `Findings` and baselines. Both have the same entries; they differ in what a match does: the one makes a
/// failure known, the other accepts it.
public struct LedgerLoader<Item: SelectableScenario> {
  private let scenarios: [Item]
  private let byID: [String: Item]
  private let adapters: [String]
  private let stacks: [String]
  private let tables: [LoadedTable]?
  /// By id: the scenarios that are like it.
  private let kin: [String: [Item]]

  /// - Parameters:
  ///   - scenarios: all, which patterns select from.
  ///   - adapters: the names of all adapters.
  ///   - stacks: the names of all stacks.
  ///   - tables: the decision tables, for the check of patterns of cells; nil: without that check.
  public init(
    scenarios: [Item], adapters: [String], stacks: [String] = [], tables: [LoadedTable]? = nil
  ) {
    self.scenarios = scenarios
    byID = Dictionary(scenarios.map { ($0.id, $0) }) { first, _ in first }
    self.adapters = adapters
    self.stacks = stacks
    self.tables = tables
    kin = Dictionary(grouping: scenarios.filter { $0.like != nil && $0.level != .may }) { $0.like ?? $0.id }
  }

  public func load(_ files: [SourceFile]) -> (entries: [KnownFailure], findings: [Finding]) {
    var owners: [String: String] = [:]
    let (known, findings) = LedgerKeys.table.read(files) { entries, file in
      let entry = self.entry(entries, file)
      // Two headings with one anchor: a link to the second shows the first.
      if let entry, let owner = owners.updateValue(file.path, forKey: entry.anchor) {
        entries.reader.report(at: entries.position(LedgerKeys.title), "\(owner) has this title already")
      }
      return entry
    }
    return (known, findings)
  }

  /// A baseline. An unused entry is no error: the run reports it, and how to fix it.
  ///
  /// - Returns: nil if the file has an error.
  public func baseline(_ file: SourceFile) -> (baseline: Baseline?, findings: [Finding]) {
    let (entries, findings) = LedgerKeys.table.read(file) { entries in
      for key in entries.mapping.entries.map(\.key) where key.text != LedgerKeys.happens.key.name {
        entries.reader.report(
          at: key.position, "a baseline has 'happens' alone", help: "'\(key.text)' is for a finding")
      }
      return entries[LedgerKeys.happens]?.map(accepted)
    }
    return (entries.map { Baseline(file: file.path, entries: $0) }, findings)
  }

  private func entry(_ entries: Entries, _ file: SourceFile) -> KnownFailure? {
    let reader = entries.reader
    let required = [LedgerKeys.finding.key, LedgerKeys.title.key, LedgerKeys.kind.key, LedgerKeys.text.key]
    for key in required + [LedgerKeys.reported.key] where entries.mapping.entry(key.name) == nil {
      reader.report(at: entries.mapping.position, "missing key '\(key.name)' in a finding", help: key.summary)
    }
    let name = entries[LedgerKeys.finding]
    if let name, !file.isNamed, name != file.stem {
      reader.report(
        at: entries.position(LedgerKeys.finding),
        "the finding is called '\(name)', its file '\(file.stem)'; both must be the same")
    }
    let title = entries[LedgerKeys.title]
    let kind = entries[LedgerKeys.kind]
    let drafts = entries[LedgerKeys.happens]
    let text = entries[LedgerKeys.text]
    let commands = entries[LedgerKeys.commands]
    let without = entries[LedgerKeys.withoutCommands]
    if entries.has(LedgerKeys.commands) == entries.has(LedgerKeys.withoutCommands), kind != .otherReason {
      reader.report(
        at: entries.position(LedgerKeys.finding),
        "a finding has either 'commands', which show it without this project, or 'without-commands'",
        help: "say in 'without-commands' why nothing else can show it")
    }
    let verdicts = drafts?.flatMap(\.occurrence.verdicts) ?? []
    if let kind, verdicts.contains(where: { ($0 == .deviation) != (kind == .otherReason) }) {
      reader.report(
        at: entries.position(LedgerKeys.kind),
        "a deviation is of the kind 'other-reason', and only a deviation is")
    }
    if drafts?.isEmpty == true {
      reader.report(at: entries.position(LedgerKeys.happens), "a finding has at least one occurrence")
    }
    let occurrences = (drafts ?? []).map { known($0, reader) }
    let reported = entries[LedgerKeys.reported]
    let fixed = entries[LedgerKeys.fixed] ?? []
    check(fixed, in: occurrences, reader)
    guard let name, let title, let kind, drafts != nil, let text, let reported else { return nil }
    return KnownFailure(
      name: name, title: title, kind: kind, occurrences: occurrences, text: text, commands: commands,
      withoutCommands: without, afterwards: entries[LedgerKeys.afterwards],
      reported: reported, fixed: Dictionary(fixed.map { ($0.text, $1) }) { first, _ in first },
      location: SourceLocation(entries.position(LedgerKeys.finding)))
  }

  /// A version that is fixed is one of a client that fails, and not one that fails.
  private func check(
    _ fixed: [(YAMLNode.Scalar, [String])], in occurrences: [KnownFailure.Occurrence], _ reader: NodeReader
  ) {
    for (name, versions) in fixed {
      let failing = occurrences.flatMap { occurrence in
        occurrence.clients.filter { $0.adapter == name.text }.map(\.versions)
          + [occurrence.stacks[name.text]].compactMap(\.self)
      }
      if failing.isEmpty {
        reader.report(
          at: name.position, "'\(NodeReader.shortened(name.text))' is no client and no stack of this finding")
      }
      for version in versions {
        if let range = failing.first(where: { $0.contains(version) }) {
          reader.report(at: name.position, "\(name.text) \(version) fails: 'happens' says \(range)")
        }
      }
    }
  }

  /// An entry of the ledger, in which nothing may be unused.
  private func known(_ draft: OccurrenceDraft, _ reader: NodeReader) -> KnownFailure.Occurrence {
    var occurrence = occurrence(draft)
    for place in occurrence.places.indices {
      // What is known of a scenario is known of those that are like it. A baseline accepts what it names, and no more.
      occurrence.places[place].scenarios += occurrence.places[place].scenarios.flatMap { kin[$0] ?? [] }.map(\.id)
    }
    for finding in occurrence.unused { reader.report(finding) }
    for verdict in occurrence.verdicts where !verdict.isReproducible && verdict != .deviation {
      reader.report(
        at: draft.entries.position(OccurrenceKeys.verdict), "'\(verdict.rawValue)' is no failure of a client",
        help: "a baseline can accept it")
    }
    for key in [OccurrenceKeys.until.key, OccurrenceKeys.why.key] where draft.entries.mapping.entry(key.name) != nil {
      reader.report(at: draft.entries.mapping.position, "'\(key.name)' is for a baseline: a finding accepts nothing")
    }
    if draft.entries.has(OccurrenceKeys.issue) {
      reader.report(
        at: draft.entries.keyPosition(OccurrenceKeys.issue), "'issue' is for a baseline",
        help: "a finding has 'reported', once")
    }
    return occurrence
  }

  private func accepted(_ draft: OccurrenceDraft) -> KnownFailure.Occurrence {
    let entries = draft.entries
    if !entries.has(OccurrenceKeys.why) {
      entries.reader.report(
        at: entries.mapping.position, "missing key 'why' in an entry of a baseline",
        help: OccurrenceKeys.why.key.summary)
    }
    if !draft.occurrence.verdicts.allSatisfy(\.isAcceptable) {
      entries.reader.report(
        at: entries.position(OccurrenceKeys.verdict),
        "an adapter that crashes, hangs or breaks the contract is never accepted",
        help: "exclude the scenario instead, visibly: --skip, or skip in rogues.yaml")
    }
    return occurrence(draft)
  }

  private func occurrence(_ draft: OccurrenceDraft) -> KnownFailure.Occurrence {
    var occurrence = draft.occurrence
    func check(_ names: [YAMLNode.Scalar], _ what: String, among known: [String]) {
      for name in names where !known.contains(name.text) {
        occurrence.unused.append(
          Finding(
            at: name.position, "there is no \(what) '\(NodeReader.shortened(name.text))'",
            help: NearMiss.question(for: name.text, among: known)))
      }
    }
    check(draft.clients.map(\.0) + draft.exceptions, "adapter", among: adapters)
    check(draft.stacks.map(\.0), "stack", among: stacks)
    for scalar in draft.scenarios {
      let (place, finding) = place(scalar)
      occurrence.places.append(place)
      if let finding { occurrence.unused.append(finding) }
    }
    return occurrence
  }

  /// The matches of a pattern, and why it can match no failure.
  private func place(_ scalar: YAMLNode.Scalar) -> (KnownFailure.Occurrence.Place, unused: Finding?) {
    func unused(_ message: String, _ help: String? = nil) -> Finding {
      Finding(at: scalar.position, message, help: help)
    }
    let text = scalar.text
    let path = String(TablePattern.path(of: text))
    if ScenarioFolder.subject(of: path).hasCells {
      let problem = text.hasSuffix("]") ? TablePattern.problem(of: text, among: tables) : nil
      return (KnownFailure.Occurrence.Place(cells: text), problem.map { unused($0.message, $0.help) })
    }
    // Most are the id of one scenario; comparing it with all of them, for every line of the ledger, would be felt.
    let chosen = Selection.select(byID[path].map { [$0] } ?? scenarios, patterns: [text], tags: [])
    let gating = chosen.scenarios.filter { $0.level != .may }
    let place = KnownFailure.Occurrence.Place(
      pattern: text, scenarios: gating.map(\.id), constraints: (try? Pattern(text))?.constraints ?? [])
    if let finding = chosen.findings.first {
      return (place, unused(finding.message, finding.help))
    }
    let informs = gating.isEmpty && !chosen.scenarios.isEmpty
    return (place, informs ? unused("'\(text)' has the level may, which never fails") : nil)
  }
}
