import RogueDecisions
import RogueEngines
@testable import RogueLab
import RogueModel
import RoguePKI
import RogueScenarios
import RogueTrust
import RogueValidators
import TestSupport
import Testing

/// The checks of the catalogue in their circumstances, without sockets.
@Suite struct CircumstanceCellTests {
  static let tables: [LoadedTable] = {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    return (try? ShippedCatalogue.circumstances(vocabulary).tables) ?? []
  }()

  static let scenarios = tables.flatMap { table in
    (table.cover()?.cells ?? []).compactMap { table.scenario(of: $0).scenario }
  }

  @Test func `every cell can be made, and nothing is wrong with the files`() throws {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    let (tables, findings) = try ShippedCatalogue.circumstances(vocabulary)
    #expect(findings.isEmpty, "\(findings.map(\.rendered))")
    #expect(tables.count == (try ShippedCatalogue.files(of: .circumstances).count))
    let wrong = tables.flatMap { table in
      (table.cover()?.cells ?? []).flatMap { table.scenario(of: $0).findings }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map(\.rendered))")
  }

  @Test func `the cells contain every check in every circumstance that is possible for it`() throws {
    for loaded in Self.tables {
      let table = loaded.table
      let space = try #require(CellSpace(table))
      func pairs(_ cells: some Sequence<DecisionTable.Cell>) -> Set<[Int]> {
        Set(cells.flatMap { cell in table.factors.indices.dropFirst().map { [cell[0], $0, cell[$0]] } })
      }
      let possible = pairs((0..<space.count).lazy.filter(space.isPossible).map(space.cell(at:)))
      #expect(pairs(try #require(loaded.cover()).cells) == possible, "\(table.id)")
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
