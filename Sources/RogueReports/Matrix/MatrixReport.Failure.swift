import RogueModel

extension MatrixReport {
  /// What some clients get wrong: one entry of the ledger of known failures, or one verdict in one scenario that the ledger
  /// does not know.
  struct Failure: Sendable {
    var verdict: Verdict
    var severity: Severity
    var level: Level
    /// Of the worst scenario.
    var title: String
    /// In the order of the plan.
    var adapters: [String]
    /// How the first of them was named on the command line.
    var adapterArgument: String
    /// The worst first.
    var scenarios: [String]
    var knowledge: Knowledge?

    /// The worst first: by severity, then level, then the number of adapters.
    ///
    /// - Parameter arguments: how adapters were named on the command line.
    static func all(in rows: some Sequence<CaseRow>, arguments: [String: String]) -> [Failure] {
      var groups: [(key: Key, cases: [CaseRow])] = []
      var places: [Key: Int] = [:]
      for row in rows where row.level != .may && row.fails(strict: false) {
        let key = Key(row)
        if let place = places[key] {
          groups[place].cases.append(row)
        } else {
          places[key] = groups.count
          groups.append((key, [row]))
        }
      }
      return groups.map { Failure($0.cases, arguments) }.sorted { $0.rank < $1.rank }
    }

    private init(_ cases: [CaseRow], _ arguments: [String: String]) {
      let sorted = cases.sorted { Self.rank($0) < Self.rank($1) }
      let worst = sorted[0]
      verdict = worst.verdict
      severity = worst.severity
      level = worst.level
      title = worst.title
      knowledge = worst.knowledge
      adapters = cases.map(\.adapter).unique
      adapterArgument = arguments[cases[0].adapter] ?? cases[0].adapter
      scenarios = sorted.map(\.scenario).unique
    }

    private static func rank(_ row: CaseRow) -> (Int, Int, Int) {
      (row.severity.rank, row.level.rank, row.verdict.rank)
    }

    private var rank: (Int, Int, Int, Int, String) {
      (severity.rank, level.rank, -adapters.count, verdict.rank, scenarios[0])
    }

    /// The identity of a failure: the analysis, or the place.
    private enum Key: Hashable {
      case analysed(Knowledge.Reference)
      case other(scenario: String, verdict: Verdict)

      init(_ row: CaseRow) {
        switch row.knowledge {
        case .entry(let reference)?, .otherVersions(let reference)?: self = .analysed(reference)
        case .nothing?, nil: self = .other(scenario: row.scenario, verdict: row.verdict)
        }
      }
    }
  }

  /// How many are shown unless everything is.
  private static let shown = 8

  /// "Worst first": each failure in two lines, and what to do next.
  func failureLines(_ style: ReportStyle, _ options: MatrixOptions) -> [String] {
    let isJudged = rows.contains { $0.cells.contains { ($0?.worst.kind ?? .notRun) != .notRun } }
    guard isJudged else { return [] }
    guard let worst = failures.first else { return ["", "Nothing failed."] }
    var lines = ["", style.ink(.bold, "Worst first")]
    let count = options.showsAll ? failures.count : min(failures.count, Self.shown)
    for (index, failure) in failures.prefix(count).enumerated() {
      let number = String(index + 1).paddedLeft(to: 3)
      lines += wrapped("\(number)  ", failure.sentence, style)
      lines += wrapped("     ", failure.place, style).map { style.ink(.dim, $0) }
    }
    if failures.count > count { lines.append("     and \(failures.count - count) more (--all shows them)") }
    let critical = failures.count { $0.severity == .critical }
    lines.append(
      critical == 0
        ? "Nothing critical." : style.ink(.alarm, "\(critical) critical."))
    return lines + next(worst)
  }

  private func next(_ worst: Failure) -> [String] {
    [
      "", "Next  \(program) explain \(worst.scenarios[0].printable())",
      "      \(program) run --adapter \(ShellQuoting.quote(worst.adapterArgument).printable()) '\(worst.scenarios[0].printable())'",
      "      \(program) run --adapter ./your-client     (your own validator: README.md)",
    ]
  }

  private func wrapped(_ label: String, _ text: String, _ style: ReportStyle) -> [String] {
    text.printable().wrapped(to: style.width - label.count).enumerated()
      .map { ($0 == 0 ? label : String(repeating: " ", count: label.count)) + $1 }
  }
}

extension MatrixReport.Failure {
  /// "go-tls, java-jsse: Clients keep sessions longer than the server allows (FALSE-ACCEPT, must, high)"; a title that begins
  /// with the one client's name needs no other.
  fileprivate var sentence: String {
    let what: String
    switch knowledge {
    case .entry(let reference)?, .otherVersions(let reference)?: what = reference.title
    case .nothing?, nil: what = title
    }
    let isNamed = adapters.count == 1 && what.hasPrefix(adapters[0])
    let whose = isNamed ? "" : "\(adapters.joined(separator: ", ")): "
    return "\(whose)\(what) (\(verdict.word), \(level.rawValue), \(severity.rawValue))"
  }

  /// "usage/eku-client-auth and 3 more; a bug, docs/records/findings.md#…".
  fileprivate var place: String {
    let more = scenarios.count > 1 ? " and \(scenarios.count - 1) more" : ""
    switch knowledge {
    case nil: return scenarios[0] + more
    case let knowledge?: return "\(scenarios[0])\(more); \(knowledge.mark)"
    }
  }
}

extension Sequence where Element: Hashable {
  /// Each once, in the order of the first.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
