import RogueModel
import RogueScenarios
import Testing

/// Files that can be read and still prove nothing.
@Suite struct LintTests {
  /// What lint says about the common world and one scenario; what concerns unused policies is left out.
  private func lint(_ body: String, world: String = Fixture.world, _ change: (String) -> String = { $0 }) -> [Finding] {
    let catalogue = Fixture.load(world: world, ("trust/rogue-ca", change(Fixture.scenario(body))))
    #expect(catalogue.findings.map(\.rendered).joined() == "")
    return Lint.check(catalogue).filter { !$0.message.hasPrefix("no scenario ") }
  }

  private func messages(_ body: String, world: String = Fixture.world) -> [String] {
    lint(body, world: world).map { "\($0.severity.rawValue) \($0.location?.line ?? 0): \($0.message)" }
  }

  @Test func `a correct scenario has no findings`() {
    #expect(
      messages("mutate: {server.present: [rogue-leaf]}\nexpect: {disposition: cancel, reason: untrusted}") == [])
  }

  @Test func `a scenario of level must needs a reference`() {
    let rogue = "mutate: {server.present: [rogue-leaf]}\n"
    let bare = { (text: String) in text.replacing("references: [\"RFC 5280, section 6.1\"]\n", with: "") }
    #expect(
      lint(rogue, bare).map(\.rendered).joined() == """
        Scenarios/trust/rogue-ca.yaml:4:1: error: a scenario of level must needs 'references'
          level: must
          ^^^^^
          help: name the section of the RFC, or the CVE; or use the level should

        """)
    #expect(lint(rogue) { bare($0).replacing("level: must", with: "level: should") } == [])
    #expect(lint("", bare) == [])
  }

  @Test(arguments: [
    ("One sentence.", []),
    ("See RFC 5280, section 6.1.3, e.g. there. Two (three.) Is it?", []),
    ("One. Two. Three. Four.", ["'why' has 4 sentences; write one to three"]),
    ("no end", ["'why' ends in the middle of a sentence"]),
    ("Ends here. but not here", ["'why' ends in the middle of a sentence"]),
  ])
  func `the key why has one to three sentences`(why: String, expected: [String]) {
    let findings = lint("") {
      $0.replacing("why: One bad CA among hundreds is enough. This is what pinning exists for.", with: "why: \(why)")
    }
    #expect(findings.map(\.message) == expected)
  }

  @Test func `a keyword is unique and repeats no other word of its scenario`() {
    let rogue = "mutate: {certificates.leaf.not-after: -1d}\nexpect: {disposition: cancel, reason: expired}\n"
    #expect(messages(rogue + "keywords: [two-digit year, UTCTime]") == [])
    #expect(
      messages(rogue + "keywords: [not-after, UTCTime, UTC time, '--']") == [
        "error 10: the keyword 'not-after' is generated from the world and the mutation",
        "error 10: the keyword 'UTC time' is listed twice, in two spellings",
        "error 10: the keyword '--' has no letter and no digit",
      ])
  }

  @Test func `a mutation that changes nothing is reported`() {
    #expect(
      lint("mutate: {server.present: [leaf, issuing]}").map(\.rendered).joined() == """
        Scenarios/trust/rogue-ca.yaml:8:1: error: the mutation changes nothing: \
        the world says 'server.present: [leaf, issuing]' already
          mutate: {server.present: [leaf, issuing]}
          ^^^^^^

        """)
    #expect(messages("mutate: {certificates.leaf.revoked: false}").count == 1)
  }

  @Test func `a setting is not a fault by itself`() {
    let expected = "error 8: 'server.keep-alive' is not a fault by itself, so nothing shows that it was presented"
    #expect(
      messages("mutate: {server.keep-alive: true}\nexpect: {disposition: cancel, reason: untrusted}") == [expected])
    // An empty list of behaviours is none.
    #expect(
      messages("mutate: {server.behaviours: []}\nexpect: {disposition: cancel, reason: untrusted}")
        .contains("error 8: 'server.behaviours' is not a fault by itself, so nothing shows that it was presented"))
  }

  @Test func `a changed certificate that is never presented`() {
    #expect(
      lint("mutate: {certificates.rogue-leaf.not-after: -1d}").map(\.rendered).joined() == """
        Scenarios/trust/rogue-ca.yaml:8:1: error: the certificate 'rogue-leaf' is never presented, \
        so its fault is not either
          mutate: {certificates.rogue-leaf.not-after: -1d}
          ^^^^^^
          help: it is neither presented nor trusted, issues nothing that is, and belongs to no policy that is run

        """)
    // Trusted, an issuer of what is presented, and a part of a policy that runs.
    #expect(messages("mutate: {certificates.rogue-root.not-after: -1d}") == [])
    #expect(messages("mutate: {certificates.issuing.not-after: -1d}") == [])
    #expect(messages("policies: [client]\nmutate: {certificates.client-leaf.not-after: -1d}") == [])
    #expect(messages("policies: [system]\nmutate: {certificates.client-leaf.not-after: -1d}").count == 1)
  }

  @Test func `a changed responder that is never queried`() {
    #expect(messages("mutate: {responders.issuing.crl: down}") == [])
    #expect(
      messages("mutate: {responders.issuing.ocsp: down}") == [
        "error 8: no client queries the responder of 'issuing': none of its certificates in use carries ocsp-url"
      ])
    #expect(
      messages("mutate: {responders.rogue-root.crl: down}") == [
        "error 8: no client queries the responder of 'rogue-root': none of its certificates in use carries crl-url"
      ])
  }

  @Test func `a healthy step that expects a refusal`() {
    #expect(
      messages("steps:\n  - {}\n  - {expect: {disposition: cancel, reason: untrusted}}\n") == [
        "error 10: a step without a mutation expects 'system' to cancel, but its control expects it to accept"
      ])
  }

  @Test func `a rogue without a fault is reported`() {
    let rogue = "policies: [system, anchor]\nmutate: {server.present: [rogue-leaf]}\n"
    let either = rogue + "expect: {any: [{disposition: accept}, {disposition: cancel, reason: untrusted}]}"
    #expect(
      lint(either).map(\.rendered).joined() == """
        Scenarios/trust/rogue-ca.yaml:10:1: error: under every policy both accept and cancel are right
          expect: {any: [{disposition: accept}, {disposition: cancel, reason: untrusted}]}
          ^^^^^^
          help: expect one of them under some policy; where the standards leave a choice, the level is may

        """)
    #expect(lint(either) { $0.replacing("level: must", with: "level: should") }.count == 1)
    #expect(lint(either) { $0.replacing("level: must", with: "level: may") } == [])
    // One policy that decides is enough.
    let decided =
      rogue.replacing("policies: [system, anchor]\n", with: "") + """
        expect:
          by-policy:
            system: {any: [{disposition: accept}, {disposition: cancel, reason: untrusted}]}
            anchor: {disposition: cancel, reason: untrusted}
        """
    #expect(messages(decided) == [])
    // Cancelling is wrong, or right at configuration only: a client that cancels the server is wrong.
    #expect(messages(rogue + "expect: {disposition: accept}") == [])
    #expect(messages(either.replacing("reason: untrusted", with: "reason: configuration, phase: configuration")) == [])
    // In a conversation the rogue steps count.
    #expect(
      messages(
        "policies: [anchor]\nsteps: [{}, {mutate: {server.present: [rogue-leaf]}, "
          + "expect: {any: [{disposition: accept}, {disposition: cancel, reason: untrusted}]}}]"
      ).count == 1)
  }

  @Test func `a scenario that accepts any reason is reported`() {
    #expect(
      messages("policies: [anchor]\nmutate: {server.present: [rogue-leaf]}\nexpect: {disposition: cancel}") == [
        "warning 10: 'anchor' may cancel for any reason at all"
      ])
  }

  @Test func `client certificates judged without a request or without certificates`() {
    let asking = Fixture.world.replacing(
      "present: [leaf, issuing]", with: "present: [leaf, issuing], client-auth: require, client-anchors: [client-root]")
    let expect = "expect: {disposition: accept, client-chain: [client-leaf]}"
    #expect(
      messages("policies: [client]\n" + expect) == [
        "error 9: the client's certificates are judged for 'client', but the server requests none"
      ])
    #expect(messages("policies: [client]\n" + expect, world: asking) == [])
    #expect(
      messages("policies: [system]\nexpect: {disposition: accept, identity: withheld}", world: asking) == [
        "error 9: the client's certificates are judged for 'system', but this policy has no 'identity'"
      ])
  }

  @Test func `a session that no step issues`() {
    let resuming = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf], resumption: true")
    #expect(
      messages("steps: [{reuse: session}]", world: resuming) == ["error 8: the first step has nothing to reuse"])
    #expect(
      messages("steps: [{}, {reuse: session}]") == [
        "error 8: the server issues no sessions that could be resumed"
      ])
    #expect(messages("steps: [{}, {reuse: session}]", world: resuming) == [])
  }

  @Test func `cases over a TLS version that the server does not speak`() {
    let world = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf], tls: \"1.3\"")
    #expect(
      messages("axes: {tls: [\"1.2\", \"1.3\"]}", world: world) == [
        "warning 8: the server speaks TLS 1.3 only, but there are cases with 1.2"
      ])
    #expect(messages("", world: world) == [])
  }

  @Test func `colliding ids are reported`() {
    let catalogue = Fixture.load(
      ("trust/one", Fixture.scenario("", name: "trust/one")),
      ("trust/two", Fixture.scenario("", name: "trust/two")),
      ("more/trust/one", Fixture.scenario("", name: "trust/one")))
    let messages = (catalogue.findings + Lint.check(catalogue)).filter { $0.severity == .error }.map(\.message)
    #expect(messages == ["the id 'trust/one' belongs to Scenarios/trust/one.yaml already"])
  }

  @Test func `policies and worlds without a scenario`() {
    let used = Fixture.load(("trust/rogue-ca", Fixture.scenario("policies: [system, anchor, leaf-spki, ca-spki]")))
    #expect(
      Lint.check(used).map(\.rendered).joined() == """
        Certs/worlds/pinned-site.yaml:22:3: warning: no scenario runs the policy 'client'
            client: {identity: {form: pkcs12, leaf: client-leaf}}
            ^^^^^^

        """)
    #expect(Lint.check(Fixture.load()).map(\.message) == ["no scenario uses the world 'pinned-site'"])
    // A scenario that could not be read may be the one.
    #expect(Lint.check(Fixture.load(("trust/rogue-ca", "scenario: ["))) == [])
  }

  @Test func `a staple for a later certificate needs TLS 1.3 and that certificate`() {
    let mutation = "mutate: {server.staples: {issuing: {status: revoked}}}\n"
    let path = "mutate: {server.staples.issuing: {status: revoked}}\naxes: {tls: [\"1.3\"]}\n"
    let expect = "expect: {disposition: cancel, reason: revoked}"
    #expect(
      lint(mutation + expect).map(\.message) == [
        "over TLS 1.2 nothing is stapled for certificates after the leaf, so the fault cannot be presented"
      ])
    let world = Fixture.world.replacing(
      "present: [leaf, issuing]", with: "present: [leaf, issuing], staples: {issuing: honest}")
    #expect(lint(path + expect, world: world) == [])
    let alone = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf], staples: {issuing: honest}")
    #expect(
      lint(path + expect, world: alone).map(\.message) == [
        "'issuing' is not presented after the leaf, so nothing is stapled for it"
      ])
  }

  @Test func `a policy that relies on a staple that is never sent`() {
    let world = Fixture.world + "\n  stapled: {revocation: {mode: require, methods: [ocsp-staple]}}\n"
    #expect(
      messages("", world: world) == [
        "warning 23: the policy 'stapled' relies on a staple, but the server never sends one"
      ])
    #expect(messages("mutate: {server.staple: honest}", world: world) == [])
  }
}
