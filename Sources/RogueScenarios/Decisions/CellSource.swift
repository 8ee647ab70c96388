internal import RogueDecisions
internal import RogueModel
internal import Synchronization

/// A cell that was chosen: its values, of which its scenario is made whenever it is needed.
final class CellSource: ScenarioSource {
  /// The common parts of a table's cells.
  final class Shared: Sendable {
    let table: LoadedTable
    private let axes = Mutex<Set<Scenario.Axes>>([])

    init(_ table: LoadedTable) { self.table = table }

    /// The same axes, kept once.
    fileprivate func axes(_ same: Scenario.Axes) -> Scenario.Axes {
      axes.withLock { $0.insert(same).memberAfterInsert }
    }
  }

  let id: String
  let axes: Scenario.Axes
  let level: Level
  let severity: Severity
  private let shared: Shared
  /// `CellSpace.most` values of a factor fit.
  private let values: [UInt8]

  /// - Parameter scenario: the cell's.
  init(_ cell: DecisionTable.Cell, _ shared: Shared, _ scenario: Scenario) {
    id = scenario.id
    axes = shared.axes(scenario.axes)
    level = scenario.level
    severity = scenario.severity
    self.shared = shared
    values = cell.values.map(UInt8.init)
  }

  private var cell: DecisionTable.Cell { DecisionTable.Cell(values.map(Int.init)) }

  var title: String { shared.table.table.title(of: cell) }
  var tags: [String] { shared.table.maker.tags(of: cell) }
  var policies: [String] { shared.table.maker.policies(of: cell) }
  var location: SourceLocation { shared.table.table.location }

  var scenario: Scenario {
    guard let scenario = shared.table.scenario(of: cell).scenario else {
      preconditionFailure("what was made of these values once can be made again")
    }
    return scenario
  }
}
