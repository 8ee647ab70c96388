import RogueModel
import RogueScenarios
import Testing

/// Controls that nobody could accept, and what else makes a scenario inconclusive whatever a validator does.
@Suite struct HealthyControlTests {
  private func problems(_ body: String, world: String = Fixture.world) -> [String] {
    let catalogue = Fixture.load(world: world, ("trust/rogue-ca", Fixture.scenario(body)))
    #expect(catalogue.findings.map(\.rendered).joined() == "")
    return Lint.check(catalogue).filter { $0.message.contains("control cannot be accepted") }.map {
      "\($0.location?.line ?? 0): \($0.message)"
    }
  }

  private static let rogue =
    "mutate: {server.present: [rogue-leaf]}\nexpect: {by-policy: {system: {disposition: cancel, reason: untrusted}}}"

  @Test(arguments: [
    ("host: pinned\n", "host: nowhere\n", "'leaf' is not for nowhere.rogues.test"),
    ("stores: {system: [root", "stores: {system: [rogue-leaf", "no issuer of 'leaf' is trusted"),
    ("hosts: [pinned], crl-url: true}", "hosts: [pinned], not-before: -9d, not-after: -1d}", "'leaf' has expired"),
    ("hosts: [pinned], crl-url: true}", "hosts: [pinned], not-before: 1d, not-after: 2d}", "'leaf' is not valid yet"),
  ])
  func `a control that cannot be healthy is reported at the scenario`(old: String, new: String, message: String) throws
  {
    let range = try #require(Fixture.world.firstRange(of: old))
    var world = Fixture.world
    world.replaceSubrange(range, with: new)
    #expect(problems(Self.rogue, world: world) == ["7: the control cannot be accepted under 'system': \(message)"])
  }

  @Test func `the common world is healthy under each of its policies`() {
    let every =
      "policies: [system, anchor, leaf-spki, ca-spki]\nmutate: {server.present: [rogue-leaf]}\n"
      + "expect: {disposition: cancel, reason: untrusted}"
    #expect(problems(every) == [])
  }

  @Test func `a step for a host that the leaf does not name is reported at its host`() {
    #expect(
      problems("policies: [system]\nsteps:\n  - {}\n  - {host: elsewhere}") == [
        "11: the control cannot be accepted under 'system': 'leaf' is not for elsewhere.rogues.test"
      ])
  }

  @Test func `a pin that is in no path is reported`() {
    let world = Fixture.world.replacing("any: [spki leaf", with: "any: [spki rogue-leaf")
    #expect(world != Fixture.world)
    let body = Self.rogue.replacing("{system:", with: "{leaf-spki:")
    #expect(problems(body, world: world).first?.contains("none of the pins for pinned.rogues.test") == true)
  }

  // MARK: - Other findings

  @Test func `a text cut off by a comment gets a warning`() {
    let text = Fixture.scenario("").replacing("title: A CA that", with: "title: The PKCS #12 of a CA that")
    let findings = Fixture.load(("trust/rogue-ca", text)).findings
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.first?.message.contains("does not belong to it") == true)
    let quoted = Fixture.scenario("").replacing(
      "title: A CA that the system trusts issues for the pinned host", with: "title: \"The PKCS #12 of a CA\"")
    #expect(Fixture.load(("trust/rogue-ca", quoted)).findings.isEmpty)
  }

  @Test(arguments: [
    ("title: A CA", "title: |\n  Two\n  lines\nwhy2: A CA", "one line"),
    ("title: A CA", "title: \"A\\u0007 CA\"\nwhy2: A CA", "one line"),
  ])
  func `a title is one line`(old: String, new: String, message: String) {
    let text = Fixture.scenario("").replacing(old, with: new)
    #expect(Fixture.load(("trust/rogue-ca", text)).findings.contains { $0.message.contains(message) })
  }

  @Test func `a duplicate right answer is reported`() {
    let twice = Fixture.complaints("expect: {disposition: cancel, reason: [untrusted, untrusted]}")
    #expect(twice.contains("'untrusted' appears twice in the list"))
    let same = "{disposition: cancel, reason: expired}"
    #expect(Fixture.complaints("expect: {any: [\(same), \(same)]}").contains("appears twice in the list"))
  }

  @Test func `too many steps are refused`() {
    let steps = String(repeating: "  - {}\n", count: 5000)
    let findings = Fixture.load(("trust/rogue-ca", Fixture.scenario("steps:\n\(steps)"))).findings
    #expect(findings.count == 1)
    #expect(findings.first?.message == "5000 steps are more than the 100 that are read")
  }

  @Test(arguments: [
    ("policies: [nothing-like-it]", "there are: system, anchor"),
    ("mutate: {server.behaviours: [nothing-like-it]}", "rogues list --behaviours lists them"),
    ("mutate: {certificates.leaf.defects: [nothing-like-it]}", "rogues list --defects lists them"),
  ])
  func `an unknown name without a near miss gets the list of names`(body: String, help: String) {
    #expect(Fixture.complaints(body).contains(help))
  }

  @Test func `all errors of a file are reported at once`() {
    let text = """
      scenario: trust/rogue-ca
      title: A rogue
      why: no end
      level: must
      severity: critical
      world: pinned-site
      mutate: {server.presnt: [rogue-leaf]}
      expect: {disposition: refuse}
      """
    let catalogue = Fixture.load(("trust/rogue-ca", text))
    let messages = (catalogue.findings + Lint.check(catalogue)).filter { $0.location?.file.hasPrefix("Scen") == true }
      .map(\.message).joined(separator: "\n")
    for part in ["presnt", "refuse", "middle of a sentence", "needs 'references'"] {
      #expect(messages.contains(part), "\(part): \(messages)")
    }
  }

  @Test(arguments: [
    ("redirect: other", "'redirect' belongs to HTTP"), ("proxy: {host: gateway}", "'proxy' belongs to HTTP"),
    ("keep-alive: true", "'keep-alive' belongs to HTTP"),
  ])
  func `settings of HTTP are refused with STARTTLS`(feature: String, message: String) {
    let world = Fixture.world.replacing(
      "server: {present: [leaf, issuing]", with: "server: {present: [leaf, issuing], starttls: {speaks: smtp}")
    #expect(world != Fixture.world)
    let key = feature.prefix { $0 != ":" }
    let body = "mutate: {server.\(key): \(feature.dropFirst(key.count + 2))}"
    let catalogue = Fixture.load(world: world, ("trust/rogue-ca", Fixture.scenario(body)))
    let findings = catalogue.findings + Lint.check(catalogue)
    #expect(findings.contains { $0.severity == .error && $0.message.contains(message) && $0.location?.line == 8 })
  }

  @Test(arguments: ["rsa512", "p192", "p224"])
  func `a key that cannot sign a handshake is reported at the axes`(type: String) {
    let catalogue = Fixture.load(("trust/rogue-ca", Fixture.scenario("axes: {keys: [\(type)]}")))
    let finding = Lint.check(catalogue).first { $0.message.contains("no server can sign a handshake") }
    #expect(finding?.severity == .error && finding?.location?.line == 8)
  }

  @Test func `a NUL byte never reaches a program`() {
    for (line, door) in [
      ("arguments: [a, \"b\\0c\"]", "exec"), ("programs: [\"b\\0c\"]", "exec"),
      ("environment: {A: \"b\\0c\"}", "recipe"), ("environment: {\"A\\0\": b}", "recipe"),
    ] {
      let key = line.prefix { $0 != ":" }
      let lines = [
        "adapter: mine", "summary: x", "library: x", "programs: [sh]", "version: {arguments: [], after: \"\"}",
        "capabilities: [tls1.3]", "door: \(door)", door == "exec" ? "arguments: [a]" : "arguments: [{always: [a]}]",
        door == "exec" ? "" : "names: connect-to\noutcomes: [{exit: 7, failed: network}]",
      ].filter { !$0.hasPrefix("\(key):") }
      let text = (lines + [line]).joined(separator: "\n")
      let (_, findings) = ManifestLoader.load(SourceFile(path: "Adapters/mine/adapter.yaml", bytes: Array(text.utf8)))
      #expect(findings.contains { $0.rendered.contains("NUL") }, "\(findings)")
    }
  }
}
