public import RogueDecisions
public import RogueModel
internal import RogueYAML

/// How the cells of a table become scenarios.
protocol CellMaker: Sendable {
  var table: DecisionTable { get }
  /// A world is read as a whole, as if no other one were known; for tests.
  var readsWholeWorlds: Bool { get set }

  /// The cell as a scenario with its control; nil with findings if it cannot be made.
  func scenario(of cell: DecisionTable.Cell) -> (scenario: Scenario?, findings: [Finding])
  func tags(of cell: DecisionTable.Cell) -> [String]
  func policies(of cell: DecisionTable.Cell) -> [String]

  /// The statements of the table about scenarios that are wrong.
  func findings(over scenarios: [Scenario]) -> [Finding]

  /// The values that no cell can have.
  func findings() -> [Finding]
}

extension CellMaker {
  func findings() -> [Finding] { [] }
}

/// A table of a catalogue, with everything that its cells are made from.
public struct LoadedTable: Sendable {
  public let table: DecisionTable
  let maker: any CellMaker

  private init(_ maker: any CellMaker) {
    table = maker.table
    self.maker = maker
  }

  /// Reads a decision table. It is nil if it has an error, which the findings report.
  public static func read(_ file: SourceFile, _ vocabulary: Vocabulary) -> (table: LoadedTable?, findings: [Finding]) {
    read(file, NodeReader(vocabulary: vocabulary)) { tree, reader in
      DecisionTableReader(reader: reader, file: file).read(tree).map {
        CellReader(source: $0, vocabulary: vocabulary)
      }
    }
  }

  /// Reads files of circumstances with the checks that are moved into them. What is wrong with the checks is a finding
  /// once, whatever the files are.
  ///
  /// - Parameters:
  ///   - lists: the files of checks.
  ///   - worlds: all files of worlds.
  ///   - scenarios: all files of scenarios.
  ///   - loader: reads the scenarios of the checks.
  public static func read(
    circumstances files: [SourceFile], checks lists: [SourceFile], worlds: [SourceFile], scenarios: [SourceFile],
    with loader: CatalogueLoader
  ) -> (tables: [(table: LoadedTable?, findings: [Finding])], findings: [Finding]) {
    guard !files.isEmpty || !lists.isEmpty else { return ([], []) }
    let (checks, findings) = loader.checks(lists, worlds: worlds, scenarios: scenarios)
    let tables = files.map { file in
      read(file, NodeReader(vocabulary: loader.vocabulary, files: loader.files)) { tree, reader in
        CircumstancesReader(reader: reader, file: file).read(tree, checks).map { table, circumstances in
          MovedScenarios(
            table: table, checks: checks, circumstances: circumstances, vocabulary: loader.vocabulary,
            files: loader.files)
        }
      }
    }
    return (tables, findings)
  }

  /// Whether a pattern of a user or of a profile can be about the table of that id.
  public static func isMeant(_ id: String, by pattern: String) -> Bool {
    let path = String(TablePattern.path(of: pattern))
    return path == id || (try? Pattern(path))?.matches(id) ?? false
  }

  private static func read(
    _ file: SourceFile, _ reader: NodeReader, _ make: (YAMLNode, NodeReader) -> (some CellMaker)?
  ) -> (table: LoadedTable?, findings: [Finding]) {
    do throws(YAMLError) {
      let tree = try YAMLParser.parse(file.bytes, file: file.path)
      let maker = make(tree, reader)
      return (maker.map { LoadedTable($0) }, reader.findings)
    } catch {
      return (nil, [Finding(error)])
    }
  }

  /// The choice of cells that shows every combination of values which decides; nil if the table is too large.
  public func cover() -> CellCover? { CellSpace(table).map { CellCover(of: $0) } }

  /// The value of the cover for an adapter, and the cells that it needs beside it.
  ///
  /// - Parameters:
  ///   - cover: the table's.
  ///   - canRun: whether the adapter can run a cell and its control.
  public func applicable(_ cover: CellCover, by canRun: (Scenario) -> Bool) -> ApplicableCells {
    cover.applicable { scenario(of: $0).scenario.map(canRun) ?? false }
  }

  /// The cells that each needs beside those of the cover. What was made of a cell for one of them is there for the
  /// others, and no longer than that.
  func added(
    to cells: [DecisionTable.Cell], in space: CellSpace, for applicability: [@Sendable (Scenario) -> Bool]
  ) -> [[DecisionTable.Cell]] {
    var made: [DecisionTable.Cell: Scenario?] = [:]
    func scenario(_ cell: DecisionTable.Cell) -> Scenario? {
      if let scenario = made[cell] { return scenario }
      let scenario = self.scenario(of: cell).scenario
      if applicability.count > 1 { made[cell] = .some(scenario) }
      return scenario
    }
    return applicability.map { canRun in space.applicable(cells) { scenario($0).map(canRun) ?? false }.added }
  }

  /// The errors of a readable table: it is too large, a rule decides nothing, or a cell cannot be made.
  public func findings(spread: CatalogueLoader.Spread) -> [Finding] {
    guard let space = CellSpace(table) else {
      return [
        Finding(
          .error, at: table.location,
          "the table has more than \(CellSpace.largest) cells, 16 factors or \(CellSpace.most) rules",
          help: "split it")
      ]
    }
    let idle = space.idleRules.map { place in
      Finding(
        .error, at: table.rules[place].location, "this rule decides no cell: the rules before it apply first",
        help: "remove it, or move it up")
    }
    let cells = CatalogueLoader.each(of: CellCover(of: space).cells, spread) { [self] in scenario(of: $0).findings }
    // One slip in the world spoils every cell.
    var seen: Set<Finding> = []
    return maker.findings() + idle + cells.flatMap(\.self).filter { seen.insert($0).inserted }
  }

  /// The cell as a scenario, whose control is a cell that differs in one factor; nil with findings if it cannot be made.
  public func scenario(of cell: DecisionTable.Cell) -> (scenario: Scenario?, findings: [Finding]) {
    maker.scenario(of: cell)
  }

  /// The statements of the table about scenarios that are wrong: counterparts that do not agree with their cells.
  ///
  /// - Parameter scenarios: all that there are.
  public func findings(over scenarios: [Scenario]) -> [Finding] { maker.findings(over: scenarios) }
}
