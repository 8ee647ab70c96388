import RogueEngines
import RogueModel
import RoguePKI
import RogueScenarios
import TestSupport
import Testing

/// Reading what patterns can be about leads to what reading everything leads to.
@Suite struct AskedFilesTests {
  private static let loader = CatalogueLoader(
    vocabulary: Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors))
  private static let worlds = Result { try ShippedCatalogue.files("Certs/worlds") }
  private static let scenarios = Result { try ShippedCatalogue.files("Scenarios") }
  private static let whole = Result {
    loader.load(worlds: try worlds.get(), scenarios: try scenarios.get())
  }

  @Test(arguments: [
    ["healthy/chain-two-tiers"], ["trust"], ["trust/"], ["*/expired*"], ["time/*", "names/*-wildcard*"],
    ["**/*staple*"],
    ["healthy/chain-two-tiers[tls=1.3]"], ["**"], ["*"], ["t*/*"],
  ])
  func `patterns choose the same of the files that they can be about`(patterns: [String]) throws {
    let (worlds, scenarios) = (try Self.worlds.get(), try Self.scenarios.get())
    let all = Selection.select(try Self.whole.get().scenarios, patterns: patterns, tags: [])
    let asked = try #require(AskedFiles(patterns: patterns)?.files(among: scenarios, worlds: worlds))
    let part = Self.loader.load(asked, inTheirWorlds: worlds)
    let chosen = Selection.select(part.scenarios, patterns: patterns, tags: [])
    #expect(part.findings.isEmpty && chosen.findings.isEmpty && !chosen.scenarios.isEmpty)
    #expect(chosen.scenarios == all.scenarios)
    // And nothing else was read.
    #expect(part.scenarios.count == chosen.scenarios.count)
    #expect(Set(part.worlds.map(\.id)) == Set(chosen.scenarios.map(\.world.id)))
  }

  /// A catalogue of two families, of which `time/expired` says its aliases in some way.
  private static func files(_ aliases: String) -> [SourceFile] {
    [
      ("time/expired", aliases), ("time/future", ""), ("trust/rogue-ca", ""),
      ("trust/rogue-leaf", "aliases: [trust/leaf]"),
    ]
    .map { id, body in
      SourceFile(path: "Scenarios/\(id).yaml", bytes: Array(Fixture.scenario(body, name: id).utf8))
    }
  }

  private static let world = SourceFile(path: "Certs/worlds/pinned-site.yaml", bytes: Array(Fixture.world.utf8))

  @Test(arguments: [
    "aliases: [time/old, other/older]", "aliases:\n  - time/old\n  - other/older\n",
    "aliases: [\"time/old\", other/older]",
    "aliases: [time/old,\n  other/older] # former", "\"aliases\": [time/old, other/older]",
    "\"\\x61liases\": [time/old, other/older]", "aliases: [&old time/old, other/older]",
  ])
  func `a former id finds its file, however it is written`(aliases: String) throws {
    let files = Self.files(aliases)
    let loader = CatalogueLoader(vocabulary: Fixture.vocabulary)
    let whole = loader.load(worlds: [Self.world], scenarios: files)
    #expect(whole.findings == [])
    for pattern in ["time/old", "other", "*/old*", "other/older[tls=1.2]", "trust/leaf", "trust/*"] {
      let asked = try #require(AskedFiles(patterns: [pattern])?.files(among: files, worlds: [Self.world]))
      let part = loader.load(asked, inTheirWorlds: [Self.world])
      let all = Selection.select(whole.scenarios, patterns: [pattern], tags: [])
      #expect(Selection.select(part.scenarios, patterns: [pattern], tags: []).scenarios == all.scenarios)
      #expect(!all.scenarios.isEmpty && asked.count == all.scenarios.count)
    }
  }

  @Test func `a file that cannot be read is asked for where only it could say its former ids`() throws {
    let files = Self.files("tags: [\"aliases\", x")
    let asked = try #require(AskedFiles(patterns: ["trust/rogue-ca"])?.files(among: files, worlds: [Self.world]))
    #expect(asked.map(\.path) == ["Scenarios/time/expired.yaml", "Scenarios/trust/rogue-ca.yaml"])
  }

  @Test func `a file that somebody named is asked for, and what it stands for`() throws {
    let named = SourceFile(
      path: "draft.yaml", bytes: Array(Fixture.scenario("aliases: [trust/leaf]", name: "time/future").utf8),
      isNamed: true)
    let files = Self.files("") + [named]
    let asked = try #require(AskedFiles(patterns: [])?.files(among: files, worlds: [Self.world]))
    #expect(asked.map(\.path) == ["Scenarios/time/future.yaml", "Scenarios/trust/rogue-leaf.yaml", "draft.yaml"])
    let meant: Set = ["Scenarios/trust/rogue-ca.yaml"]
    let own = try #require(AskedFiles(patterns: [])?.files(among: Self.files(""), meant: meant, worlds: [Self.world]))
    #expect(own.map(\.path) == ["Scenarios/trust/rogue-ca.yaml"])
  }

  @Test func `names that stand twice and patterns that are wrong are for the reader of everything`() {
    let asked = AskedFiles(patterns: ["trust/rogue-ca"])
    let files = Self.files("")
    #expect(asked?.files(among: files, worlds: [Self.world]) != nil)
    let other = SourceFile(path: "acme/Scenarios/time/future.yaml", bytes: files[1].bytes)
    #expect(asked?.files(among: files + [other], worlds: [Self.world]) == nil)
    #expect(asked?.files(among: Self.files("aliases: [time/future]"), worlds: [Self.world]) == nil)
    #expect(asked?.files(among: Self.files("aliases: [trust/leaf]"), worlds: [Self.world]) == nil)
    let world = SourceFile(path: "acme/Certs/worlds/pinned-site.yaml", bytes: [])
    #expect(asked?.files(among: files, worlds: [Self.world, world]) == nil)
    #expect(AskedFiles(patterns: ["trust/rogue-ca[tls=1.4]"]) == nil)
  }
}
