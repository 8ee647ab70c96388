import RogueModel
import RoguePKI
import RogueServers
import RogueScenarios
import TestSupport
import Testing

/// The catalogue that is shipped.
@Suite struct ShippedCatalogueTests {
  static func catalogue() throws -> Catalogue {
    try ShippedCatalogue.load(Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors))
  }

  @Test func `every file loads and passes the lint`() throws {
    let catalogue = try Self.catalogue()
    let findings = catalogue.findings + Lint.check(catalogue)
    #expect(findings.isEmpty, "\(findings.map(\.rendered).joined())")
    #expect(catalogue.scenarios.count == (try ShippedCatalogue.files("Scenarios").count))
    #expect(catalogue.scenarios.count >= 30)
  }
}
