import RogueEngines
import RogueModel
import RoguePKI
import RoguePlatform
import RogueScenarios

/// Worlds and scenarios of the catalogue in the working folder: what is measured is what users run.
struct ShippedCatalogue {
  private let catalogue: Catalogue

  init() throws {
    var worlds: [SourceFile] = []
    var scenarios: [SourceFile] = []
    for (folder, isWorlds) in [("Certs/worlds", true), ("Scenarios", false)] {
      for entry in try Files.list(folder, recursively: true) where entry.path.hasSuffix(".yaml") {
        let path = "\(folder)/\(entry.path)"
        let file = SourceFile(path: path, bytes: try Files.read(path, cap: SourceFile.maximumBytes))
        if isWorlds { worlds.append(file) } else if file.subject == .scenario { scenarios.append(file) }
      }
    }
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    catalogue = CatalogueLoader(vocabulary: vocabulary).load(worlds: worlds, scenarios: scenarios)
  }

  var scenarios: [Scenario] { catalogue.scenarios }

  func world(_ name: String) throws -> World {
    guard let world = catalogue.worlds.first(where: { $0.id == name }) else {
      throw HarnessFailure(.badData, "the catalogue of the working folder has no world '\(name)'")
    }
    return world
  }

  func scenario(_ id: String) throws -> Scenario {
    guard let scenario = catalogue.scenarios.first(where: { $0.id == id }) else {
      throw HarnessFailure(.badData, "the catalogue of the working folder has no scenario '\(id)'")
    }
    return scenario
  }
}
