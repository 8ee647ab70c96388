import RogueModel

/// The verdicts of several cases, told as one: the worst of them, and how many there are.
struct VerdictFold: Sendable, Hashable {
  private(set) var worst: Verdict
  /// Cases with the worst verdict.
  private(set) var count = 1
  private(set) var cases = 1

  init(_ verdict: Verdict) { worst = verdict }

  mutating func add(_ verdict: Verdict) {
    cases += 1
    if verdict.rank < worst.rank { (worst, count) = (verdict, 0) }
    if verdict == worst { count += 1 }
  }

  /// What was judged passed, and some cases could not run.
  var isPartial: Bool { worst == .pass && count < cases }
}

extension Sequence where Element == CaseRow {
  /// Each scenario of each adapter by its cases.
  var folds: [CaseKey: VerdictFold] {
    reduce(into: [:]) { folds, row in
      let key = CaseKey(row.adapter, row.scenario)
      if folds[key]?.add(row.verdict) == nil { folds[key] = VerdictFold(row.verdict) }
    }
  }
}

extension [CaseKey: VerdictFold] {
  /// Scenarios by their worst verdict.
  var scenarios: [Verdict: Int] { values.reduce(into: [:]) { $0[$1.worst, default: 0] += 1 } }
}

/// The results of one adapter in one scenario: the cell of every table of scenarios and adapters.
struct ScenarioCell: Sendable {
  let adapter: String
  let level: Level
  /// Its cases, by their places in the plan.
  private(set) var places: [Int32]
  private var fold: VerdictFold

  fileprivate init(_ place: Int, _ row: CaseRow) {
    adapter = row.adapter
    level = row.level
    places = [Int32(place)]
    fold = VerdictFold(row.verdict)
  }

  fileprivate mutating func add(_ place: Int, _ verdict: Verdict) {
    places.append(Int32(place))
    fold.add(verdict)
  }

  var worst: Verdict { fold.worst }
  /// Cases with the worst verdict.
  var count: Int { fold.count }
  var cases: Int { fold.cases }
  var isPartial: Bool { fold.isPartial }
}

/// The results of one scenario.
struct ScenarioRow: Sendable {
  let scenario: String
  let level: Level
  /// Nil: no case of it has a result.
  fileprivate(set) var severity: Severity?
  /// In the order of the adapters; nil where nothing was planned.
  fileprivate(set) var cells: [ScenarioCell?]

  /// The same with its columns in another order.
  func ordered(_ columns: [Int]) -> ScenarioRow {
    var row = self
    row.cells = columns.map { cells[$0] }
    return row
  }

  /// Adapters that could be judged do not agree.
  var differs: Bool { Set(cells.compactMap { $0?.worst }.filter(\.isProof)).count > 1 }
}

extension CaseRows {
  /// The cases by scenario and adapter; scenarios in the order of the plan.
  var scenarios: [ScenarioRow] {
    let columns = Dictionary(adapters.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var rows: [ScenarioRow] = []
    var known: [String: Int] = [:]
    for (place, row) in enumerated() {
      guard let column = columns[row.adapter] else { continue }
      let index = known[row.scenario] ?? rows.count
      if index == rows.count {
        known[row.scenario] = index
        rows.append(
          ScenarioRow(scenario: row.scenario, level: row.level, cells: Array(repeating: nil, count: adapters.count)))
      }
      if row.axes != nil { rows[index].severity = row.severity }
      if rows[index].cells[column]?.add(place, row.verdict) == nil {
        rows[index].cells[column] = ScenarioCell(place, row)
      }
    }
    return rows
  }
}
