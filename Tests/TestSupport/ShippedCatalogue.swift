import Foundation
package import RogueScenarios

/// The worlds and scenarios of this repository.
package enum ShippedCatalogue {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The YAML files of a folder, in the order of their names.
  package static func files(_ folder: String) throws -> [SourceFile] {
    let base = root.appendingPathComponent(folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: base.path)
    return try names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      SourceFile(path: "\(folder)/\($0)", bytes: Array(try Data(contentsOf: base.appendingPathComponent($0))))
    }
  }

  /// What the loader makes of all of them.
  package static func load(_ vocabulary: Vocabulary) throws -> Catalogue {
    CatalogueLoader(vocabulary: vocabulary).load(worlds: try files("Certs/worlds"), scenarios: try files("Scenarios"))
  }
}
