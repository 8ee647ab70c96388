import RogueModel
import RogueScenarios
import RogueStimuli
import Testing

/// What a scenario file becomes.
@Suite struct ScenarioReaderTests {
  private func scenario(_ body: String, world: String = Fixture.world) throws -> Scenario {
    let catalogue = Fixture.load(world: world, ("trust/rogue-ca", Fixture.scenario(body)))
    #expect(catalogue.findings.map(\.rendered).joined() == "")
    return try #require(catalogue.scenarios.first)
  }

  @Test func `without an expectation every policy of the world accepts`() throws {
    let scenario = try scenario("")
    #expect(scenario.policies == ["system", "anchor", "leaf-spki", "ca-spki", "client"])
    #expect(scenario.isHealthy)
    #expect(scenario.steps.count == 1)
    #expect(scenario.steps[0].expectations == Dictionary(uniqueKeysWithValues: scenario.policies.map { ($0, .accept) }))
    #expect(scenario.axes == Scenario.Axes(tls: [.tls12, .tls13], keys: [.p256]))
  }

  @Test func `a scenario's own certificates are in rogue and control, and only the rogue presents them`() throws {
    let scenario = try scenario(
      """
      certificates: {odd-leaf: {issuer: issuing, hosts: [pinned], uris: ["https://a.rogues.test/"]}}
      policies: [system]
      mutate: {server.present: [odd-leaf, issuing]}
      expect: {disposition: cancel}
      """)
    #expect(scenario.world.certificates.last?.name == "odd-leaf")
    #expect(scenario.steps[0].world.server.present == ["odd-leaf", "issuing"])
    // The control is the world without the mutation.
    #expect(scenario.world.server.present == ["leaf", "issuing"])
    #expect(scenario.world.certificates == scenario.steps[0].world.certificates)
  }

  @Test func `by-policy names the policies that run`() throws {
    let scenario = try scenario(
      """
      mutate: {server.present: [rogue-leaf]}
      expect:
        by-policy:
          leaf-spki: {disposition: cancel, reason: pin-mismatch, phase: [handshake, after-handshake]}
          system: {any: [{disposition: accept}, {disposition: cancel, reason: [untrusted, other]}], unexercised: pass}
      """)
    #expect(scenario.policies == ["leaf-spki", "system"])
    #expect(
      scenario.steps[0].expectations == [
        "leaf-spki": Expectation(answers: [
          .init(disposition: .cancel, reasons: [.pinMismatch], phases: [.handshake, .afterHandshake])
        ]),
        "system": Expectation(
          answers: [.init(disposition: .accept), .init(disposition: .cancel, reasons: [.untrusted, .other])],
          unexercisedPasses: true),
      ])
  }

  @Test func `a single expectation applies to every policy`() throws {
    let scenario = try scenario(
      """
      policies: [client]
      expect: {disposition: accept, client-chain: [client-leaf], identity: withheld, judge: server}
      """)
    #expect(
      scenario.steps[0].expectations == [
        "client": Expectation(
          answers: [.init(disposition: .accept, clientChain: ["client-leaf"], identityWithheld: true)],
          serverIsJudge: true)
      ])
  }

  @Test func `every step's mutation applies to the world afresh`() throws {
    let scenario = try scenario(
      """
      policies: [leaf-spki]
      needs: [resumption]
      tags: [seed, pinning]
      axes: {tls: ["1.3"], keys: [p384, rsa2048-pss]}
      steps:
        - {learn: true}
        - {mutate: {server.present: [rekeyed-leaf, issuing]}, expect: {disposition: cancel}, reuse: session}
        - {mutate: {server.tls: "1.2"}, reuse: connection}
      """)
    #expect(
      scenario.steps.map(\.world.server.present) == [
        ["leaf", "issuing"], ["rekeyed-leaf", "issuing"], ["leaf", "issuing"],
      ])
    #expect(scenario.steps.map { $0.world.server[FixedVersion.self] } == [nil, nil, .tls12])
    #expect(scenario.steps.map(\.reuse) == [.none, .session, .connection])
    #expect(scenario.steps.map(\.delay) == [.atOnce, .atOnce, .atOnce])
    #expect(scenario.steps.map(\.learn) == [true, false, false])
    #expect(scenario.steps.map { $0.mutation == nil } == [true, false, false])
    #expect(scenario.steps.map { $0.expectations["leaf-spki"]?.mustCancel } == [false, true, false])
    #expect(scenario.needs == [.resumption])
    #expect(scenario.tags == ["seed", "pinning"])
    #expect(scenario.axes == Scenario.Axes(tls: [.tls13], keys: [.p384, .rsaPSS2048]))
  }

  @Test func `a world with one TLS version has no cases of the other`() throws {
    let world = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf, issuing], tls: \"1.3\"")
    #expect(try scenario("", world: world).axes.tls == [.tls13])
    #expect(try scenario("axes: {tls: [\"1.2\"]}", world: world).axes.tls == [.tls12])
  }

  @Test func `steps that wait`() throws {
    let leaf = "mutate: {certificates.leaf.not-after: 8s}"
    let steps = "steps:\n- {\(leaf)}\n- {after: 3s}\n- {\(leaf), after: {end-of: leaf}}\n"
    let text = Fixture.scenario(steps)
    let catalogue = Fixture.load(("trust/rogue-ca", text))
    #expect(catalogue.findings.map(\.rendered) == [])
    let scenario = try #require(catalogue.scenarios.first)
    #expect(scenario.steps.map(\.delay) == [.atOnce, .seconds(3), .end(of: .certificate("leaf"), seconds: 8)])
    #expect(scenario.steps.map(\.delay.secondsSinceMinting) == [nil, nil, 10])
    let staple = "mutate: {server.staple: {next-update: 20s}}"
    let stapled = Fixture.load(
      ("trust/rogue-ca", Fixture.scenario("steps:\n- {\(staple)}\n- {\(staple), after: {end-of-staple: leaf}}\n")))
    #expect(stapled.findings.map(\.rendered) == [])
    #expect(stapled.scenarios.first?.steps.last?.delay == .end(of: .staple(of: "leaf"), seconds: 20))
  }
}
