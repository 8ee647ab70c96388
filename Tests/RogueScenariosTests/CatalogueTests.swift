import RogueEngines
import RogueModel
import RoguePKI
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
    #expect(catalogue.scenarios.count == (try ShippedCatalogue.files(of: .scenario).count))
    #expect(catalogue.scenarios.count >= 30)
  }

  @Test func `a scenario of level must never accepts the reason other`() throws {
    for scenario in try Self.catalogue().scenarios where scenario.level == .must {
      for answer in scenario.steps.flatMap(\.expectations.values).flatMap(\.answers) {
        #expect(!answer.reasons.contains(.other), "\(scenario.id)")
      }
    }
  }

  @Test func `a published failure is listed under its identifier`() throws {
    let scenarios = try Self.catalogue().scenarios
    for (id, number) in [("ca/issuer-version-1", "CVE-2014-1959")] {
      let scenario = try #require(scenarios.first { $0.id == id })
      #expect(scenario.references.filter { $0.hasPrefix("CVE-") } == [number])
    }
  }
}
