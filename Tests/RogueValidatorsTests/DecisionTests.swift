import RogueDecisions
import RogueEngines
@testable import RogueLab
import RogueModel
import RoguePKI
import RogueRunner
import RogueScenarios
import RogueTrust
import RogueValidators
import TestSupport
import Testing

/// The cells of the decision tables, put to the reference and to mutants without sockets.
@Suite struct DecisionTests {
  static let scenarios = cells { _ in true }.filter(\.stepsAreOffline)

  /// The chosen cells of the tables that are wanted.
  static func cells(of isWanted: (String) -> Bool) -> [Scenario] {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    let files = (try? ShippedCatalogue.files(of: .table)) ?? []
    let tables = files.compactMap { LoadedTable.read($0, vocabulary).table }
    return tables.filter { isWanted($0.table.id) }.flatMap { loaded in
      let cells = CellSpace(loaded.table).map { CellCover(of: $0).cells } ?? []
      return cells.compactMap { loaded.scenario(of: $0).scenario }
    }
  }

  /// A cell, and the cell beside it that is its control.
  private static func trials(of scenario: Scenario) throws -> (cell: [OfflineTrial], control: [OfflineTrial]) {
    let control = try scenario.contrast.map { contrast -> [OfflineTrial] in
      var control = scenario
      control.steps = contrast
      control.contrast = nil
      return try OfflineCatalogue.minter.trials(of: control, salt: "control")
    }
    return (try OfflineCatalogue.minter.trials(of: scenario, salt: "cell"), control ?? [])
  }

  @Test func `the reference is right in every cell, and accepts every control`() throws {
    #expect(Self.scenarios.count > 3500)
    let wrong = try Self.scenarios.mapOnAllProcessors { scenario -> [String] in
      let (cell, control) = try Self.trials(of: scenario)
      return (cell + control).compactMap { trial in
        let fetcher = OfflineFetcher([trial])
        let reference = BuiltInValidator.policy(OfflineMinter.environment(fetcher))
        return trial.outcome(of: reference, fetcher).wrong.map { "\(trial.name): \($0)" }
      }
    }.flatMap(\.self)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5).joined(separator: "\n"))")
  }

  /// Mutants were made after scenarios, and tables know neither: which decisions they cover without having been told.
  ///
  /// A mutant with a recorded cell runs in that one only. One without runs in every cell, as all do when they are recorded.
  @Test(.sweep) func `the record says which cell catches which mutant, if any does`() throws {
    let recorded = Recording.isOn ? [:] : try MutantRecord().cell
    var cells: [String: String] = [:]
    for start in stride(from: 0, to: Self.scenarios.count, by: 100) {
      let block = Self.scenarios[start..<min(start + 100, Self.scenarios.count)]
      let caught = cells
      let found = try Array(block).mapOnAllProcessors { scenario -> (cell: String, mutants: [String]) in
        let candidates = Mutant.all.filter { mutant in
          recorded[mutant.adapterName].map { $0 == scenario.id } ?? (caught[mutant.adapterName] == nil)
        }
        return (scenario.id, candidates.isEmpty ? [] : try Self.caught(by: scenario, among: candidates))
      }
      for (cell, mutants) in found {
        for mutant in mutants where cells[mutant] == nil { cells[mutant] = cell }
      }
    }
    try MutantRecord.check(cells: cells)
  }

  /// Those that are wrong in the cell and right in its control.
  private static func caught(by scenario: Scenario, among mutants: [Mutant]) throws -> [String] {
    let (cell, control) = try trials(of: scenario)
    let fetcher = OfflineFetcher(cell + control)
    let environment = OfflineMinter.environment(fetcher)
    func isWrong(_ trial: OfflineTrial, _ mutant: Mutant) -> Bool {
      trial.outcome(of: mutant.judge(environment), fetcher).wrong != nil
    }
    return mutants.filter { mutant in
      cell.contains { isWrong($0, mutant) } && !control.contains { isWrong($0, mutant) }
    }.map(\.adapterName)
  }
}
