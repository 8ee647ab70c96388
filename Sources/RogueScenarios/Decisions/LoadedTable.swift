public import RogueDecisions
public import RogueModel
internal import RogueYAML

/// A decision table of a catalogue, with everything that its cells are made from.
public struct LoadedTable: Sendable {
  public let table: DecisionTable
  let source: ReadTable
  private let vocabulary: Vocabulary

  /// Reads a file. The table is nil if it has an error, which the findings report.
  public static func read(_ file: SourceFile, _ vocabulary: Vocabulary) -> (table: LoadedTable?, findings: [Finding]) {
    do throws(YAMLError) {
      let tree = try YAMLParser.parse(file.bytes, file: file.path)
      let reader = NodeReader(vocabulary: vocabulary)
      guard let source = DecisionTableReader(reader: reader, file: file).read(tree) else {
        return (nil, reader.findings)
      }
      return (LoadedTable(table: source.table, source: source, vocabulary: vocabulary), reader.findings)
    } catch {
      return (nil, [Finding(error)])
    }
  }

  /// The tags of its cells.
  var tags: [String] { source.tags }

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
          .error, at: table.location, "the table has more than \(CellSpace.largest) cells, 16 factors or 64 rules",
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
    return idle + cells.flatMap(\.self).filter { seen.insert($0).inserted }
  }

  /// The cell as a scenario, whose control is a cell that differs in one factor; nil with findings if it cannot be made.
  public func scenario(of cell: DecisionTable.Cell) -> (scenario: Scenario?, findings: [Finding]) {
    CellReader(source: source, vocabulary: vocabulary).read(cell)
  }
}
