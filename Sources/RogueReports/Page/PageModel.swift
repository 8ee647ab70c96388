import RogueModel

/// A run as the page shows it: families of scenarios, each with what every validator did.
struct PageModel {
  /// A scenario with what the pages derive from its cells.
  @dynamicMemberLookup
  struct Row {
    let results: ScenarioRow
    let title: String
    /// Nil: unknown, because the scenario never ran.
    let severity: Severity?
    /// Validators that fail, at a level that counts.
    let failures: Int
    /// Validators that could be judged do not agree.
    let differs: Bool
    /// Validators differ in it, or one of them has more to show.
    let isNotable: Bool
    /// At least one validator ran it and passes.
    let isPassed: Bool
    /// The order of rows: the worst first.
    private let key: Int

    init(_ results: ScenarioRow, title: String, severity: Severity?) {
      self.results = results
      self.title = title
      self.severity = severity
      let verdicts = results.cells.compactMap { $0?.worst }
      failures = results.cells.count { $0?.isFailure == true }
      differs = results.differs
      isNotable = differs || verdicts.contains(where: PageModel.hasPage)
      isPassed = !isNotable && !verdicts.contains(.notRun) && verdicts.contains(.pass)
      // What fails, by severity; then what differs, and what is notable otherwise; each by level, by how many fail, and by
      // severity.
      let rank = severity.map(\.rank) ?? Severity.allCases.count
      let group = failures > 0 ? rank : differs ? 10 : isNotable ? 11 : 12
      key = ((group * 4 + results.level.rank) * 100_000 + (99_999 - min(failures, 99_999))) * 8 + rank
    }

    subscript<Value>(dynamicMember member: KeyPath<ScenarioRow, Value>) -> Value { results[keyPath: member] }

    /// The contents of its cells: equal rows can be merged.
    var look: [String] {
      results.cells.map { $0.map { $0.worst.rawValue + ($0.isPartial ? "/" : "") } ?? "" } + [
        results.level.rawValue, severity?.rawValue ?? "",
      ]
    }

    var family: String { String(results.scenario.prefix { $0 != "/" }) }

    /// The worst first: what fails at levels that count, by severity and by how many fail; then what differs.
    static func isWorse(_ left: Row, _ right: Row) -> Bool {
      left.key != right.key ? left.key < right.key : left.results.scenario < right.results.scenario
    }
  }

  struct Family {
    var name: String
    /// The worst first.
    var rows: [Row]
    /// By the validators' columns.
    var tallies: [ValidatorTally]
    var failing: Int { rows.count { $0.failures > 0 } }
  }

  var header: RunHeader?
  /// Nil: the run was cut off.
  var footer: RunFooter?
  /// The one with the worst failures first, in every table of every page; those that are alike as they were named.
  var adapters: [AdapterDescription]
  /// The worst first.
  var rows: [Row]
  /// The one with the worst row first.
  var families: [Family]
  /// By the validators' columns, over every scenario.
  var tallies: [ValidatorTally]
  /// By the validators' names.
  let badges: [String: Badge]
  var isComplete: Bool { footer?.complete == true }
  private let cases: CaseRows

  init(_ cases: CaseRows, facts: [String: ScenarioFacts], references: PageReferences) {
    self.cases = cases
    header = cases.header
    footer = cases.footer
    let known = cases.scenarios.map { row in
      let fact = facts[row.scenario]
      let card = fact == nil ? references.card(row.scenario) : nil
      return Row(
        row, title: fact?.title ?? card?.title ?? row.scenario, severity: row.severity ?? card?.severity)
    }
    let order = Self.order(known, cases.adapters.count)
    adapters = order.map { cases.adapters[$0] }
    rows = known.map { Row($0.results.ordered(order), title: $0.title, severity: $0.severity) }.sorted(by: Row.isWorse)
    tallies = .blank(adapters.count)
    badges = Badge.each(cases)
    var families: [Family] = []
    for row in rows {
      tallies.add(row)
      let index = families.firstIndex { $0.name == row.family } ?? families.count
      if index == families.count {
        families.append(Family(name: row.family, rows: [], tallies: .blank(adapters.count)))
      }
      families[index].rows.append(row)
      families[index].tallies.add(row)
    }
    self.families = families
  }

  /// The columns, the worst first.
  private static func order(_ rows: [Row], _ columns: Int) -> [Int] {
    var tallies: [ValidatorTally] = .blank(columns)
    for row in rows { tallies.add(row) }
    return tallies.indices.sorted { left, right in
      tallies[left].failed == tallies[right].failed
        ? left < right : tallies[right].failed.lexicographicallyPrecedes(tallies[left].failed)
    }
  }

  /// The cases of a cell, in the order of the plan.
  func cases(of cell: ScenarioCell) -> [CaseRow] { cell.places.map { cases[Int($0)] } }

  /// A result with such a verdict has a page: it has more to show than "passed" and "unsupported".
  static func hasPage(_ verdict: Verdict) -> Bool { !verdict.isGood && verdict.kind != .notRun }
}

extension ScenarioCell {
  var hasPage: Bool { PageModel.hasPage(worst) }
  /// "4/14", where four of fourteen cases passed and the others could not be asked.
  var part: String? { isPartial ? "\(count)/\(cases)" : nil }
  /// It let something wrong happen, at a level that counts.
  var isFailure: Bool { level != .may && worst.kind == .failure }
}

/// The facts about a scenario that its results contain.
struct ScenarioFacts: Sendable {
  var title: String
  var why: String
}

/// How a verdict looks in a cell: a letter and a class of the style sheet, so that nothing depends on colour.
struct CellLook {
  private(set) var letter: String
  /// One letter, for short pages: `a` alarm, `r` wrong, `y` doubtful, `p` passed, `h` passed in part, `u` not judged. With `m` before it where
  /// the scenario only informs.
  private(set) var code: String

  /// A pass in part is its own letter: not every case could be judged.
  static let partial = (letter: "◐", code: "h", word: "passed in part")

  init(_ cell: ScenarioCell) {
    self.init(cell.worst, cell.level)
    guard cell.isPartial else { return }
    (letter, code) = (Self.partial.letter, Self.partial.code)
  }

  init(_ verdict: Verdict, _ level: Level) {
    let symbol = verdict.symbol(.unicode)
    let plain = symbol.hasPrefix(Glyphs.unicode.fail) && symbol.count > 1 ? String(symbol.dropFirst()) : symbol
    let tint =
      switch verdict.tint {
      case .alarm: "a"
      case .red: "r"
      case .yellow: "y"
      case .green: "p"
      case .dim, .cyan, .bold: "u"
      }
    let informs = level == .may && ["a", "r", "y"].contains(tint)
    letter = informs ? plain.lowercased() : plain
    code = informs ? "m" : tint
  }
}
