import RogueModel

/// A run as the page shows it: families of scenarios, each with what every validator did.
struct PageModel {
  /// The results of one validator in one scenario.
  struct Cell {
    var adapter: String
    /// Every planned case of it: its place in the plan.
    fileprivate(set) var places: [Int32] = []
    var level: Level
    private(set) var worst: Verdict
    /// How many cases have the worst verdict.
    private(set) var count = 0

    fileprivate init(_ entry: RunLedger.Entry) {
      adapter = entry.adapter
      level = entry.level
      worst = entry.verdict
    }

    fileprivate mutating func add(_ place: Int, _ verdict: Verdict) {
      places.append(Int32(place))
      if verdict.rank < worst.rank { (worst, count) = (verdict, 0) }
      if verdict == worst { count += 1 }
    }

    /// It has a page: it has more to show than "passed" and "unsupported".
    var hasPage: Bool { PageModel.hasPage(worst) }
    /// It says something about the validator.
    var isJudged: Bool { worst.isProof }
    /// It let something wrong happen, at a level that counts.
    var isFailure: Bool { level != .may && PageModel.isFailure(worst) }
  }

  struct Row {
    let scenario: String
    let title: String
    let level: Level
    /// Nil: unknown, because the scenario never ran.
    let severity: Severity?
    /// In the order of the columns; nil where nothing was planned.
    let cells: [Cell?]
    /// Validators that fail.
    let failures: Int
    /// Validators that could be judged do not agree.
    let differs: Bool
    /// Validators differ in it, or one of them has more to show.
    let isNotable: Bool
    /// At least one validator ran it and passes.
    let isPassed: Bool
    /// The order of rows: the worst first.
    private let key: Int

    init(scenario: String, title: String, level: Level, severity: Severity?, cells: [Cell?]) {
      self.scenario = scenario
      self.title = title
      self.level = level
      self.severity = severity
      self.cells = cells
      let verdicts = cells.map { $0?.worst }
      failures = level == .may ? 0 : verdicts.count { $0.map(PageModel.isFailure) ?? false }
      differs =
        Set(
          verdicts.compactMap(\.self)
            .filter(\.isProof)
        ).count > 1
      isNotable = differs || verdicts.contains { $0.map(PageModel.hasPage) ?? false }
      isPassed = !isNotable && !verdicts.contains(.notRun) && verdicts.contains(.pass)
      // What fails, by severity; then what differs, and what is notable otherwise; each by level, by how many fail, and by
      // severity.
      let group = failures > 0 ? PageModel.rank(severity) : differs ? 10 : isNotable ? 11 : 12
      let order = group * 4 + (Level.allCases.firstIndex(of: level) ?? 0)
      key = (order * 100_000 + (99_999 - min(failures, 99_999))) * 8 + PageModel.rank(severity)
    }

    /// The contents of its cells: equal rows can be merged.
    var look: [String] { cells.map { $0?.worst.rawValue ?? "" } + [level.rawValue, severity?.rawValue ?? ""] }

    var family: String { String(scenario.prefix { $0 != "/" }) }

    /// The worst first: what fails at levels that count, by severity and by how many fail; then what differs.
    static func isWorse(_ left: Row, _ right: Row) -> Bool {
      left.key != right.key ? left.key < right.key : left.scenario < right.scenario
    }
  }

  struct Family {
    var name: String
    /// The worst first.
    var rows: [Row]
    var failing: Int { rows.count { $0.failures > 0 } }
  }

  var header: RunHeader?
  /// Nil: the run was cut off.
  var footer: RunFooter?
  var adapters: [AdapterDescription]
  /// The worst first.
  var rows: [Row]
  /// The one with the worst row first.
  var families: [Family]
  var isComplete: Bool { footer?.complete == true }
  private let ledger: RunLedger

  init(_ ledger: RunLedger, facts: [String: ScenarioFacts], references: PageReferences) {
    self.ledger = ledger
    header = ledger.header
    footer = ledger.footer
    adapters = ledger.adapters
    let columns = Dictionary(adapters.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var cells: [String: [Cell?]] = [:]
    for (place, entry) in ledger.entries.enumerated() {
      guard let column = columns[entry.adapter] else { continue }
      var row = cells.updateValue([], forKey: entry.scenario) ?? Array(repeating: nil, count: adapters.count)
      var cell = row[column] ?? Cell(entry)
      // It must have a single owner, or all of it would be copied.
      row[column] = nil
      cell.add(place, entry.verdict)
      row[column] = cell
      cells[entry.scenario] = row
    }
    rows = cells.map { scenario, cells in
      let fact = facts[scenario]
      let card = fact == nil ? references.card(scenario) : nil
      return Row(
        scenario: scenario, title: fact?.title ?? card?.title ?? scenario,
        level: cells.compactMap { $0?.level }.first ?? .must, severity: fact?.severity ?? card?.severity, cells: cells)
    }.sorted(by: Row.isWorse)
    var families: [Family] = []
    for row in rows {
      if let index = families.firstIndex(where: { $0.name == row.family }) {
        families[index].rows.append(row)
      } else {
        families.append(Family(name: row.family, rows: [row]))
      }
    }
    self.families = families
  }

  /// The cases of a cell, in the order of the plan.
  func entries(of cell: Cell) -> [RunLedger.Entry] { cell.places.map { ledger.entry(Int($0)) } }

  /// Worst first.
  static let severities: [Severity] = [.critical, .high, .medium, .low]

  static func rank(_ severity: Severity?) -> Int {
    severity.flatMap { severities.firstIndex(of: $0) } ?? severities.count
  }

  static func hasPage(_ verdict: Verdict) -> Bool { !verdict.isGood && verdict.kind != .notRun }

  /// Whether a verdict is a failure: a right or inconclusive result is not.
  static func isFailure(_ verdict: Verdict) -> Bool {
    verdict.kind == .failure
  }
}

/// The facts about a scenario that its results contain.
struct ScenarioFacts: Sendable {
  var title: String
  var why: String
  var severity: Severity
}

/// How a verdict looks in a cell: a letter and a class of the style sheet, so that nothing depends on colour.
struct CellLook {
  let letter: String
  /// One letter, for short pages: `a` alarm, `r` wrong, `y` doubtful, `p` passed, `u` not judged. With `m` before it where
  /// the scenario only informs.
  let code: String

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
