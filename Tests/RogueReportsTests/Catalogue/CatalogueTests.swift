import RogueModel
import RogueStimuli
import TestSupport
import Testing

@testable import RogueReports

@Suite struct CatalogueTests {
  static let style = ReportStyle(color: false, unicode: true, width: 100)
  static let cases = ["trust/rogue-ca-in-system-store[tls=1.3,policy=leaf-spki]"]

  @Test func `a scenario is explained with its world as a tree`() throws {
    let text = ScenarioExplanation(SampleCatalogue.rogue, cases: Self.cases, keywords: ["SPKI", "HPKP"]).text(
      style: Self.style)
    try Golden.check(text, "explain-rogue.txt")
  }

  @Test func `steps are explained one by one`() throws {
    let text = ScenarioExplanation(SampleCatalogue.resumed, cases: [], keywords: []).text(style: Self.style)
    try Golden.check(text, "explain-steps.txt")
  }

  @Test func `an explanation for programs parses and has the same content`() throws {
    let json = ScenarioExplanation(SampleCatalogue.rogue, cases: Self.cases, keywords: ["SPKI", "HPKP"]).json
    try Golden.check(json.pretty, "explain-rogue.json")
    let parsed = try JSON(parsing: json.pretty)
    #expect(parsed == json)
  }

  @Test func `a tree is drawn in ASCII where there is no UTF-8`() {
    let text = ScenarioExplanation(SampleCatalogue.rogue, cases: [], keywords: []).text(
      style: ReportStyle(unicode: false))
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(text.contains("`- issuing"))
  }

  @Test func `certificates that issue each other do not make a drawing endless`() {
    var world = SampleCatalogue.world
    world.certificates = [
      CertificateRecipe(name: "a", issuer: "b", isCA: true), CertificateRecipe(name: "b", issuer: "a", isCA: true),
    ]
    let lines = WorldTree(world: world, rogues: [], policies: [], style: Self.style).lines
    #expect(lines.count == 2 + world.keys.count)
  }

  @Test func `logs are below the tree, and SCTs beside the certificate that holds them`() {
    var world = SampleCatalogue.world
    world.logs = [
      LogRecipe(name: "oak", operatorName: "forest", location: world.location),
      LogRecipe(name: "old", keyType: .rsa2048, operatorName: "old", retired: -3 * 86_400, location: world.location),
    ]
    world.policies[0].transparency = .init(logs: ["oak"])
    let scts = SCTListRecipe([SCTRecipe(log: "oak"), SCTRecipe(log: "old", timestamp: 86_400, isCorrupt: true)])
    for index in world.certificates.indices where world.certificates[index].name == "leaf" {
      world.certificates[index][EmbeddedSCTs.self] = scts
    }
    let lines = WorldTree(world: world, rogues: [], policies: ["system"], style: Self.style).lines
    let flow = "[oak, {log: old, timestamp: 1d, corrupt: true}]"
    #expect(lines.contains { $0.contains("leaf") && $0.contains("scts \(flow)") })
    #expect(lines.suffix(2) == ["oak  a log of forest; known to system", "old  a log, rsa2048, retired -3d"])
    #expect(Stimuli.text(at: ["certificates", "leaf", "scts"], in: world) == flow)
    #expect(Stimuli.text(at: ["server", "scts"], in: world) == "none")
    #expect(Stimuli.text(at: ["server", "staple", "scts"], in: world) == "none")
    world.server[ServedSCTs.self] = SCTListRecipe([], form: .empty)
    world.server[Staple.self] = .response(OCSPRecipe(scts: SCTListRecipe([SCTRecipe(log: "oak")], form: .malformed)))
    #expect(Stimuli.text(at: ["server", "scts"], in: world) == "{form: empty}")
    #expect(Stimuli.text(at: ["server", "staple", "scts"], in: world) == "{form: malformed, entries: [oak]}")
  }

  @Test(arguments: [
    (["server", "present"], "[leaf, issuing]"), (["server", "key"], "leaf"), (["server", "staple"], "none"),
    (["server", "client-chain"], "lenient"), (["certificates", "leaf", "not-after"], "60d"),
    (["certificates", "leaf", "issuer"], "issuing"), (["certificates", "issuing", "path-length"], "0"),
    (["responders", "issuing", "ocsp"], "honest"), (["server", "connections", "2", "present"], "[leaf, issuing]"),
  ])
  func `the value before a mutation is that of the healthy world`(path: [String], value: String) {
    #expect(Stimuli.text(at: path, in: SampleCatalogue.world) == value)
  }

  @Test func `a path that has no short form has no value before`() {
    #expect(Stimuli.text(at: ["certificates", "nobody", "issuer"], in: SampleCatalogue.world) == nil)
    #expect(Stimuli.text(at: ["server", "surprise"], in: SampleCatalogue.world) == nil)
    #expect(Stimuli.text(at: [], in: SampleCatalogue.world) == nil)
  }

  @Test func `the list is sorted, fits its width and leaves out tags before it cuts titles short`() throws {
    let list = ScenarioList(
      [SampleCatalogue.rogue, SampleCatalogue.resumed].map { ScenarioSummary($0, keywords: [$0.id.uppercased()]) })
    let wide = list.text(style: ReportStyle(width: 140)).split(separator: "\n")
    #expect(wide.map { $0.split(separator: " ")[0] } == ["session/resumed", "trust/rogue-ca-in-system-store"])
    #expect(wide[1].hasSuffix("pinning trust"))
    #expect(wide.allSatisfy { $0.count <= 140 })
    let narrow = list.text(style: ReportStyle(width: 100)).split(separator: "\n")
    #expect(narrow[1].hasSuffix("for the pinned host"))
    #expect(narrow.allSatisfy { $0.count <= 100 })
    #expect(list.ids == "session/resumed\ntrust/rogue-ca-in-system-store\n")
    #expect(list.json.array?.count == 2)
    #expect(list.json.array?.first?["keywords"] == .array([.string("SESSION/RESUMED")]))
  }
}
