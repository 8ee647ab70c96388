import RogueDecisions
import RogueEngines
import RogueModel
import RoguePKI
import RogueScenarios
import RogueTrust
import RogueValidators
import TestSupport
import Testing

/// The cells of the decision tables, put to the reference without sockets.
@Suite struct DecisionTests {
  static let scenarios: [Scenario] = {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    let files = (try? ShippedCatalogue.files("Decisions")) ?? []
    return files.compactMap { LoadedTable.read($0, vocabulary).table }.flatMap { loaded in
      let cells = CellSpace(loaded.table).map { CellCover(of: $0).cells } ?? []
      return cells.compactMap { loaded.scenario(of: $0).scenario }.filter(PaperCatalogue.stepsAreOnPaper)
    }
  }()

  @Test func `the reference is right in every cell, and accepts every control`() throws {
    #expect(Self.scenarios.count > 1300)
    let wrong = try Self.scenarios.mapOnAllProcessors { scenario -> [String] in
      let trials = try PaperCatalogue.trials(of: scenario, scenario.policies, salt: "cell")
      let controls = try scenario.contrast.map { contrast -> [PaperCatalogue.Trial] in
        var control = scenario
        control.steps = contrast
        control.contrast = nil
        return try PaperCatalogue.trials(of: control, scenario.policies, salt: "control")
      }
      return try (trials + (controls ?? [])).compactMap { trial in
        let fetcher = PaperCatalogue.PaperFetcher(plans: trial.steps.compactMap(\.responders))
        let validators = BuiltInValidator.all(MutantTests.environment(fetcher))
        let reference = try #require(validators.first { $0.name == "reference" })
        return MutantTests.put(trial, to: reference, fetcher).wrong.map { "\(trial.name): \($0)" }
      }
    }.flatMap(\.self)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5).joined(separator: "\n"))")
  }
}
