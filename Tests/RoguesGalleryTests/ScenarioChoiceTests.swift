import Foundation
import RogueModel
import RogueScenarios
import Testing

@testable import RoguesGallery

/// What is chosen does not depend on how much was read for it.
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
      (["healthy/chain-two-tiers"], [], true), (["trust/*"], [], true), (["mine"], [], true),
      (["mine/own[tls=1.3]", "healthy/*"], [], true), (["**/*own*"], [], true), (["healthy"], ["seed"], true),
      (["healthy", "time"], ["seed,!healthy"], true), (["draft.yaml"], [], true), (["other.yaml"], [], true),
      (["other.yaml", "trust/*"], [], true), (["draft.yaml", "mine/own"], ["!seed"], true),
      (["team/Scenarios/mine/own.yaml"], [], true), (["team/Scenarios/mine/own.yaml", "trust/unknown-ca"], [], true),
      ([], [], false), ([], ["seed"], false), (["**"], [], false), (["mine/won"], [], false),
      (["healthy", "nothing"], [], false),
      (["healthy[tls=1.4]"], [], false), (["healthy/chain-two-tiers[policy=none]"], [], false),
      (["healthy"], ["sede"], false),
      (["mine"], ["seed"], false), (["absent.yaml"], [], false),
      (["absent.yaml", "healthy/chain-two-tiers"], [], false),
    ] as [([String], [String], Bool)])
  func `a part and the whole give the same result`(patterns: [String], tags: [String], isPart: Bool) throws {
    let (place, catalogues) = try Self.place()
    let patterns = patterns.map { $0.hasSuffix(".yaml") ? place.path($0) : $0 }
    let choice = try ScenarioChoice(catalogues, patterns: patterns, tags: tags)
    #expect(choice.isPart == isPart)
    let whole = ScenarioChoice(
      all: try catalogues.files(extra: patterns.filter(ScenarioChoice.isFile)), of: catalogues, patterns: patterns,
      tags: tags)
    #expect(choice.selection.scenarios.map(\.scenario) == whole.selection.scenarios.map(\.scenario))
    #expect(choice.selection.filter == whole.selection.filter)
    #expect(choice.selection.findings == whole.selection.findings)
    #expect(choice.catalogueErrors == whole.catalogueErrors)
    #expect(choice.warnings == whole.warnings)
    #expect(choice.emptiness == whole.emptiness)
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
      let ids = Set(choice.selection.scenarios.map(\.id))
      func places(_ known: KnownFailures) -> [[String]] {
        known.entries.flatMap(\.occurrences).flatMap(\.places).map { $0.scenarios.filter(ids.contains) }
      }
      #expect(places(known) == places(all))
    }
  }
}
