public import RogueModel

/// A table of scenarios and adapters, for comparisons.
///
/// A cell covers every case of its scenario (TLS versions, policies, keys): it shows the worst verdict, and how
/// many of the judged cases got it.
public struct MatrixReport: Sendable {
  /// The results of one adapter in one scenario.
  struct Cell: Sendable, Hashable {
    var worst: Verdict
    /// Cases with the worst verdict.
    var count: Int
    var cases: Int
  }

  struct Row: Sendable {
    var scenario: String
    var level: Level
    /// Nil: no case of it was judged.
    var severity: Severity?
    /// By adapter, in the order of the columns; nil where nothing was planned.
    var cells: [Cell?]

    private var judged: [Verdict] { cells.compactMap { $0?.worst }.filter { $0.kind != .notRun } }

    /// Adapters that could be judged do not agree.
    var differs: Bool { Set(judged.filter { $0 != .inconclusive }).count > 1 }

    /// Why the row need not be looked at; nil: it has to be.
    var fold: Fold? {
      if judged.isEmpty { return cells.contains { $0?.worst == .notRun } ? nil : .unsupported }
      if judged.allSatisfy(\.isGood) { return .passed }
      return level == .may && Set(judged).count == 1 && judged[0] != .harnessError ? .informational : nil
    }
  }

  /// Rows that say nothing about any one client.
  enum Fold: CaseIterable {
    /// All clients that could be asked are right.
    case passed
    /// No client could be asked.
    case unsupported
    /// Good validators differ, and these do not.
    case informational
  }

  let adapters: [AdapterDescription]
  /// The worst first: by severity, then by level, those of level may last.
  let rows: [Row]
  /// Scenarios by their worst verdict for each adapter, without those of level may, which are listed, not counted.
  let totals: [[Verdict: Int]]
  let notes: [Note]
  let failures: [Failure]

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

  /// Folds the events of a run, such as those of an event log.
  public init(events: some Sequence<RunEvent>) {
    self.init(ledger: events.reduce(into: RunLedger()) { $0.add($1) })
  }

  init(ledger: RunLedger) {
    let entries = ledger.entries
    adapters = ledger.adapters
    let columns = Dictionary(adapters.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [Row] = []
    var places: [String: Int] = [:]
    for entry in entries {
      guard let column = columns[entry.adapter] else { continue }
      let place = places[entry.scenario] ?? rows.count
      if place == rows.count {
        places[entry.scenario] = place
        rows.append(
          Row(
            scenario: entry.scenario, level: entry.level, severity: nil,
            cells: Array(repeating: nil, count: adapters.count)))
      }
      if entry.axes != nil { rows[place].severity = entry.severity }
      rows[place].cells[column].add(entry.verdict)
    }
    self.rows = rows.sorted { ($0.rank, $0.scenario) < ($1.rank, $1.scenario) }
    totals = adapters.map { adapter in
      entries.lazy.filter { $0.adapter == adapter.name && $0.level != .may }.scenarioCounts
    }
    notes = Self.notes(entries)
    failures = Failure.all(in: entries, arguments: ledger.adapterArguments)
  }

  /// One note for each verdict and explanation, the worst first.
  private static func notes(_ entries: RunLedger.Entries) -> [Note] {
    var notes: [Note] = []
    var places: [Note.Key: Int] = [:]
    var told: Set<Note.Place> = []
    for entry in entries where entry.verdict != .pass && entry.verdict.kind != .notRun {
      let key = Note.Key(verdict: entry.verdict, informs: entry.level == .may, explanation: entry.explanation)
      let index = places[key] ?? notes.count
      if index == notes.count {
        places[key] = index
        notes.append(Note(verdict: key.verdict, informs: key.informs, explanation: key.explanation, places: []))
      }
      guard told.insert(Note.Place(note: index, key: CaseKey(entry.adapter, entry.scenario))).inserted else { continue }
      if let place = notes[index].places.firstIndex(where: { $0.adapter == entry.adapter }) {
        notes[index].places[place].scenarios.append(entry.scenario)
      } else {
        notes[index].places.append((entry.adapter, [entry.scenario]))
      }
    }
    // Sorting is stable: notes of one verdict keep the order of the plan.
    return notes.sorted { ($0.informs ? 1 : 0, $0.verdict.rank) < ($1.informs ? 1 : 0, $1.verdict.rank) }
  }
}

extension MatrixReport.Cell? {
  /// Counts one more case.
  fileprivate mutating func add(_ verdict: Verdict) {
    guard var cell = self else {
      self = MatrixReport.Cell(worst: verdict, count: 1, cases: 1)
      return
    }
    cell.cases += 1
    if verdict.rank < cell.worst.rank {
      cell.worst = verdict
      cell.count = 1
    } else if verdict == cell.worst {
      cell.count += 1
    }
    self = cell
  }
}

extension MatrixReport.Row {
  /// Its position; lower is earlier.
  var rank: Int {
    guard level != .may else { return 100 }
    return (severity?.rank ?? 9) * 10 + level.rank
  }
}

extension Severity {
  /// The worst is 0.
  var rank: Int {
    switch self {
    case .critical: 0
    case .high: 1
    case .medium: 2
    case .low: 3
    }
  }
}

extension Level {
  /// The strongest is 0.
  var rank: Int {
    switch self {
    case .must: 0
    case .should: 1
    case .may: 2
    }
  }
}
