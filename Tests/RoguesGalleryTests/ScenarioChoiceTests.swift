import Foundation
import RogueModel
import RogueScenarios
import Testing

@testable import RoguesGallery

/// A choice does not depend on how much was read for it.
@Suite struct ScenarioChoiceTests {
  /// A small catalogue and one beside it, of one scenario, and two files that stand in none.
  private static func place() throws -> (place: TemporaryWorkplace, catalogues: Catalogues) {
    let place = try TemporaryWorkplace()
    try place.smallCatalogue()
    let text = HostileCatalogueTests.scenario("own")
    for (name, path) in [
      ("healthy/chain-two-tiers", "catalogue/Scenarios/healthy/chain-two-tiers.yaml"),
      ("time/expired", "catalogue/Scenarios/time/expired.yaml"), ("mine/draft", "draft.yaml"),
      ("trust/unknown-ca", "other.yaml"),
    ] {
      let tags = name.hasPrefix("time") ? "tags: [seed]\n" : "tags: [seed, healthy]\n"
      try place.write(text.replacing("mine/own", with: name) + tags, to: path)
    }
    try place.write(text, to: "team/Scenarios/mine/own.yaml")
    return (place, try Catalogues.find(explicit: [place.path("team")], package: place.path("catalogue")))
  }

  @Test(
    arguments: [
      (["healthy/chain-two-tiers"], []), (["trust/*"], []), (["mine"], []), (["mine/own[tls=1.3]", "healthy/*"], []),
      (["**/*own*"], []), (["healthy"], ["seed"]), (["healthy", "time"], ["seed,!healthy"]), (["draft.yaml"], []),
      (["other.yaml"], []), (["other.yaml", "trust/*"], []), (["draft.yaml", "mine/own"], ["!seed"]),
      (["team/Scenarios/mine/own.yaml"], []), (["team/Scenarios/mine/own.yaml", "trust/unknown-ca"], []), ([], []),
      ([], ["seed"]), (["**"], []), (["!healthy"], []), (["mine/won"], []), (["healthy", "nothing"], []),
      (["healthy[tls=1.4]"], []), (["healthy/chain-two-tiers[policy=none]"], []), (["healthy"], ["sede"]),
      (["mine"], ["seed"]), (["!nothing"], []), (["absent.yaml"], []),
      (["absent.yaml", "healthy/chain-two-tiers"], []),
    ] as [([String], [String])])
  func `the index and the whole catalogue lead to the same choice`(patterns: [String], tags: [String]) throws {
    let (place, catalogues) = try Self.place()
    let patterns = patterns.map { $0.hasSuffix(".yaml") ? place.path($0) : $0 }
    let query = ScenarioQuery(patterns: patterns, tags: tags)
    let index = CatalogueIndex(folder: place.path("index"))
    // The first listing of the catalogue makes the index.
    #expect(try Listing(catalogues, patterns: [], tags: [], index: index).catalogue != nil)
    #expect(try Listing(catalogues, patterns: [], tags: [], index: index).catalogue == nil)
    let choice = try ScenarioChoice(catalogues, query, index: index)
    let whole = try ScenarioChoice(catalogues, query, index: nil)
    #expect(choice.selection.scenarios.map(\.scenario) == whole.selection.scenarios.map(\.scenario))
    #expect(choice.selection.filter == whole.selection.filter)
    #expect(choice.selection.findings == whole.selection.findings)
    #expect(choice.catalogueErrors == whole.catalogueErrors)
    #expect(choice.warnings == whole.warnings)
    #expect(choice.emptiness == whole.emptiness)
    #expect(choice.known == whole.known)
    for pattern in patterns { #expect(choice.ids(fitting: pattern) == whole.ids(fitting: pattern)) }
  }

  @Test func `a ledger gives the same for the chosen scenarios`() throws {
    let (place, catalogues) = try Self.place()
    try place.write(
      """
      finding: nobody-looks
      title: Nobody looks
      kind: bug
      happens:
        - clients: {curl: "*"}
          verdict: false-accept
          scenarios: [trust/unknown-ca, "time/*", mine/own]
      reported: no report known
      text: It does not look.
      without-commands: it is made up
      """, to: "team/Findings/nobody-looks.yaml")
    let adapters = [try #require(AdapterConfigurationTests.manifests.first { $0.name == "curl" })]
    let all = try catalogues.knownFailures(adapters: adapters, stacks: []).0
    #expect(all.entries.count == 1)
    for patterns in [
      ["time"], ["mine/own", "trust"], ["**"], [place.path("other.yaml")], [place.path("draft.yaml"), "time"],
    ] {
      let choice = try ScenarioChoice(catalogues, patterns: patterns, tags: [])
      let (known, findings) = try catalogues.knownFailures(adapters: adapters, stacks: [], about: choice)
      #expect(findings.isEmpty)
      func places(_ known: KnownFailures) -> [[String]] {
        known.entries.flatMap(\.occurrences).flatMap(\.places).map(\.scenarios)
      }
      #expect(places(known) == places(all))
    }
  }
}
