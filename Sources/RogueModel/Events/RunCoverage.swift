/// The part of the catalogue that a run covers, so that a reader of "nothing failed" knows what did not run.
public struct RunCoverage: Sendable, Hashable {
  /// Scenarios that were chosen, and how many there are.
  public var scenarios: Int
  public var allScenarios: Int
  /// Cells of decision tables that were chosen.
  public var cells: Int
  /// Tables that they are of, and how many there are.
  public var tables: Int
  public var allTables: Int
  /// The gaps of the profile, in its words; nil: no profile, or not stated.
  public var misses: String?

  public init(
    scenarios: Int, allScenarios: Int, cells: Int, tables: Int, allTables: Int, misses: String? = nil
  ) {
    self.scenarios = scenarios
    self.allScenarios = allScenarios
    self.cells = cells
    self.tables = tables
    self.allTables = allTables
    self.misses = misses
  }

  /// One sentence, such as "25 of 1,000 scenarios and no cell of the 23 decision tables".
  public var sentence: String {
    let chosen = (scenarios == allScenarios ? "all \(allScenarios)" : "\(scenarios) of \(allScenarios)") + " scenarios"
    guard allTables > 0 else { return chosen }
    let all = allTables == 1 ? "the one decision table" : "the \(allTables) decision tables"
    guard tables > 0 else { return "\(chosen), and no cell of \(all)" }
    let some = tables == allTables ? all : "\(tables) of \(all)"
    return "\(chosen), and \(cells) \(cells == 1 ? "cell" : "cells") of \(some)"
  }
}
