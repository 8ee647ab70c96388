internal import RogueDecisions
public import RogueModel

/// A pattern that names a decision table: `pin/table`, or `pin/table[host=below-2,tls=1.3]` with values of factors and of
/// axes.
struct TablePattern {
  var table: LoadedTable
  /// Values by factor.
  private(set) var values: [Int: Int] = [:]
  private(set) var axes: [AxesSelection.Constraint] = []

  /// The path of a pattern, without brackets.
  static func path(of text: String) -> Substring { text.prefix { $0 != "[" } }

  /// - Throws: its error, for people.
  init(_ text: String, _ table: LoadedTable) throws(Finding) {
    self.table = table
    let rest = text.dropFirst(Self.path(of: text).count)
    guard !rest.isEmpty else { return }
    guard rest.last == "]" else {
      throw Finding(.error, "the pattern '\(text)' has a '[' without a ']' at its end", help: "family/name[tls=1.3]")
    }
    var others: [Substring] = []
    for item in rest.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false) {
      let words = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, let factor = table.table.factors.firstIndex(where: { $0.name == words[0] }) else {
        others.append(item)
        continue
      }
      guard let value = table.table.factors[factor].values.firstIndex(of: String(words[1])) else {
        let known = table.table.factors[factor].values
        throw Finding(
          .error, "the factor \(words[0]) has no value '\(words[1])' as in the pattern '\(text)'",
          help: NearMiss.question(for: String(words[1]), among: known) ?? "values: \(known.joined(separator: ", "))")
      }
      values[factor] = value
    }
    if !others.isEmpty { axes = try Pattern("x/y[\(others.joined(separator: ","))]").constraints }
  }

  /// The error of a pattern that has to name values of a table; nil: none, or the tables are unknown.
  static func problem(of text: String, among tables: [LoadedTable]?) -> Finding? {
    guard let tables else { return nil }
    guard let table = tables.first(where: { $0.table.id == path(of: text) }) else {
      let known = tables.map(\.table.id)
      return Finding(
        .error, "there is no decision table as in the pattern '\(NodeReader.shortened(text))'",
        help: NearMiss.question(for: String(path(of: text)), among: known) ?? "tables: \(known.joined(separator: ", "))"
      )
    }
    do throws(Finding) {
      let pattern = try TablePattern(text, table)
      guard pattern.axes.isEmpty, !pattern.values.isEmpty else {
        return Finding(.error, "the pattern '\(NodeReader.shortened(text))' names no values of factors alone")
      }
      return nil
    } catch {
      return error
    }
  }

  /// Whether it has a value for every factor, so that it means one cell, chosen or not. Without a version it means a cell
  /// of each.
  var namesOne: Bool {
    table.table.factors.indices.allSatisfy { values[$0] != nil || table.table.factors[$0] == VersionFactor.factor }
  }

  func fits(_ cell: DecisionTable.Cell) -> Bool { values.allSatisfy { cell[$0.key] == $0.value } }

  /// The cells that it means: the one that it names in full, else those of the cover that fit.
  ///
  /// - Parameter chosen: the cells of the table's cover; nil: it has too many to choose.
  func cells(of chosen: [DecisionTable.Cell]?) throws(Finding) -> [DecisionTable.Cell] {
    let factors = table.table.factors
    guard !namesOne else {
      let versions = factors.indices.contains { values[$0] == nil } ? VersionFactor.versions.indices : 0..<1
      let cells = versions.map { version in DecisionTable.Cell(factors.indices.map { values[$0] ?? version }) }
      let possible = cells.filter { table.table.impossibility(of: $0) == nil }
      guard possible.isEmpty, let impossible = table.table.impossibility(of: cells[0]) else { return possible }
      throw Finding(.error, "there is no cell \(table.table.name(of: cells[0]))", help: impossible.because)
    }
    guard let chosen else {
      throw Finding(.error, "the table \(table.table.id) has too many cells", help: "split it")
    }
    let fitting = chosen.filter(fits)
    guard fitting.isEmpty else { return fitting }
    throw Finding(
      .error, "no cell that was chosen from \(table.table.id) has all of these values",
      help: "give every factor a value to run any other cell")
  }
}

extension TablePattern {
  /// Those that a pattern of a profile means: `pin/table[host=below-2]`, or `pin/*` and `**` for all that fit.
  static func all(_ text: String, among tables: [LoadedTable]) throws(Finding) -> [TablePattern] {
    if let table = tables.first(where: { $0.table.id == path(of: text) }) { return [try TablePattern(text, table)] }
    let pattern = try Pattern(text)
    let fitting = tables.filter { pattern.constraints.isEmpty && pattern.matches($0.table.id) }
    guard fitting.isEmpty else {
      var meant: [TablePattern] = []
      for table in fitting { meant.append(try TablePattern(table.table.id, table)) }
      return meant
    }
    let known = tables.map(\.table.id)
    throw Finding(
      .error, "no decision table matches the pattern '\(NodeReader.shortened(text))'",
      help: NearMiss.question(for: String(path(of: text)), among: known) ?? "tables: \(known.joined(separator: ", "))")
  }
}

/// The cells that patterns choose, beside the scenarios that they choose.
public struct TableSelection: Sendable {
  public private(set) var scenarios: [ChosenScenario] = []
  public private(set) var findings: [Finding] = []
  /// Patterns that name no table.
  public private(set) var others: [String] = []
  private var parts: [Part] = []
  private var seen: Set<String> = []
  /// The cells of each table's cover.
  private var chosen: [String: [DecisionTable.Cell]] = [:]
  /// Beside them, where all are small enough to be kept: made anew they take a second for each million.
  private var spaces: [String: CellSpace] = [:]
  private var kept: (any KeptCells)?
  /// What the cells of a cover are chosen for.
  private static let cover = "cover"
  /// How many cells all kept spaces have together, at three octets each.
  private static let keptCells = 32_000_000

  /// The selection of one pattern.
  private struct Part: Sendable {
    var pattern: TablePattern
    var ids: [String] = []
  }

  private init() {}

  /// - Parameters:
  ///   - patterns: as a user gives them.
  ///   - profile: patterns of tables alone, from a profile.
  ///   - kept: cells that were chosen before; nil: all are chosen anew.
  ///   - spread: on which processors cells are made.
  public init(
    _ patterns: [String], profile: [String] = [], among tables: [LoadedTable], kept: (any KeptCells)? = nil,
    spread: @escaping CatalogueLoader.Spread
  ) {
    self.kept = kept
    var asked: [TablePattern] = []
    for text in patterns {
      guard let table = tables.first(where: { $0.table.id == TablePattern.path(of: text) }) else {
        others.append(text)
        continue
      }
      do throws(Finding) { asked.append(try TablePattern(text, table)) } catch { findings.append(error) }
    }
    for text in profile {
      do throws(Finding) { asked += try TablePattern.all(text, among: tables) } catch { findings.append(error) }
    }
    choose(from: asked, spread)
    for pattern in asked {
      do throws(Finding) {
        add(try pattern.cells(of: chosen[pattern.table.table.id]), to: Part(pattern: pattern), spread)
      } catch {
        findings.append(error)
      }
    }
  }

  /// Chooses the cells of each table once, however many patterns are about it.
  private mutating func choose(from patterns: [TablePattern], _ spread: @escaping CatalogueLoader.Spread) {
    var tables: [LoadedTable] = []
    var known: Set<String> = []
    for pattern in patterns where !pattern.namesOne && known.insert(pattern.table.table.id).inserted {
      tables.append(pattern.table)
    }
    let count = tables.reduce(0) { sum, table in
      sum + table.table.factors.reduce(1) { min($0 * $1.values.count, CellSpace.largest) }
    }
    let keeps = count <= Self.keptCells
    let made = CatalogueLoader.each(of: tables, size: 1, spread) {
      [kept] table -> (cells: [DecisionTable.Cell], space: CellSpace?)? in
      if let cells = kept?.cells(of: table.table, for: Self.cover) { return (cells, nil) }
      return CellSpace(table.table).map { space in
        let cells = CellCover(of: space).cells
        kept?.keep(cells, of: table.table, for: Self.cover)
        return (cells, keeps ? space : nil)
      }
    }
    for (table, choice) in zip(tables, made) {
      guard let choice else { continue }
      chosen[table.table.id] = choice.cells
      spaces[table.table.id] = choice.space
    }
  }

  /// Whether no pattern names a table.
  public var isEmpty: Bool { parts.isEmpty && findings.isEmpty }

  /// The ids of the tables that cells were chosen from, in order.
  public var tables: [String] {
    var known: Set<String> = []
    return parts.map(\.pattern.table.table.id).filter { known.insert($0).inserted }
  }

  /// The cells that adapters with limits need beside these: they cover what only other cells cover.
  ///
  /// - Parameters:
  ///   - applicability: of the adapters.
  ///   - spread: on which processors they are looked for.
  public func added(
    for applicability: [CellApplicability], spread: @escaping CatalogueLoader.Spread
  ) -> TableSelection {
    var tables: [String: LoadedTable] = [:]
    for part in parts where !part.pattern.namesOne { tables[part.pattern.table.table.id] = part.pattern.table }
    let needed = tables.values.sorted { $0.table.id < $1.table.id }
    let found = CatalogueLoader.each(of: needed, size: 1, spread) {
      [chosen, spaces, kept] table -> Set<DecisionTable.Cell> in
      guard let cells = chosen[table.table.id] else { return [] }
      let known = applicability.map { kept?.cells(of: table.table, for: $0.name) }
      let unknown = zip(applicability, known).filter { $1 == nil }.map(\.0)
      var added = Set(known.compactMap(\.self).flatMap(\.self))
      guard !unknown.isEmpty, let space = spaces[table.table.id] ?? CellSpace(table.table) else { return added }
      for (adapter, own) in zip(unknown, table.added(to: cells, in: space, for: unknown.map(\.canRun))) {
        kept?.keep(own, of: table.table, for: adapter.name)
        added.formUnion(own)
      }
      return added
    }
    let cellsByTable = Dictionary(uniqueKeysWithValues: zip(needed.map(\.table.id), found))
    var added = TableSelection()
    added.seen = seen
    for part in parts where !part.pattern.namesOne {
      let cells = cellsByTable[part.pattern.table.table.id] ?? []
      let fitting = cells.filter(part.pattern.fits).sorted { $0.values.lexicographicallyPrecedes($1.values) }
      added.add(fitting, to: Part(pattern: part.pattern), spread)
    }
    return added
  }

  /// Forgets the covers: no more cells will be added.
  public mutating func forgetCovers() { (chosen, spaces) = ([:], [:]) }

  /// Each cell is made once, so that it is known that it can be, and what is wrong with it.
  private mutating func add(_ cells: [DecisionTable.Cell], to part: Part, _ spread: CatalogueLoader.Spread) {
    var part = part
    let table = part.pattern.table
    let shared = CellSource.Shared(table)
    let made = CatalogueLoader.each(of: cells, spread) { cell -> (source: CellSource?, findings: [Finding]) in
      let (scenario, findings) = table.scenario(of: cell)
      return (scenario.map { CellSource(cell, shared, $0) }, findings)
    }
    findings += made.flatMap(\.findings)
    let scenarios = made.compactMap(\.source).map { ChosenScenario($0) }
    part.ids = scenarios.map(\.id)
    parts.append(part)
    self.scenarios += scenarios.filter { seen.insert($0.id).inserted }
  }

  /// Leaves the chosen cells in.
  func extend(_ filter: inout CaseFilter) { for part in parts { filter.add(part.ids, part.pattern.axes) } }
}

extension Selection.Result<ChosenScenario> {
  /// Takes the cells that were chosen with it.
  public mutating func add(_ cells: TableSelection) {
    scenarios += cells.scenarios
    findings += cells.findings
    cells.extend(&filter)
  }

  /// Takes cells that were found later, but for those that the restriction leaves out.
  public mutating func add(_ cells: TableSelection, restrictedBy restriction: Restriction) {
    var later = Self(scenarios: [], filter: CaseFilter(alternatives: [:]), findings: [])
    later.add(cells)
    later.restrict(by: restriction, among: [Item]())
    scenarios += later.scenarios
    cells.extend(&filter)
  }
}
