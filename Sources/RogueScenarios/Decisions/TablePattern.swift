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

  /// - Throws: what is wrong with it, for people.
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

  /// What is wrong with a pattern that has to name values of a table; nil: nothing, or nobody knows the tables.
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

  /// The cells that it means: the one that it names in full, else those of the cover that fit.
  func cells() throws(Finding) -> [DecisionTable.Cell] {
    let factors = table.table.factors
    if values.count == factors.count {
      let cell = DecisionTable.Cell(factors.indices.map { values[$0] ?? 0 })
      guard let impossible = table.table.impossibility(of: cell) else { return [cell] }
      throw Finding(.error, "there is no cell \(table.table.name(of: cell))", help: impossible.because)
    }
    guard let chosen = table.chosenCells() else {
      throw Finding(.error, "the table \(table.table.id) has too many cells", help: "split it")
    }
    let fitting = chosen.filter { cell in values.allSatisfy { cell[$0.key] == $0.value } }
    guard fitting.isEmpty else { return fitting }
    throw Finding(
      .error, "no cell that was chosen from \(table.table.id) has all of these values",
      help: "give every factor a value to run any other cell")
  }
}

/// The cells that patterns choose, beside the scenarios that they choose.
public struct TableSelection: Sendable {
  public private(set) var scenarios: [Scenario] = []
  public private(set) var findings: [Finding] = []
  /// Patterns that name no table.
  public private(set) var others: [String] = []
  private var chosen: [(ids: [String], axes: [AxesSelection.Constraint])] = []

  /// - Parameters:
  ///   - patterns: as a user gives them.
  ///   - spread: on which processors cells are made.
  public init(_ patterns: [String], among tables: [LoadedTable], spread: @escaping CatalogueLoader.Spread) {
    var seen: Set<String> = []
    for text in patterns {
      guard let table = tables.first(where: { $0.table.id == TablePattern.path(of: text) }) else {
        others.append(text)
        continue
      }
      do throws(Finding) {
        let pattern = try TablePattern(text, table)
        let made = Self.made(try pattern.cells(), of: table, spread)
        findings += made.flatMap(\.findings)
        let scenarios = made.compactMap(\.scenario)
        chosen.append((scenarios.map(\.id), pattern.axes))
        self.scenarios += scenarios.filter { seen.insert($0.id).inserted }
      } catch {
        findings.append(error)
      }
    }
  }

  /// Whether no pattern names a table.
  public var isEmpty: Bool { chosen.isEmpty && findings.isEmpty }

  /// Leaves the chosen cells in.
  func extend(_ filter: inout CaseFilter) { for (ids, axes) in chosen { filter.add(ids, axes) } }

  private typealias Made = (scenario: Scenario?, findings: [Finding])

  private static func made(
    _ cells: [DecisionTable.Cell], of table: LoadedTable, _ spread: CatalogueLoader.Spread
  ) -> [Made] {
    CatalogueLoader.each(of: cells, spread) { table.scenario(of: $0) }
  }
}

extension Selection.Result<Scenario> {
  /// Takes the cells that were chosen with it.
  public mutating func add(_ cells: TableSelection) {
    scenarios += cells.scenarios
    findings += cells.findings
    cells.extend(&filter)
  }
}
