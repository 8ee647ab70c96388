import RogueDecisions
import RogueEngines
import RogueModel
import RoguePKI
import TestSupport
import Testing

@testable import RogueScenarios

/// What a mutation does not touch is not read again, the files are read by many at once, and nothing comes of it.
@Suite struct PartlyReadWorldTests {
  private static func loader(_ vocabulary: Vocabulary, whole: Bool) -> CatalogueLoader {
    // Last things first, as processors might do them.
    var loader = CatalogueLoader(vocabulary: vocabulary) { count, part in
      for number in whole ? Array(0..<count) : (0..<count).reversed() { part(number) }
    }
    loader.readsWholeWorlds = whole
    return loader
  }

  @Test func `the shipped catalogue is the same`() throws {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    let (worlds, scenarios) = (try ShippedCatalogue.files("Certs/worlds"), try ShippedCatalogue.files(of: .scenario))
    let partly = Self.loader(vocabulary, whole: false).load(worlds: worlds, scenarios: scenarios)
    let whole = Self.loader(vocabulary, whole: true).load(worlds: worlds, scenarios: scenarios)
    #expect(partly.findings.isEmpty && whole.findings.isEmpty)
    #expect(partly.worlds == whole.worlds)
    #expect(partly.scenarios.count == whole.scenarios.count && whole.scenarios.count == scenarios.count)
    for (one, other) in zip(partly.scenarios, whole.scenarios) where one != other {
      Issue.record("\(one.id) is read otherwise")
    }
  }

  /// Of tables every third one, of circumstances every seventh: neighbours differ in little.
  @Test func `cells are the same`() throws {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    let tables = try ShippedCatalogue.files(of: .table).compactMap { LoadedTable.read($0, vocabulary).table }
    let moved = try ShippedCatalogue.circumstances(vocabulary).tables
    #expect(tables.count > 15 && moved.count > 3)
    for (table, step) in tables.map({ ($0, 3) }) + moved.map({ ($0, 7) }) {
      var whole = table.maker
      whole.readsWholeWorlds = true
      let cells = try #require(table.cover()).cells
      for place in stride(from: 0, to: cells.count, by: step) {
        let (partly, other) = (table.scenario(of: cells[place]), whole.scenario(of: cells[place]))
        #expect(partly.findings == other.findings)
        #expect(partly.scenario != nil && partly.scenario == other.scenario, "\(table.table.name(of: cells[place]))")
      }
    }
  }

  @Test(arguments: [
    "certificates.leaf: null", "certificates.rogue-leaf: null", "certificates.client-leaf: null",
    "certificates.client-root: null", "certificates.leaf: {issuer: root}", "certificates.leaf: {}",
    "certificates.leaf.issuer: leaf", "certificates.root.issuer: leaf", "certificates.root.issuer: issuing",
    "certificates.leaf.subject-of: root", "certificates.leaf.key-of: nobody", "certificates.leaf.key-of: backup",
    "certificates.leaf.key-identifier.copied-from: leaf", "certificates.leaf.crl: {}", "certificates.leaf.hosts: x",
    "certificates.leaf.defects: [{bad-signature: {bit: x}}]", "certificates.nobody.ca: true", "certificates.leaf: no",
    "server.present: []", "server.present: [nobody]", "server.present: null", "server.key: backup",
    "server.client-auth: required", "server.early-data: true", "server.behaviours: [silent-close]",
    "responders.issuing: {crl: down}", "responders.nobody: {crl: down}", "responders.issuing.crl: up",
    "platform.denied: [leaf]", "platform.fails: nothing", "platform.fails: evaluating", "platform.denied: null",
  ])
  func `every mutation is the same, with its diagnostics`(mutation: String) throws {
    let body = "mutate: {\(mutation)}\nexpect: {disposition: cancel, reason: untrusted}"
    // There is something to say about the second world itself.
    for world in [Fixture.world, Fixture.world.replacing("impostors that", with: "impostors #that")] {
      let worlds = [SourceFile(path: "Certs/worlds/pinned-site.yaml", bytes: Array(world.utf8))]
      let scenarios = [
        SourceFile(path: "Scenarios/trust/rogue-ca.yaml", bytes: Array(Fixture.scenario(body).utf8))
      ]
      let partly = Self.loader(Fixture.vocabulary, whole: false).load(worlds: worlds, scenarios: scenarios)
      let whole = Self.loader(Fixture.vocabulary, whole: true).load(worlds: worlds, scenarios: scenarios)
      #expect(partly.findings == whole.findings)
      #expect(partly.scenarios == whole.scenarios)
      #expect(!partly.findings.isEmpty || !partly.scenarios.isEmpty)
    }
  }
}
