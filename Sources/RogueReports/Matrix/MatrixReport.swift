public import RogueModel

/// A table of scenarios and adapters, for comparisons.
///
/// A cell stands for every case of its scenario (TLS versions, policies, keys): it shows the worst verdict, and how
/// many of the judged cases got it.
public struct MatrixReport: Sendable {
  /// What one adapter did in one scenario.
  struct Cell: Sendable, Hashable {
    var worst: Verdict
    /// Cases with the worst verdict.
    var count: Int
    var cases: Int
  }

  struct Row: Sendable {
    var scenario: String
    var level: Level
    /// By adapter, in the order of the columns; nil where nothing was planned.
    var cells: [Cell?]

    /// Adapters that could be judged do not agree.
    var differs: Bool {
      Set(cells.compactMap { $0?.worst }.filter { ![.unsupported, .notRun, .inconclusive].contains($0) }).count > 1
    }
  }

  let adapters: [AdapterDescription]
  let rows: [Row]
  /// Cases by verdict for each adapter, those of level may left out: they are told, not counted.
  let totals: [[Verdict: Int]]
  let notes: [Note]
  let known: Known

  /// Why verdicts are not plain passes: one explanation, and where it holds.
  struct Note: Sendable {
    var verdict: Verdict
    /// Of level may: told last.
    var informs: Bool
    var explanation: String
    /// Scenarios by adapter, both in the order of the plan.
    var places: [(adapter: String, scenarios: [String])]
  }

  /// Folds the events of a run, such as those of an event log.
  public init(events: some Sequence<RunEvent>) {
    self.init(ledger: events.reduce(into: RunLedger()) { $0.add($1) })
  }

  init(ledger: RunLedger) {
    let entries = ledger.entries
    adapters = ledger.adapters
    let columns = Dictionary(adapters.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var cells: [String: [[RunLedger.Entry]]] = [:]
    var levels: [(scenario: String, level: Level)] = []
    for entry in entries {
      guard let column = columns[entry.adapter] else { continue }
      if cells[entry.scenario] == nil {
        cells[entry.scenario] = Array(repeating: [], count: adapters.count)
        levels.append((entry.scenario, entry.level))
      }
      cells[entry.scenario]?[column].append(entry)
    }
    rows = levels.sorted { $0.scenario < $1.scenario }
      .map { scenario, level in
        Row(scenario: scenario, level: level, cells: (cells[scenario] ?? []).map(Self.cell))
      }
    totals = adapters.map { adapter in entries.filter { $0.adapter == adapter.name && $0.level != .may }.counts }
    notes = Self.notes(entries)
    known = Known(entries)
  }

  private static func cell(_ entries: [RunLedger.Entry]) -> Cell? {
    guard let worst = entries.map(\.verdict).min(by: { $0.rank < $1.rank }) else { return nil }
    return Cell(worst: worst, count: entries.filter { $0.verdict == worst }.count, cases: entries.count)
  }

  /// One note for each verdict and explanation, the worst first.
  private static func notes(_ entries: [RunLedger.Entry]) -> [Note] {
    var notes: [Note] = []
    for entry in entries where ![.pass, .unsupported, .notRun].contains(entry.verdict) {
      let note = Note(
        verdict: entry.verdict, informs: entry.level == .may, explanation: entry.explanation, places: [])
      let index =
        notes.firstIndex {
          $0.verdict == note.verdict && $0.informs == note.informs && $0.explanation == note.explanation
        } ?? notes.count
      if index == notes.count { notes.append(note) }
      if let place = notes[index].places.firstIndex(where: { $0.adapter == entry.adapter }) {
        if !notes[index].places[place].scenarios.contains(entry.scenario) {
          notes[index].places[place].scenarios.append(entry.scenario)
        }
      } else {
        notes[index].places.append((entry.adapter, [entry.scenario]))
      }
    }
    // Sorting is stable: notes of one verdict keep the order of the plan.
    return notes.sorted { ($0.informs ? 1 : 0, $0.verdict.rank) < ($1.informs ? 1 : 0, $1.verdict.rank) }
  }
}
