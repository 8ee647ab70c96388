import RogueModel
import RogueScenarios
import Testing

@Suite struct CatalogueLoaderTests {
  @Test func `a scenario has its mutation applied, and its world stays unchanged`() throws {
    let catalogue = Fixture.load(
      (
        "trust/rogue-ca",
        Fixture.scenario(
          """
          mutate: {server.present: [rogue-leaf]}
          expect:
            by-policy:
              system: {disposition: accept}
              leaf-spki: {disposition: cancel, reason: pin-mismatch}
          """)
      ))
    #expect(catalogue.findings.isEmpty)
    let scenario = try #require(catalogue.scenarios.first)
    #expect(scenario.policies == ["system", "leaf-spki"])
    #expect(scenario.world.server.present == ["leaf", "issuing"])
    let step = try #require(scenario.steps.first)
    #expect(step.world.server.present == ["rogue-leaf"])
    #expect(step.mutation?.description == "server.present: [rogue-leaf]")
    #expect(step.expectations["system"] == .accept)
    #expect(step.expectations["leaf-spki"]?.answers == [.init(disposition: .cancel, reasons: [.pinMismatch])])
  }
}
