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

/// The checks of the catalogue in their circumstances, without sockets.
@Suite struct CircumstanceCellTests {
  /// Read once for all tests.
  static let shipped = Result {
    try ShippedCatalogue.circumstances(Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors))
  }

  static let tables = (try? shipped.get().tables) ?? []

  /// The chosen cells of each table, with what is made of them.
  private static let made =
    (try? tables.mapOnAllProcessors { table in
      (table.cover()?.cells ?? []).map { (cell: $0, made: table.scenario(of: $0)) }
    }) ?? []

  static let scenarios = made.flatMap { $0.compactMap(\.made.scenario) }

  @Test func `every cell can be made, and nothing is wrong with the files`() throws {
    let (tables, findings) = try Self.shipped.get()
    #expect(findings.isEmpty, "\(findings.map(\.rendered))")
    #expect(tables.count == (try ShippedCatalogue.files(of: .circumstances).count))
    #expect(Self.made.count == tables.count && Self.made.allSatisfy { !$0.isEmpty })
    let wrong = Self.made.flatMap { $0.flatMap(\.made.findings) }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map(\.rendered))")
  }

  @Test func `the cells contain every check in every circumstance that is possible for it`() throws {
    for (loaded, made) in zip(Self.tables, Self.made) {
      let table = loaded.table
      let space = try #require(CellSpace(table))
      func pairs(_ cells: some Sequence<DecisionTable.Cell>) -> Set<[Int]> {
        Set(cells.flatMap { cell in table.factors.indices.dropFirst().map { [cell[0], $0, cell[$0]] } })
      }
      let possible = pairs((0..<space.count).lazy.filter(space.isPossible).map(space.cell(at:)))
      #expect(pairs(made.map(\.cell)) == possible, "\(table.id)")
    }
  }

  @Test func `rogue and control differ by the fault alone`() {
    var compared = 0
    for scenario in Self.scenarios {
      for step in scenario.steps {
        guard let fault = step.mutation else { continue }
        compared += 1
        var world = scenario.world
        switch fault.path[0] {
        case "certificates":
          if let place = world.certificates.firstIndex(where: { $0.name == fault.path[1] }),
            let rogue = step.world.certificate(fault.path[1])
          {
            world.certificates[place] = rogue
          }
        case "server": world.server = step.world.server
        case "responders": world.responders = step.world.responders
        default: world.platform = step.world.platform
        }
        #expect(world == step.world, "\(scenario.id)")
        #expect(
          scenario.world.server.present.count == step.world.server.present.count || fault.path == ["server", "present"])
      }
    }
    #expect(compared > 1000)
  }

  @Test(.sweep) func `the reference is right in every cell, and accepts every control`() throws {
    let offline = Self.scenarios.filter(\.stepsAreOffline)
    #expect(offline.count > 1000)
    let wrong = try offline.mapOnAllProcessors { scenario -> [String] in
      do {
        let cell = try OfflineCatalogue.minter.trials(of: scenario, salt: "cell")
        let control = try cell.compactMap { try OfflineCatalogue.minter.control(of: $0, salt: "control") }
        return (cell + control).compactMap { trial in
          let fetcher = OfflineFetcher([trial])
          let reference = BuiltInValidator.policy(OfflineMinter.environment(fetcher))
          return trial.outcome(of: reference, fetcher).wrong.map { "\(trial.name): \($0)" }
        }
      } catch {
        return ["\(scenario.id) cannot be minted: \(error)"]
      }
    }.flatMap(\.self)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(400).joined(separator: "\n"))")
  }
}
