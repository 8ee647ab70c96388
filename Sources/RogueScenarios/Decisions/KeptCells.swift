internal import RogueDecisions
public import RogueModel

/// Keeps the cells that were chosen from tables: choosing takes a second for each million of a table's cells.
public protocol KeptCells: Sendable {
  /// The values of the cells that were kept under this name; nil: none were.
  func read(_ name: String) -> [[Int]]?
  func write(_ cells: [[Int]], _ name: String)
}

/// A question whether an adapter can run a cell and its control.
public struct CellApplicability: Sendable {
  /// Equal for adapters that can run the same cells.
  public var name: String
  public var canRun: @Sendable (Scenario) -> Bool

  public init(name: String, canRun: @escaping @Sendable (Scenario) -> Bool) {
    self.name = name
    self.canRun = canRun
  }
}

extension KeptCells {
  /// The cells of a table that were kept; nil if none were, or if the table cannot have them. Obstacles are not tried again:
  /// where one would be there now, making the cell's scenario reports it.
  func cells(of table: DecisionTable, for purpose: String) -> [DecisionTable.Cell]? {
    guard let kept = read("\(table.id) \(purpose)") else { return nil }
    let cells = kept.map { DecisionTable.Cell($0) }
    let arePossible = cells.allSatisfy { cell in
      cell.values.count == table.factors.count
        && zip(cell.values, table.factors).allSatisfy { $1.values.indices.contains($0) }
        && table.impossible.allSatisfy { !$0.condition.holds(for: cell) }
    }
    return arePossible ? cells : nil
  }

  func keep(_ cells: [DecisionTable.Cell], of table: DecisionTable, for purpose: String) {
    write(cells.map(\.values), "\(table.id) \(purpose)")
  }
}
