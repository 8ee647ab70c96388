public import RogueDecisions
public import RogueModel
internal import RogueYAML

/// A decision table of a catalogue, with everything that its cells are made from.
public struct LoadedTable: Sendable {
  public let table: DecisionTable
  private let source: ReadTable
  private let vocabulary: Vocabulary

  /// Reads a file. The table is nil if anything is wrong with it, and then the findings say what.
  public static func read(_ file: SourceFile, _ vocabulary: Vocabulary) -> (table: LoadedTable?, findings: [Finding]) {
    do throws(YAMLError) {
      let tree = try YAMLParser.parse(file.bytes, file: file.path)
      let reader = NodeReader(vocabulary: vocabulary)
      guard let source = DecisionTableReader(reader: reader).read(tree) else { return (nil, reader.findings) }
      return (LoadedTable(table: source.table, source: source, vocabulary: vocabulary), reader.findings)
    } catch {
      return (nil, [Finding(error)])
    }
  }

  /// The cells that show every combination of values which decides; nil if the table is too large.
  public func chosenCells() -> [DecisionTable.Cell]? { CellSpace(table).map { CellCover(of: $0).cells } }

  /// The cell as a scenario, whose control is a cell that differs in one factor; nil with findings if it cannot be made.
  public func scenario(of cell: DecisionTable.Cell) -> (scenario: Scenario?, findings: [Finding]) {
    CellReader(source: source, vocabulary: vocabulary).read(cell)
  }
}
