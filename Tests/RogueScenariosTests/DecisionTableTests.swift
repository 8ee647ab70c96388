import RogueDecisions
import RogueEngines
import RogueModel
import RoguePKI
import TestSupport
import Testing

@testable import RogueScenarios

@Suite struct DecisionTableTests {
  static let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)

  /// A table that is right, for tests that spoil it.
  static let text = """
    table: pin/small
    title: A small table
    why: It is small. That is all.
    severity: high
    variables: {extra: ~, pins: [spki leaf]}
    factors:
      host: {same: {asked: pinned}, other: {asked: elsewhere}}
      key: {known: {shown: leaf}, other: {shown: rekeyed}}
      more: {nothing: {}, root: {extra: root}}
    settings:
      - {when: {host: other, key: other}, set: {pins: ["spki ${shown}"]}}
    impossible:
      - {when: {more: root, key: other}, because: It is a test.}
    rules:
      - {when: {host: other}, expect: {disposition: accept}, because: "RFC 7469, section 2.3.3: other hosts have no pins"}
      - {when: {key: other}, expect: {disposition: cancel, reason: [pin-mismatch]}, because: "RFC 7469, section 2.6: pins"}
      - {expect: {disposition: accept}, because: "RFC 7469, section 2.6: the pin matches"}
    world:
      title: A world
      domain: rogues.test
      certificates:
        root: {ca: true}
        leaf: {issuer: root, hosts: ["${asked}"]}
        rekeyed: {issuer: root, hosts: ["${asked}"]}
      stores: {system: [root]}
      host: ${asked}
      server: {present: ["${shown}", "${extra}"]}
      policies:
        table: {pin-sets: [{host: pinned, any: "${pins}"}]}
    """

  static func read(_ text: String) -> (table: LoadedTable?, findings: [Finding]) {
    LoadedTable.read(SourceFile(path: "Scenarios/pin/small.yaml", bytes: Array(text.utf8)), vocabulary)
  }

  @Test func `a cell is a scenario with the table's answer, and its control is the cell beside it`() throws {
    let table = try #require(Self.read(Self.text).table)
    let cell = try #require(table.table.cell(named: "host=same,key=other,more=nothing,version=1.3"))
    let (made, findings) = table.scenario(of: cell)
    #expect(findings.isEmpty, "\(findings.map(\.message))")
    let scenario = try #require(made)
    #expect(scenario.id == "pin/small[host=same,key=other,more=nothing,version=1.3]")
    #expect(scenario.level == .must && scenario.severity == .high && scenario.policies == ["table"])
    #expect(scenario.steps.map(\.world.server.present) == [["rekeyed"]])
    #expect(
      scenario.steps[0].expectations["table"]?.answers == [
        Expectation.Answer(disposition: .cancel, reasons: [.pinMismatch])
      ])
    #expect(scenario.steps[0].mutation?.path == ["server", "present"])
    // The host is the first factor that decides it.
    #expect(scenario.contrast?.map(\.world.host) == ["elsewhere"])
    #expect(scenario.contrast?[0].world.policies[0].pinSets[0].any.map(\.of) == ["rekeyed"])
    #expect(scenario.contrast?[0].mutation == nil)
    let run = Case(scenario: scenario, axes: AxisValues(tls: .tls13, policy: "table"))
    #expect(run.id == "pin/small[host=same,key=other,more=nothing,version=1.3,tls=1.3,policy=table]")
  }

  @Test(arguments: [
    ("pin/small[host=same,key=other,more=nothing]", 2), ("pin/small[host=same,key=other,more=nothing,version=1.2]", 1),
    ("pin/small[host=same,key=other]", 2),
  ])
  func `a pattern without a version means a cell of each`(pattern: String, count: Int) throws {
    let table = try #require(Self.read(Self.text).table)
    let chosen = TableSelection([pattern], among: [table]) { count, part in (0..<count).forEach(part) }
    #expect(chosen.findings.isEmpty && chosen.scenarios.count == count, "\(chosen)")
    #expect(chosen.scenarios.allSatisfy { $0.axes.tls.count == 1 })
  }

  @Test func `a table whose axes name versions has no factor for them`() throws {
    let named = Self.text + "\naxes: {tls: [\"1.2\"]}\n"
    #expect(Self.read(named).table?.table.factors.map(\.name) == ["host", "key", "more"])
    let clash = Self.read(Self.text.replacing("  more: {", with: "  version: {").replacing("{more:", with: "{version:"))
    #expect(
      clash.findings.map(\.message).contains { $0.contains("has a factor 'version' for them") }, "\(clash.findings)")
  }

  @Test func `an accepted cell is healthy, and variables add to lists`() throws {
    let table = try #require(Self.read(Self.text).table)
    let cell = try #require(table.table.cell(named: "host=same,key=known,more=root,version=1.3"))
    let scenario = try #require(table.scenario(of: cell).scenario)
    #expect(scenario.isHealthy && scenario.contrast == nil && scenario.severity == .low)
    #expect(scenario.steps[0].world.server.present == ["leaf", "root"])
  }

  @Test func `a cell requires the capabilities of its values, and its steps wait`() throws {
    let text =
      Self.text.replacing("{extra: ~,", with: "{extra: ~, need: ~, end: ~, pause: ~,")
      .replacing("{shown: rekeyed}", with: "{shown: rekeyed, need: early-data, end: 8s, pause: {end-of: rekeyed}}")
      .replacing("rekeyed: {issuer: root,", with: "rekeyed: {issuer: root, not-after: \"${end}\",")
      + "\nsteps: [{}, {after: \"${pause}\"}]\nneeds: [\"${need}\"]\n"
    let (read, findings) = Self.read(text)
    let table = try #require(read, "\(findings.map(\.message))")
    func scenario(_ name: String) throws -> Scenario {
      let (made, findings) = table.scenario(of: try #require(table.table.cell(named: name)))
      return try #require(made, "\(findings.map(\.message))")
    }
    let waiting = try scenario("host=same,key=other,more=nothing,version=1.3")
    #expect(waiting.needs == [.earlyData])
    #expect(waiting.steps.map(\.delay) == [.atOnce, .end(of: .certificate("rekeyed"), seconds: 8)])
    let other = try scenario("host=same,key=known,more=nothing,version=1.3")
    #expect(other.needs == [] && other.steps.map(\.delay) == [.atOnce, .atOnce])
  }

  @Test(arguments: [
    ("{when: {host: other}, expect", "{when: {hosts: other}, expect", "the table has no factor 'hosts'"),
    ("{when: {host: other}, expect", "{when: {host: others}, expect", "the factor 'host' has no value 'others'"),
    ("{when: {key: other}, expect", "{expect", "the rules after this one never apply"),
    ("- {expect: {disposition: accept}", "- {when: {key: known}, expect: {disposition: accept}", "must apply always"),
    ("severity: high\n", "", "missing key 'severity' in a decision table"),
    ("because: It is a test.", "becaus: It is a test.", "unknown key 'becaus'"),
    ("{disposition: cancel, reason: [pin-mismatch]}", "{disposition: cancel, reason: [pins]}", "expected one of"),
  ])
  func `an error in a table is reported at its position`(_ right: String, _ wrong: String, _ message: String) throws {
    let text = Self.text.replacing(right, with: wrong)
    #expect(text != Self.text)
    let (table, findings) = Self.read(text)
    #expect(table == nil)
    #expect(
      findings.contains { $0.message.contains(message) && ($0.location?.line ?? 0) > 0 }, "\(findings.map(\.message))")
  }

  @Test(arguments: [
    ("host: ${asked}", "host: ${askd}", "nothing sets the variable 'askd'"),
    ("\"${asked}\"]}\n    rekeyed", "\"${asked\"]}\n    rekeyed", "'${' without '}'"),
    ("{shown: leaf}", "{shown: \"${shown}\"}", "variables lead to variables without an end"),
    ("{shown: leaf}", "{shown: leef}", "the world has no certificate 'leef'"),
    ("title: A world", "title: A ${pins}", "is not text"),
  ])
  func `an error in a cell is reported at its position`(_ right: String, _ wrong: String, _ message: String) throws {
    let text = Self.text.replacing(right, with: wrong)
    #expect(text != Self.text)
    let table = try #require(Self.read(text).table)
    let cell = try #require(table.table.cell(named: "host=same,key=known,more=nothing,version=1.3"))
    let (scenario, findings) = table.scenario(of: cell)
    #expect(scenario == nil)
    #expect(
      findings.contains { $0.message.contains(message) && ($0.location?.line ?? 0) > 0 }, "\(findings.map(\.message))")
  }

  @Test func `every cell of every shipped table can be made`() throws {
    let files = try ShippedCatalogue.files(of: .table)
    #expect(!files.isEmpty)
    for file in files {
      let (read, findings) = LoadedTable.read(file, Self.vocabulary)
      #expect(findings.isEmpty, "\(findings.map(\.message))")
      let table = try #require(read)
      let space = try #require(CellSpace(table.table), "\(file.path) has too many cells")
      #expect(space.idleRules.isEmpty, "\(space.idleRules.map { table.table.rules[$0].because })")
      let cells = CellCover(of: space).cells
      let spoilt = cells.map { table.scenario(of: $0) }.filter { $0.scenario == nil || !$0.findings.isEmpty }
      #expect(spoilt.isEmpty, "\(spoilt.prefix(3).flatMap(\.findings).map(\.message))")
    }
  }
}
