internal import RogueDecisions
public import RogueModel
internal import RogueYAML

/// Reads a baseline. What can never apply is no error here: the run says so, and how to mend it.
public struct BaselineLoader {
  private let scenarios: [Scenario]
  private let byID: [String: Scenario]
  private let tables: [LoadedTable]
  private let adapters: Set<String>
  private let isWhole: Bool

  /// - Parameters:
  ///   - scenarios: those that patterns select from.
  ///   - tables: the decision tables, whose cells patterns may name.
  ///   - adapters: the names of all adapters that there are.
  ///   - isWhole: there are no other scenarios.
  public init(scenarios: [Scenario], tables: [LoadedTable], adapters: some Sequence<String>, isWhole: Bool) {
    self.scenarios = scenarios
    self.tables = tables
    self.adapters = Set(adapters)
    self.isWhole = isWhole
    byID = Dictionary(scenarios.map { ($0.id, $0) }) { first, _ in first }
  }

  /// - Returns: nil if the file has an error.
  public func load(_ file: SourceFile) -> (baseline: Baseline?, findings: [Finding]) {
    let (drafts, findings) = BaselineKeys.table.read(file) { $0[BaselineKeys.known] }
    return (drafts.map { Baseline(file: file.path, entries: $0.map(entry)) }, findings)
  }

  private func entry(_ draft: BaselineDraft) -> BaselineEntry {
    let (place, unusedBecause) = place(draft.scenario.text)
    return BaselineEntry(
      place: place, adapter: draft.adapter.text, verdict: draft.verdict, versions: draft.versions, why: draft.why,
      issue: draft.issue, since: draft.since, until: draft.until, location: SourceLocation(draft.scenario.position),
      unusedBecause: unusedBecause ?? strangeness(of: draft.adapter.text))
  }

  private func strangeness(of adapter: String) -> String? {
    guard !adapters.contains(adapter) else { return nil }
    let near = NearMiss.question(for: adapter, among: adapters.sorted()).map { "; \($0)" } ?? ""
    return "there is no adapter '\(adapter)'\(near)"
  }

  private func place(_ text: String) -> (KnownFailure.Occurrence.Place, unusedBecause: String?) {
    let path = String(text.prefix { $0 != "[" })
    if tables.contains(where: { $0.table.id == path }) {
      return (
        KnownFailure.Occurrence.Place(cells: text.hasSuffix("]") ? text : "\(text)[]"),
        text.hasSuffix("]") ? TablePattern.problem(of: text, among: tables)?.message : nil
      )
    }
    // Most are the id of one scenario, and comparing it with all of them takes time.
    let chosen = Selection.select(byID[path].map { [$0] } ?? scenarios, patterns: [text], tags: [])
    let gating = chosen.scenarios.filter { $0.level != .may }
    let constraints = (try? Pattern(text))?.constraints ?? []
    let place = KnownFailure.Occurrence.Place(
      pattern: text, scenarios: gating.map(\.id), constraints: constraints)
    guard chosen.findings.isEmpty || isWhole || byID[path] != nil else { return (place, nil) }
    if let finding = chosen.findings.first {
      return (place, finding.message + (finding.help.map { "; \($0)" } ?? ""))
    }
    let isInformation = gating.isEmpty && !chosen.scenarios.isEmpty
    return (place, isInformation ? "its level is may, which never fails" : nil)
  }
}
