import RogueDecisions
import RogueModel
import RogueStimuli
import TestSupport
import Testing

@testable import RogueScenarios

@Suite struct CircumstanceTests {
  static let world = """
    world: checked-site
    title: A world
    domain: rogues.test
    certificates:
      root:     {ca: true}
      issuing:  {ca: true, issuer: root, path-length: 0}
      leaf:     {issuer: issuing, hosts: [checked]}
      other:    {issuer: issuing, hosts: [elsewhere]}
      own-key:  {issuer: issuing, hosts: [checked], key-of: backup}
      renewed:  {issuer: issuing, hosts: [checked], key-of: leaf}
      ca-key:   {issuer: issuing, hosts: [checked], key-of: issuing}
      stranger: {ca: true}
      stranger-leaf: {issuer: stranger, hosts: [checked]}
      self-signed: {hosts: [checked]}
    keys: [backup]
    stores: {system: [root]}
    host: checked
    server: {present: [leaf, issuing]}
    policies:
      system: {}
      pinned: {pin-sets: [{host: checked, any: [spki leaf, spki backup]}]}
    """

  static func scenario(_ name: String, _ mutation: String) -> SourceFile {
    let text = """
      scenario: trust/\(name)
      title: A scenario
      why: It is for tests.
      level: should
      severity: high
      references: ["RFC 5280, section 6.1"]
      world: checked-site
      mutate: {\(mutation)}
      expect: {disposition: cancel, reason: [untrusted]}
      """
    return SourceFile(path: "Scenarios/trust/\(name).yaml", bytes: Array(text.utf8))
  }

  static let scenarios = [
    scenario("unknown-ca", "server.present: [stranger-leaf, stranger]"),
    scenario("other-name", "server.present: [other, issuing]"),
    scenario("own-key", "server.present: [own-key, issuing]"),
    scenario("renewed", "server.present: [renewed, issuing]"),
    scenario("ca-key", "server.present: [ca-key, issuing]"),
    scenario("weak", "certificates.leaf.key-type: rsa1024"),
    scenario("self-signed", "server.present: [self-signed]"),
    SourceFile(
      path: "Scenarios/trust/healthy.yaml",
      bytes: Array(
        """
        scenario: trust/healthy
        title: A scenario
        why: It is for tests.
        level: must
        world: checked-site
        """.utf8)),
  ]

  static let checks = """
    checks:
      healthy: trust/healthy[policy=system]
      trust: trust/unknown-ca[policy=system]
      lone: trust/self-signed[policy=system]
      name: trust/other-name[policy=system]
      own-key: trust/own-key[policy=system]
      own-pin: trust/own-key[policy=pinned]
      renewed: trust/renewed[policy=system]
      ca-key: trust/ca-key[policy=system]
      weak: trust/weak[policy=system]
    """

  /// A file of circumstances with one factor, whose second value is this.
  static func text(_ circumstance: String) -> String {
    """
    circumstances: circumstances/small
    title: Small
    why: It is for tests.
    factors:
      one:
        none: {}
        some: \(circumstance)
    """
  }

  static func read(_ text: String, checks: String = checks) -> (table: LoadedTable?, findings: [Finding]) {
    func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, bytes: Array(text.utf8)) }
    let read = LoadedTable.read(
      circumstances: [file("Scenarios/circumstances/small.yaml", text)],
      checks: [file("Scenarios/circumstances/checks.yaml", checks)],
      worlds: [file("Certs/worlds/checked-site.yaml", world)], scenarios: scenarios,
      with: CatalogueLoader(vocabulary: Fixture.vocabulary))
    return (read.tables[0].table, read.findings + read.tables[0].findings)
  }

  /// What is wrong with the circumstance when checks are moved into it.
  private static func useless(_ circumstance: String, checks: String = checks) -> [Finding] {
    read(text(circumstance), checks: checks).table?.findings { count, part in
      for number in 0..<count { part(number) }
    } ?? []
  }

  private static func moved(_ check: String, _ circumstance: String, version: String = "1.3") throws -> Scenario {
    let (read, findings) = read(text(circumstance))
    let table = try #require(read, "\(findings.map(\.rendered))")
    let (made, problems) = table.scenario(
      of: try #require(table.table.cell(named: "check=\(check),one=some,version=\(version)")))
    return try #require(made, "\(problems.map(\.rendered))")
  }

  /// The reason why a check is not in the circumstance.
  private static func reason(_ check: String, _ circumstance: String, version: String = "1.3") throws -> String? {
    let (read, findings) = read(text(circumstance))
    let table = try #require(read, "\(findings.map(\.rendered))").table
    return table.impossibility(of: try #require(table.cell(named: "check=\(check),one=some,version=\(version)")))?
      .because
  }

  @Test func `a cell is the scenario of the check in the circumstance`() throws {
    let scenario = try Self.moved("trust", "{set: {certificates.@leaf.key-type: p384}}")
    #expect(scenario.id == "circumstances/small[check=trust,one=some,version=1.3]")
    #expect(scenario.title == "Small: check=trust,one=some,version=1.3")
    #expect(scenario.level == .should && scenario.severity == .high && scenario.policies == ["system"])
    #expect(scenario.location.file == "Scenarios/circumstances/small.yaml")
    #expect(scenario.steps.map(\.world.server.present) == [["stranger-leaf", "stranger"]])
    #expect(scenario.steps[0].expectations["system"]?.mustCancel == true)
    for world in [scenario.world, scenario.steps[0].world] {
      #expect(world.certificate("leaf")?[CertificateKeyType.self] == .p384)
      #expect(world.certificate("stranger-leaf")?[CertificateKeyType.self] == .p384)
      #expect(world.certificate("issuing")?[CertificateKeyType.self] == nil)
    }
    let run = Case(scenario: scenario, axes: AxisValues(tls: .tls13, policy: "system"))
    #expect(run.id == "circumstances/small[check=trust,one=some,version=1.3,tls=1.3,policy=system]")
  }

  @Test func `a certificate with another one's key keeps it`() throws {
    let edit = "{set: {certificates.@leaf.key-type: p384}}"
    #expect(try Self.reason("renewed", edit) == nil)
    #expect(try Self.moved("renewed", edit).world.certificate("renewed")?[KeyOf.self] == "leaf")
    // No pin of this check's policy is about the key.
    #expect(try Self.moved("own-key", edit).world.certificate("own-key")?[CertificateKeyType.self] == .p384)
    let own = "A certificate of the check has its own value or another one's key."
    #expect(try Self.reason("own-pin", edit) == own)
    #expect(try Self.reason("ca-key", edit) == own)
    #expect(try Self.reason("weak", edit) == "The fault of the check is in the same place.")
    #expect(
      try Self.reason("trust", "{set: {certificates.@ca.key-type: p384}}")
        == "A chain of the check has no such certificate.")
  }

  @Test func `the chains of rogue and control become equally long, with their roots`() throws {
    let scenario = try Self.moved("trust", "{tiers: 4, served: root}")
    #expect(
      scenario.steps[0].world.server.present == [
        "stranger-leaf", "stranger-leaf-tier-2", "stranger-leaf-tier-3", "stranger",
      ])
    #expect(scenario.world.server.present == ["leaf", "issuing", "issuing-tier-3", "root"])
    #expect(scenario.world.certificate("issuing")?[Issuer.self] == "issuing-tier-3")
    #expect(scenario.world.certificate("issuing-tier-3")?[Issuer.self] == "root")
    #expect(scenario.world.certificates == scenario.steps[0].world.certificates)
    #expect(try Self.reason("lone", "{tiers: 4}") == "The chains of the check have other lengths.")
    #expect(try Self.moved("name", "{served: twice}").world.server.present == ["leaf", "issuing", "issuing"])
    #expect(
      Self.useless("{served: reversed}").map(\.help)
        == ["A server of the check presents no two certificates after the leaf."])
    let reversed = try Self.moved("trust", "{tiers: 4, served: reversed}")
    #expect(
      reversed.steps[0].world.server.present == [
        "stranger-leaf", "stranger", "stranger-leaf-tier-3", "stranger-leaf-tier-2",
      ])
  }

  @Test func `values name the certificates of both chains`() throws {
    let scenario = try Self.moved(
      "trust",
      """
      {add: {certificates: {"cross-${issuer}": {ca: true, subject-of: "${issuer}"}},
                     server.present: ["cross-${issuer}"],
                     policies.*.pin-sets: [{host: "${host}", any: ["spki ${leaf}"]}]}}
      """)
    #expect(
      scenario.world.server.present == ["leaf", "issuing", "cross-issuing", "cross-stranger"])
    #expect(
      scenario.steps[0].world.server.present == ["stranger-leaf", "stranger", "cross-issuing", "cross-stranger"])
    #expect(scenario.world.certificate("cross-stranger")?[SubjectOf.self] == "stranger")
    #expect(scenario.world.policy("system")?.pinSets.map(\.host) == ["checked"])
    #expect(scenario.world.policy("system")?.pinSets[0].any.map(\.of) == ["leaf", "stranger-leaf"])
    #expect(scenario.world.policy("pinned")?.pinSets.count == 2)
  }

  @Test func `the host has another name, or another spelling`() throws {
    let renamed = try Self.moved("name", "{host: a.b}")
    #expect(renamed.world.host == "a.b" && renamed.world.certificate("leaf")?[DNSNames.self] == ["a.b"])
    #expect(renamed.world.certificate("other")?[DNSNames.self] == ["elsewhere"])
    #expect(renamed.world.policy("pinned")?.pinSets[0].host == "a.b")
    let written = try Self.moved("name", "{host: a.b, written: both}")
    #expect(written.world.policy("system")?.hostAsWritten == "A.B.ROGUES.TEST.")
  }

  @Test func `policies keep their own values`() throws {
    let edit = "{set: {stores.system: [], policies.*.anchors: [\"${trusted}\"], policies.*.pin-sets: []}}"
    let scenario = try Self.moved("trust", edit)
    #expect(scenario.world.policy("system")?.anchors == ["root"] && scenario.world.stores.system == [])
    #expect(scenario.world.policy("pinned")?.pinSets.count == 1)
    #expect(try Self.reason("own-pin", edit) == "The policy of the check has another value there.")
  }

  @Test func `an attempt comes before that of the check`() throws {
    let accepted = try Self.moved("trust", "{before: accepted}")
    #expect(accepted.steps.map { $0.expectations["system"]?.mustCancel } == [false, true])
    #expect(accepted.steps.map { $0.mutation == nil } == [true, false])
    #expect(accepted.steps[0].world == accepted.world)
    let refused = try Self.moved("trust", "{before: refused}")
    #expect(refused.steps[0] == refused.steps[1] && refused.steps.count == 2)
    let session = try Self.moved("trust", "{before: session, needs: [resumption], set: {server.resumption: forgotten}}")
    #expect(session.steps.map(\.reuse) == [.none, .session] && session.needs == [.resumption])
  }

  @Test func `a cell has one version of TLS`() throws {
    #expect(try Self.moved("trust", "{tiers: 4}").axes.tls == [.tls13])
    #expect(try Self.moved("trust", "{tiers: 4}", version: "1.2").axes.tls == [.tls12])
    let old = "{tls: [\"1.2\"]}"
    #expect(try Self.moved("trust", old, version: "1.2").axes.tls == [.tls12])
    #expect(try Self.reason("trust", old) == "The circumstance is one of another version of TLS.")
    let (_, findings) = Self.read(Self.text("{tiers: 4}").replacing("  one:", with: "  version:"))
    #expect(findings.contains { $0.message.contains("has a factor 'version'") && $0.location?.line == 5 })
  }

  @Test func `a second handshake presents the chain of the check, after a copy of the healthy one`() throws {
    let edit = "{moment: renegotiation, tls: [\"1.2\"]}"
    let scenario = try Self.moved("trust", edit, version: "1.2")
    for world in [scenario.world, scenario.steps[0].world] {
      #expect(world.server.present == ["first-leaf", "first-issuing"])
      #expect(world.certificate("first-leaf")?[Issuer.self] == "first-issuing")
      #expect(world.certificate("first-leaf")?[DNSNames.self] == ["checked"])
      #expect(world.certificate("first-leaf")?[KeyOf.self] == nil)
      #expect(world.certificate("first-issuing")?[Issuer.self] == "root")
    }
    #expect(scenario.world.server.renegotiation?.present == ["leaf", "issuing"])
    #expect(scenario.steps[0].world.server.renegotiation?.present == ["stranger-leaf", "stranger"])
    #expect(scenario.steps[0].mutation?.path == ["server", "renegotiation", "present"])
    let expectation = try #require(scenario.steps[0].expectations["system"])
    #expect(expectation.mustCancel && expectation.unexercisedPasses)
    #expect(expectation.answers.map(\.reasons) == [[.untrusted, .protocol, .other]])
    // The pins of the policy hold for both handshakes.
    let pinned = try Self.moved("own-pin", edit, version: "1.2")
    #expect(pinned.world.certificate("first-leaf")?[KeyOf.self] == "leaf")
    // A fault in a certificate stays there, and the copy has none.
    let weak = try Self.moved("weak", edit, version: "1.2")
    #expect(weak.steps[0].world.certificate("leaf")?[CertificateKeyType.self] == .rsa1024)
    #expect(weak.steps[0].world.certificate("first-leaf")?[CertificateKeyType.self] == nil)
    let fault = Stimuli.evidence(of: weak.steps[0].mutation, in: weak.steps[0].world, weak.world.policies[0])
    #expect(fault == FaultEvidence(.flight, isRenegotiated: true))
  }

  @Test(arguments: [("own*", [3, 4]), ("[trust, name]", [1, 2])])
  func `a combination names values by pattern`(_ pattern: String, _ meant: [Int]) throws {
    let text =
      Self.text("{tiers: 4}") + """

        impossible:
          - when: {check: \(pattern), one: some}
            because: It is for tests.
        """
    let table = try #require(Self.read(text).table).table
    let own = table.impossible.first { $0.because == "It is for tests." }
    let places = meant.map { ["healthy", "trust", "name", "own-key", "own-pin"][$0] }
    let values = table.factors[0].values
    #expect(own?.condition.terms.first?.values == Set(places.compactMap(values.firstIndex)))
  }

  @Test func `a pattern that matches no value is an error`() {
    let text = Self.text("{tiers: 4}") + "\nimpossible:\n  - when: {check: nobody*}\n    because: It is for tests.\n"
    let (table, findings) = Self.read(text)
    #expect(table == nil)
    #expect(findings.contains { $0.message.contains("has no value 'nobody*'") && $0.location?.line == 9 })
  }

  @Test(arguments: [
    ("{set: {certificates.@leaf.key-typ: p384}}", "a certificate has no key 'key-typ'"),
    ("{set: {certificates.leaf.key-type: p384}}", "'leaf' is in no world for sure"),
    ("{set: {policies.system.anchors: []}}", "'system' is in no world for sure"),
    ("{set: {stores.system.root: 1}}", "the path goes too far"),
    ("{tiers: 0}", "expected a whole number from 1 to 20"),
    ("{tier: 3}", "unknown key 'tier' in a circumstance"),
    ("{set: {certificates.@root.serial: \"01\"}, tls: [\"1.1\"]}", "expected one of"),
    ("{tiers: 20, served: reversed, host: \"\"}", "host"),
  ])
  func `an error in a circumstance has a position`(_ circumstance: String, _ message: String) {
    let (table, findings) = Self.read(Self.text(circumstance))
    #expect(table == nil)
    #expect(
      findings.contains { $0.message.contains(message) && $0.location?.line == 7 }, "\(findings.map(\.rendered))")
  }

  @Test func `a circumstance that fits no check is an error`() {
    let findings = Self.useless(
      "{tiers: 1, served: twice}",
      checks: Self.checks.replacing("  lone: trust/self-signed[policy=system]\n", with: ""))
    #expect(
      findings.contains { $0.message == "no check can be moved into this circumstance" && $0.location?.line == 7 })
  }

  @Test func `a value that no world can have is reported where it is`() throws {
    let (read, findings) = Self.read(Self.text("{set: {certificates.@leaf.key-type: p999}}"))
    let table = try #require(read, "\(findings.map(\.rendered))")
    let problems = table.findings { count, part in for number in 0..<count { part(number) } }
    #expect(
      problems.contains {
        $0.location?.file == "Scenarios/circumstances/small.yaml" && $0.location?.line == 7
      }, "\(problems.map(\.rendered))")
  }

  @Test(arguments: [
    ("trust/unknown-ca[policy=system]", "trust/unknwn-ca[policy=system]", "there is no scenario 'trust/unknwn-ca'"),
    ("trust/unknown-ca[policy=system]", "trust/unknown-ca[policy=anchor]", "has no policy 'anchor'"),
    ("trust/unknown-ca[policy=system]", "trust/unknown-ca", "is no scenario with a policy"),
    ("checks:\n", "check:\n", "unknown key 'check' in a list of checks"),
  ])
  func `an error in the list of checks has a position`(_ right: String, _ wrong: String, _ message: String) {
    let (_, findings) = Self.read(Self.text("{tiers: 4}"), checks: Self.checks.replacing(right, with: wrong))
    #expect(
      findings.contains {
        $0.message.contains(message) && $0.location?.file == "Scenarios/circumstances/checks.yaml"
          && ($0.location?.line ?? 0) > 0
      }, "\(findings.map(\.rendered))")
  }

  @Test func `the first value of a factor changes nothing`() {
    let text = Self.text("{tiers: 4}").replacing("none: {}", with: "none: {tiers: 5}")
    #expect(
      Self.read(text).findings.contains { $0.message.contains("changes nothing") && $0.location?.line == 6 })
  }
}
