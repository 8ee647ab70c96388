import RogueModel

/// How many scenarios a validator passed, failed, and so on: each scenario of the run is counted once.
struct ValidatorTally {
  /// Failed at `must` or `should`, by severity, the worst first.
  private(set) var failed = Array(repeating: 0, count: Severity.worstFirst.count)
  /// Passed, in every case.
  private(set) var passed = 0
  /// Passed where the validator could be asked, and not asked in other cases.
  private(set) var partly = 0
  /// Neither passed nor failed: inconclusive, a deviation, and the like.
  private(set) var unclear = 0
  private(set) var unjudged = 0
  /// Of the level `may`, which no count of failures includes.
  private(set) var informs = 0

  var failures: Int { failed.reduce(0, +) }
  var judged: Int { passed + partly + failures + unclear }

  /// - Parameter cell: nil: nothing was planned.
  fileprivate mutating func add(_ cell: ScenarioCell?, _ severity: Severity?) {
    guard let cell else {
      unjudged += 1
      return
    }
    if cell.level == .may {
      informs += 1
    } else if cell.isFailure {
      // A scenario without a severity never ran, so it has not failed.
      failed[severity.map(\.rank) ?? 0] += 1
    } else if cell.worst.kind == .notRun || cell.worst == .unexercised {
      unjudged += 1
    } else if cell.worst == .pass {
      if cell.isPartial { partly += 1 } else { passed += 1 }
    } else {
      unclear += 1
    }
  }
}

extension [ValidatorTally] {
  /// One for each validator, over nothing yet.
  static func blank(_ columns: Int) -> Self { Array(repeating: ValidatorTally(), count: columns) }

  /// Takes in a scenario of the run.
  mutating func add(_ row: PageModel.Row) {
    for (column, cell) in row.cells.enumerated() { self[column].add(cell, row.severity) }
  }
}
