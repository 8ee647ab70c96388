import Foundation
import RogueModel
import RoguePKI
import RogueServers
import RogueScenarios
import Testing

/// The catalogue that is shipped.
@Suite struct ShippedCatalogueTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func files(_ folder: String) throws -> [SourceFile] {
    let base = root.appendingPathComponent(folder)
    let names = try #require(FileManager.default.enumerator(atPath: base.path)).compactMap { $0 as? String }
    return try names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      SourceFile(path: "\(folder)/\($0)", bytes: Array(try Data(contentsOf: base.appendingPathComponent($0))))
    }
  }

  static func catalogue() throws -> Catalogue {
    CatalogueLoader(vocabulary: Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)).load(
      worlds: try files("Certs/worlds"), scenarios: try files("Scenarios"))
  }

  @Test func `every file loads and passes the lint`() throws {
    let catalogue = try Self.catalogue()
    let findings = catalogue.findings + Lint.check(catalogue)
    #expect(findings.isEmpty, "\(findings.map(\.rendered).joined())")
    #expect(catalogue.scenarios.count == (try Self.files("Scenarios").count))
    #expect(catalogue.scenarios.count >= 30)
  }
}
