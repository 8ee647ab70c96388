import RogueModel

/// A table of scenarios and adapters, for comparisons.
///
/// A cell covers every case of its scenario (TLS versions, policies, keys): it shows the worst verdict, and how
/// many of the judged cases got it.
struct MatrixReport: Sendable {
  /// Rows that say nothing about any one client.
  enum Fold: CaseIterable {
    /// All clients that could run are right.
    case passed
    /// No client could run.
    case unsupported
    /// Good validators differ, and these do not.
    case informational
  }

  let adapters: [AdapterDescription]
  /// The worst first: by severity, then by level, those of level may last.
  let rows: [ScenarioRow]
  /// Scenarios by their worst verdict for each adapter, without those of level may, which are listed, not counted.
  let totals: [[Verdict: Int]]
  let notes: [Note]
  let failures: [Failure]
  /// The command as it was called.
  let program: String

  /// Why verdicts are not plain passes: one explanation, and where it holds.
  struct Note: Sendable {
    var verdict: Verdict
    /// Of level may: listed last.
    var informs: Bool
    var explanation: String
    /// Scenarios by adapter, both in the order of the plan.
    var places: [(adapter: String, scenarios: [String])]

    fileprivate struct Key: Hashable {
      var verdict: Verdict
      var informs: Bool
      var explanation: String
    }

    fileprivate struct Place: Hashable {
      var note: Int
      var key: CaseKey
    }
  }

  init(_ cases: CaseRows) {
    adapters = cases.adapters
    rows = cases.scenarios.sorted { ($0.rank, $0.scenario) < ($1.rank, $1.scenario) }
    totals = adapters.map { adapter in
      cases.lazy.filter { $0.adapter == adapter.name && $0.level != .may }.folds.scenarios
    }
    notes = Self.notes(cases)
    failures = Failure.all(in: cases, arguments: cases.adapterArguments)
    program = ShellQuoting.quote(cases.program).printable()
  }

  /// One note for each verdict and explanation, the worst first.
  private static func notes(_ rows: CaseRows) -> [Note] {
    var notes: [Note] = []
    var places: [Note.Key: Int] = [:]
    var noted: Set<Note.Place> = []
    for row in rows where row.verdict != .pass && row.verdict.kind != .notRun {
      let key = Note.Key(verdict: row.verdict, informs: row.level == .may, explanation: row.explanation)
      let index = places[key] ?? notes.count
      if index == notes.count {
        places[key] = index
        notes.append(Note(verdict: key.verdict, informs: key.informs, explanation: key.explanation, places: []))
      }
      guard noted.insert(Note.Place(note: index, key: CaseKey(row.adapter, row.scenario))).inserted else { continue }
      if let place = notes[index].places.firstIndex(where: { $0.adapter == row.adapter }) {
        notes[index].places[place].scenarios.append(row.scenario)
      } else {
        notes[index].places.append((row.adapter, [row.scenario]))
      }
    }
    // Sorting is stable: notes of one verdict keep the order of the plan.
    return notes.sorted { ($0.informs ? 1 : 0, $0.verdict.rank) < ($1.informs ? 1 : 0, $1.verdict.rank) }
  }
}

extension ScenarioRow {
  /// Why the row need not be looked at; nil: it has to be.
  var fold: MatrixReport.Fold? {
    let judged = cells.compactMap { $0?.worst }.filter { $0.kind != .notRun }
    if judged.isEmpty { return cells.contains { $0?.worst == .notRun } ? nil : .unsupported }
    if judged.allSatisfy(\.isGood) { return .passed }
    return level == .may && Set(judged).count == 1 && judged[0] != .harnessError ? .informational : nil
  }

  /// Its position; lower is earlier.
  var rank: Int {
    guard level != .may else { return 100 }
    return (severity?.rank ?? 9) * 10 + level.rank
  }
}
