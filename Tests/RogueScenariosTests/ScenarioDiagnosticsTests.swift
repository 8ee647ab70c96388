import RogueModel
import RogueScenarios
import Testing

/// What is said about a scenario that is written wrong, to the column.
@Suite struct ScenarioDiagnosticsTests {
  @Test func `a policy that the world does not have`() {
    #expect(
      Fixture.complaints("policies: [leaf-pki]") == """
        Scenarios/trust/rogue-ca.yaml:8:12: error: the world has no policy 'leaf-pki'
          policies: [leaf-pki]
                     ^^^^^^^^
          help: did you mean 'leaf-spki'?

        """)
    #expect(
      Fixture.complaints("expect:\n  by-policy:\n    sistem: {disposition: accept}\n") == """
        Scenarios/trust/rogue-ca.yaml:10:5: error: the world has no policy 'sistem'
              sistem: {disposition: accept}
              ^^^^^^
          help: did you mean 'system'?

        """)
  }

  @Test func `an unknown key`() {
    #expect(
      Fixture.complaints("axis: {tls: [\"1.3\"]}") == """
        Scenarios/trust/rogue-ca.yaml:8:1: error: unknown key 'axis' in a scenario
          axis: {tls: ["1.3"]}
          ^^^^
          help: did you mean 'axes'?

        """)
  }

  @Test func `an added certificate with a name that the world has, or an issuer that nobody has`() {
    #expect(
      Fixture.complaints("certificates:\n  leaf: {issuer: root}\n") == """
        Scenarios/trust/rogue-ca.yaml:9:3: error: the world already has a certificate 'leaf'
            leaf: {issuer: root}
            ^^^^
          help: give it another name, or change the world's certificate with 'mutate'

        """)
    #expect(
      Fixture.complaints("certificates:\n  odd: {issuer: rot}\n").contains(
        "Scenarios/trust/rogue-ca.yaml:9:17: error: the world has no certificate 'rot'"))
    #expect(Fixture.complaints("certificates: [leaf]\n").contains("rogue-ca.yaml:8:15: error: "))
  }

  @Test func `an unknown world is refused`() {
    let text = Fixture.scenario("policies: [anything]").replacing("pinned-site", with: "pined-site")
    #expect(
      Fixture.load(("trust/rogue-ca", text)).findings.map(\.rendered).joined() == """
        Scenarios/trust/rogue-ca.yaml:7:8: error: there is no world 'pined-site'
          world: pined-site
                 ^^^^^^^^^^
          help: did you mean 'pinned-site'?

        """)
  }

  @Test func `an id that is not the path`() {
    #expect(
      Fixture.load(("trust/rogue-ca", Fixture.scenario("", name: "trust/rouge-ca"))).findings.map(\.rendered).joined()
        == """
        Scenarios/trust/rogue-ca.yaml:1:11: error: the scenario is called 'trust/rouge-ca', its file 'trust/rogue-ca'; \
        both must be the same
          scenario: trust/rouge-ca
                    ^^^^^^^^^^^^^^

        """)
  }

  @Test func `a file without a folder vouches for the second part of the id only`() {
    let load = { (id: String) in
      CatalogueLoader(vocabulary: Vocabulary()).load(
        worlds: [SourceFile(path: "pinned-site.yaml", bytes: Array(Fixture.world.utf8))],
        scenarios: [SourceFile(path: "./rogue-ca.yaml", bytes: Array(Fixture.scenario("", name: id).utf8))]
      ).findings.map(\.message)
    }
    #expect(load("mine/rogue-ca") == [])
    #expect(load("mine/other") == ["the scenario is called 'other', its file 'rogue-ca'; both must be the same"])
  }

  @Test func `a policy missing from by-policy, or one that does not run, is reported`() {
    #expect(
      Fixture.complaints(
        """
        policies: [system, anchor]
        expect:
          by-policy:
            system: {disposition: accept}
            client: {disposition: accept}

        """) == """
          Scenarios/trust/rogue-ca.yaml:10:3: error: 'by-policy' says nothing about the policy 'anchor'
              by-policy:
              ^^^^^^^^^
          Scenarios/trust/rogue-ca.yaml:12:5: error: the policy 'client' is not among the scenario's 'policies'
                client: {disposition: accept}
                ^^^^^^

          """)
  }

  @Test(arguments: [
    ("expect: {disposition: acept}", "8:23: expected one of accept, cancel, found 'acept'"),
    ("expect: {reason: expired}", "8:9: missing key 'disposition' in an answer"),
    ("expect: {disposition: accept, reason: expired}", "8:31: an answer that accepts has no 'reason'"),
    ("expect: {disposition: accept, phase: handshake}", "8:31: an answer that accepts has no 'phase'"),
    ("expect: {disposition: cancel, reason: []}", "8:39: expected a list of reasons, found an empty one"),
    (
      "expect: {disposition: cancel, reason: [expird]}",
      "8:40: expected one of \(Reason.allCases.map(\.rawValue).joined(separator: ", ")), found 'expird'"
    ),
    ("expect: {any: []}", "8:15: expected a list of answers, found an empty one"),
    (
      "expect: {disposition: cancel, any: [{disposition: accept}]}",
      "8:10: 'disposition' cannot be used beside 'any'; move it into its answers"
    ),
    (
      "expect: {judge: server, by-policy: {system: {disposition: accept}}}",
      "8:10: 'judge' cannot be used beside 'by-policy'; move it below the policies"
    ),
    ("expect: {disposition: accept, identity: sent}", "8:41: expected 'withheld', found 'sent'"),
    ("expect: {disposition: accept, client-chain: [client-lef]}", "8:46: the world has no certificate 'client-lef'"),
    ("steps: []", "8:8: expected a list of steps, found an empty one"),
    ("steps: [{}]\nmutate: {server.key: backup}", "9:1: 'mutate' cannot be used beside 'steps'; move it into a step"),
    ("steps: [{}]\nexpect: {disposition: accept}", "9:1: 'expect' cannot be used beside 'steps'; move it into a step"),
    ("steps: [{reuse: sesion}]", "8:17: expected one of none, session, connection, found 'sesion'"),
    ("steps: [{after: 3s}, {}]", "8:17: there is no step before the first one to wait after"),
    ("steps: [{}, {after: 11s}]", "8:21: a step waits for one second at least, and for ten at most"),
    ("steps: [{}, {after: {}}]", "8:21: a step waits for the end of one thing"),
    ("steps: [{}, {after: {end-of: leaf, end-of-staple: leaf}}]", "8:21: a step waits for the end of one thing"),
    ("steps: [{}, {after: {end-of: lef}}]", "8:30: the world has no certificate 'lef'"),
    (
      "steps: [{}, {after: {end-of: leaf}}]",
      "8:21: the end of the certificate 'leaf' is 60d away; a step waits for one that is 3s to 30s away"
    ),
    (
      "steps: [{}, {after: {end-of-staple: leaf}}]",
      "8:21: the OCSP response stapled for 'leaf' has no end: there is none, or one without nextUpdate"
    ),
    (
      "steps: [{}, {mutate: {certificates.leaf.not-after: 2s}, after: {end-of: leaf}}]",
      "8:64: the end of the certificate 'leaf' is 2s away; a step waits for one that is 3s to 30s away"
    ),
    (
      "steps: [{}, {mutate: {certificates.leaf.not-after: 8s}, after: {end-of: leaf}}]",
      "8:64: no earlier step presents the certificate 'leaf' as it is here, before its end"
    ),
    (
      "needs: [clock]\nsteps:\n- mutate: {certificates.leaf.not-after: 8s}\n"
        + "- {mutate: {certificates.leaf.not-after: 8s}, after: {end-of: leaf}}",
      "11:54: the validator gets a fixed time, so nothing expires while it waits"
    ),
    ("needs: [resumtion]", "8:9: unknown capability 'resumtion'"),
    ("axes: {tls: [\"1.1\"]}", "8:14: expected one of 1.2, 1.3, found '1.1'"),
    ("axes: {keys: [p256, p256]}", "8:21: 'p256' appears twice in the list"),
    ("tags: [Seed]", "8:8: expected a name of lower-case letters, digits and hyphens, found 'Seed'"),
    ("mutate: {}", "8:9: a mutation sets exactly one path, this one sets 0"),
    ("mutate: {server.key: backup, server.tls: \"1.2\"}", "8:30: a mutation sets exactly one path, this one sets 2"),
  ])
  func `a wrong value`(body: String, expected: String) {
    let findings = Fixture.load(("trust/rogue-ca", Fixture.scenario(body))).findings
    #expect(
      findings.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0): \($0.message)" } == [expected])
  }

  @Test func `a rogue without a severity`() {
    let text = Fixture.scenario("mutate: {server.present: [rogue-leaf]}").replacing("severity: critical\n", with: "")
    #expect(
      Fixture.load(("trust/rogue-ca", text)).findings.map(\.rendered).joined() == """
        Scenarios/trust/rogue-ca.yaml:1:1: error: missing key 'severity' in a scenario with a mutation
          scenario: trust/rogue-ca
          ^^^^^^^^
          help: how bad it is to get it wrong; required where a mutation is

        """)
    let healthy = Fixture.scenario("").replacing("severity: critical\n", with: "")
    #expect(Fixture.load(("trust/rogue-ca", healthy)).findings.isEmpty)
  }

  @Test func `waiting for an end that the control has as well is refused`() {
    let world = Fixture.world.replacing("hosts: [pinned], crl-url: true}", with: "hosts: [pinned], not-after: 20s}")
    let steps = "steps: [{}, {after: {end-of: leaf}}]"
    #expect(
      Fixture.load(world: world, ("trust/rogue-ca", Fixture.scenario(steps))).findings.map(\.rendered).joined() == """
        Scenarios/trust/rogue-ca.yaml:8:21: error: the certificate 'leaf' ends in the control as well, which then has to \
        be refused
          steps: [{}, {after: {end-of: leaf}}]
                              ^^^^^^^^^^^^^^
          help: let it end by a mutation: {certificates.leaf.not-after: 8s}

        """)
  }
}
