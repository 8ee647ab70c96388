import RogueEngines
import RogueModel
import RoguePKI
import RogueScenarios
import TestSupport
import Testing

/// Reading what patterns can be about leads to what reading everything leads to.
@Suite struct RequestedFilesTests {
  private static let loader = CatalogueLoader(
    vocabulary: Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors))
  private static let worlds = Result { try ShippedCatalogue.files("Certs/worlds") }
  private static let scenarios = Result { try ShippedCatalogue.files(of: .scenario) }
  private static let whole = Result {
    loader.load(worlds: try worlds.get(), scenarios: try scenarios.get())
  }

  @Test(arguments: [
    ["healthy/chain-two-tiers"], ["trust"], ["trust/"], ["*/expired*"], ["time/*", "names/wildcard-*"],
    ["**/*staple*"],
    ["healthy/chain-two-tiers[tls=1.3]"], ["**"], ["*"], ["t*/*"],
  ])
  func `patterns choose the same of the files that they can be about`(patterns: [String]) throws {
    let (worlds, scenarios) = (try Self.worlds.get(), try Self.scenarios.get())
    let all = Selection.select(try Self.whole.get().scenarios, patterns: patterns, tags: [])
    let asked = try #require(RequestedFiles(patterns: patterns)?.files(among: scenarios, worlds: worlds))
    let part = Self.loader.load(asked, inTheirWorlds: worlds)
    let chosen = Selection.select(part.scenarios, patterns: patterns, tags: [])
    #expect(part.findings.isEmpty && chosen.findings.isEmpty && !chosen.scenarios.isEmpty)
    #expect(chosen.scenarios == all.scenarios)
    // And nothing else was read.
    #expect(part.scenarios.count == chosen.scenarios.count)
    #expect(Set(part.worlds.map(\.id)) == Set(chosen.scenarios.map(\.world.id)))
  }

  /// A catalogue of two families.
  private static let files: [SourceFile] = ["time/expired", "time/future", "trust/rogue-ca", "trust/rogue-leaf"].map {
    id in
    SourceFile(path: "Scenarios/\(id).yaml", bytes: Array(Fixture.scenario("", name: id).utf8))
  }

  private static let world = SourceFile(path: "Certs/worlds/pinned-site.yaml", bytes: Array(Fixture.world.utf8))

  @Test func `a file of a catalogue is chosen by its path, whether it can be read or not`() throws {
    var files = Self.files
    files[0].bytes = Array("tags: [x".utf8)
    let asked = try #require(RequestedFiles(patterns: ["time/e*"])?.files(among: files, worlds: [Self.world]))
    #expect(asked.map(\.path) == ["Scenarios/time/expired.yaml"])
  }

  @Test func `a named file is requested, with the file that it replaces`() throws {
    let named = SourceFile(
      path: "draft.yaml", bytes: Array(Fixture.scenario("", name: "time/future").utf8), isNamed: true)
    let asked = try #require(RequestedFiles(patterns: [])?.files(among: Self.files + [named], worlds: [Self.world]))
    #expect(asked.map(\.path) == ["Scenarios/time/future.yaml", "draft.yaml"])
    let meant: Set = ["Scenarios/trust/rogue-ca.yaml"]
    let own = try #require(RequestedFiles(patterns: [])?.files(among: Self.files, meant: meant, worlds: [Self.world]))
    #expect(own.map(\.path) == ["Scenarios/trust/rogue-ca.yaml"])
  }

  @Test func `duplicate names and invalid patterns are left to the full reader`() {
    let asked = RequestedFiles(patterns: ["trust/rogue-ca"])
    let files = Self.files
    #expect(asked?.files(among: files, worlds: [Self.world]) != nil)
    let other = SourceFile(path: "acme/Scenarios/time/future.yaml", bytes: files[1].bytes)
    #expect(asked?.files(among: files + [other], worlds: [Self.world]) == nil)
    let world = SourceFile(path: "acme/Certs/worlds/pinned-site.yaml", bytes: [])
    #expect(asked?.files(among: files, worlds: [Self.world, world]) == nil)
    #expect(RequestedFiles(patterns: ["trust/rogue-ca[tls=1.4]"]) == nil)
  }
}
