import RogueModel
import RogueScenarios
import RogueTrust
import Testing

@Suite struct PathBuilderTests {
  @Test func `every path to an anchor is found, through the right namesake only`() throws {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let hierarchy = try WorldFixture.mint(world)
    func der(_ names: String...) -> [[UInt8]] { WorldFixture.der(names, hierarchy) }
    #expect(
      PathBuilder.paths(served: der("leaf", "stranger", "issuing"), anchors: der("root", "rogue-root"))
        == [der("leaf", "issuing", "root")])
    // Two certificates with the issuing CA's name: one key signed the leaf.
    #expect(
      PathBuilder.paths(served: der("namesake-leaf", "issuing", "namesake-issuing"), anchors: der("root", "rogue-root"))
        == [der("namesake-leaf", "namesake-issuing", "rogue-root")])
    #expect(PathBuilder.paths(served: der("twin-leaf", "twin-root"), anchors: der("root")).isEmpty)
    #expect(PathBuilder.paths(served: der("leaf"), anchors: der("leaf")) == [der("leaf")])
    #expect(PathBuilder.paths(served: [[1, 2, 3]], anchors: der("root")).isEmpty)
    #expect(PathBuilder.paths(served: [], anchors: der("root")).isEmpty)
  }
}
