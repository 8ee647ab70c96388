import Foundation
package import RogueModel
package import RogueScenarios

/// The worlds and scenarios of this repository.
package enum ShippedCatalogue {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A file of the repository, such as a page of `docs`.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The YAML files of a folder, in the order of their names.
  package static func files(_ folder: String) throws -> [SourceFile] {
    let base = root.appendingPathComponent(folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: base.path)
    return try names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      SourceFile(path: "\(folder)/\($0)", bytes: Array(try Data(contentsOf: base.appendingPathComponent($0))))
    }
  }

  /// The files of `Scenarios` that describe this.
  package static func files(of subject: ScenarioFolder.Subject) throws -> [SourceFile] {
    try files("Scenarios").filter { $0.subject == subject }
  }

  /// The ids of the decision tables and of the circumstances, by name.
  package static func tables() throws -> [String] {
    try (files(of: .table) + files(of: .circumstances)).sorted { $0.path < $1.path }.map {
      String($0.path.dropFirst("Scenarios/".count).dropLast(".yaml".count))
    }
  }

  /// The tables of the circumstances, with what is wrong with their files.
  package static func circumstances(_ vocabulary: Vocabulary) throws -> (tables: [LoadedTable], findings: [Finding]) {
    let read = LoadedTable.read(
      circumstances: try files(of: .circumstances), checks: try files(of: .checks), worlds: try files("Certs/worlds"),
      scenarios: try files(of: .scenario), with: CatalogueLoader(vocabulary: vocabulary))
    return (read.tables.compactMap(\.table), read.findings + read.tables.flatMap(\.findings))
  }

  /// The ledger of known failures; what is wrong with it is no part of this.
  package static func knownFailures(_ catalogue: Catalogue) throws -> [KnownFailure] {
    let folder = root.appendingPathComponent("Adapters").path
    let adapters = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let stacks = StackLoader.load(try files("Adapters/stacks")).stacks.map(\.name)
    return LedgerLoader(scenarios: catalogue.scenarios, adapters: adapters, stacks: stacks).load(try files("Findings"))
      .entries
  }

  /// What the families have in common, by name; what is wrong with a file is no part of this.
  package static func families() throws -> [String: ScenarioFamily] {
    FamilyLoader.load(try files(of: .family)).families
  }

  /// What the loader makes of all of them.
  package static func load(_ vocabulary: Vocabulary) throws -> Catalogue {
    CatalogueLoader(vocabulary: vocabulary)
      .load(worlds: try files("Certs/worlds"), scenarios: try files(of: .scenario))
  }
}
