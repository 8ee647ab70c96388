import RogueModel
import RogueScenarios
import RogueStimuli
import Testing

/// Where a mutation's path leads, and what it says when it leads nowhere.
@Suite struct MutationTests {
  /// The mutated world of a scenario with one mutation.
  private func mutated(_ mutation: String, world: String = Fixture.world) throws -> World {
    let catalogue = Fixture.load(world: world, ("trust/rogue-ca", Fixture.scenario("mutate: {\(mutation)}")))
    #expect(catalogue.findings.map(\.rendered).joined() == "")
    return try #require(catalogue.scenarios.first?.steps.first).world
  }

  private func healthy(world: String = Fixture.world) throws -> World {
    try #require(Fixture.load(world: world).worlds.first)
  }

  private func complaints(_ mutation: String) -> String { Fixture.complaints("mutate: {\(mutation)}") }

  @Test func `a CA can have several CRLs, and a CRL any number and entries`() throws {
    let list = try #require(
      try mutated("certificates.issuing.crl: [{number: 255, lists: []}, {number: absent, lists: [leaf, leaf]}, honest]")
        .certificate("issuing")?[IssuedCRL.self])
    #expect(list.number == .given(255) && list.lists == [] && list.further.count == 2)
    #expect(list.further.map(\.number) == [.absent, .right] && list.further.map(\.lists) == [["leaf", "leaf"], nil])
    #expect(list.flow == "[{number: 255, lists: []}, {number: absent, lists: [leaf, leaf]}, honest]")
  }

  @Test func `only the path changes`() throws {
    var expected = try healthy()
    expected.server.present = ["rogue-leaf"]
    #expect(try mutated("server.present: [rogue-leaf]") == expected)
    expected = try healthy()
    let leaf = try #require(expected.certificates.firstIndex { $0.name == "leaf" })
    expected.certificates[leaf][NotAfter.self] = -86_400
    #expect(try mutated("certificates.leaf.not-after: -1d") == expected)
  }

  @Test func `a mutation can set a key that the world leaves out`() throws {
    #expect(try mutated("certificates.root.path-length: 0").certificate("root")?[PathLength.self] == 0)
    #expect(
      try mutated("certificates.leaf.key-identifier.copied-from: root").certificate("leaf")?[SubjectKeyIdentifier.self]
        == .copied(from: "root"))
    #expect(try mutated("server.staple.status: revoked").server[Staple.self] == .response(OCSPRecipe(status: .revoked)))
    #expect(
      try mutated("server.connections.2.present: [rogue-leaf]").server.connections
        == [2: .init(present: ["rogue-leaf"])])
    var own = ServerRecipe.Connection(behaviours: [])
    own.settings.override(Staple.self, with: .response(OCSPRecipe(status: .revoked)))
    own.settings.override(FixedVersion.self, with: .tls12)
    #expect(
      try mutated("server.connections.2: {tls: \"1.2\", staple: {status: revoked}, behaviours: []}").server.connections
        == [2: own])
    #expect(
      try mutated("server.virtual-hosts.api.present: [rogue-leaf]").server[VirtualHosts.self]
        == ["api": .init(present: ["rogue-leaf"])])
    #expect(try mutated("responders.issuing.crl: down").responders == ["issuing": ResponderRecipe(crl: .down)])
    #expect(
      try mutated("responders.issuing.ocsp.status: try-later").responders
        == ["issuing": ResponderRecipe(response: OCSPRecipe(status: .tryLater))])
  }

  @Test func `keys of an honest part can be set`() throws {
    let world = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf], staple: honest")
    #expect(
      try mutated("server.staple.status: revoked", world: world).server[Staple.self]
        == .response(OCSPRecipe(status: .revoked)))
    var stale = CRLRecipe()
    stale.nextUpdate = -86_400
    #expect(try mutated("certificates.issuing.crl.next-update: -1d").certificate("issuing")?[IssuedCRL.self] == stale)
    stale.nextUpdate = nil
    #expect(
      try mutated("certificates.issuing.crl: {next-update: null}").certificate("issuing")?[IssuedCRL.self] == stale)
  }

  @Test func `null removes, so that the default applies`() throws {
    #expect(try mutated("certificates.issuing.path-length: null").certificate("issuing")?[PathLength.self] == nil)
    #expect(try mutated("certificates.leaf.hosts: ~").certificate("leaf")?[DNSNames.self] == [])
    #expect(try mutated("certificates.client-root: {ca: false}").certificate("client-root")?[IsCA.self] == false)
  }

  @Test func `null is a value where it has a meaning`() throws {
    let world = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf], staple: {next-update: 1h}")
    #expect(
      try mutated("server.staple.next-update: null", world: world).server[Staple.self]
        == .response(OCSPRecipe(nextUpdate: nil)))
  }

  @Test func `a mutation is described on one line`() throws {
    let catalogue = Fixture.load(
      ("trust/rogue-ca", Fixture.scenario("mutate:\n  server.staple:\n    status: revoked\n    next-update: null\n")))
    let mutation = try #require(catalogue.scenarios.first?.steps.first?.mutation)
    #expect(mutation.description == "server.staple: {status: revoked, next-update: null}")
    #expect(mutation.location == SourceLocation(file: "Scenarios/trust/rogue-ca.yaml", line: 9, column: 3))
  }

  @Test func `a misspelt part of a path gets its near miss`() {
    #expect(
      complaints("server.presnt: [rogue-leaf]") == """
        Scenarios/trust/rogue-ca.yaml:8:17: error: the server has no key 'presnt'
          mutate: {server.presnt: [rogue-leaf]}
                          ^^^^^^
          help: did you mean 'present'?

        """)
    #expect(
      complaints("\"certificates.laef.not-after\": -1d") == """
        Scenarios/trust/rogue-ca.yaml:8:24: error: the world has no certificate 'laef'
          mutate: {"certificates.laef.not-after": -1d}
                                 ^^^^
          help: did you mean 'leaf'?

        """)
    #expect(
      complaints("sever.present: [leaf]") == """
        Scenarios/trust/rogue-ca.yaml:8:10: error: unknown path component 'sever'
          mutate: {sever.present: [leaf]}
                   ^^^^^
          help: did you mean 'server'?

        """)
  }

  @Test func `parts shared by rogue and control cannot be changed`() {
    #expect(
      complaints("stores.system: []") == """
        Scenarios/trust/rogue-ca.yaml:8:10: error: a mutation may not touch 'stores'
          mutate: {stores.system: []}
                   ^^^^^^
          help: it is the same in rogue and control; mutations touch certificates, server, responders, platform

        """)
  }

  @Test func `a wrong value is shown where it is written`() {
    #expect(
      complaints("certificates.leaf.not-after: -1") == """
        Scenarios/trust/rogue-ca.yaml:8:39: error: expected a duration such as -30d, 90m or 0s, found '-1'
          mutate: {certificates.leaf.not-after: -1}
                                                ^^
          help: add a unit: s, m, h or d

        """)
    #expect(
      complaints("server.staple: {status: revokd}") == """
        Scenarios/trust/rogue-ca.yaml:8:34: error: expected one of good, revoked, unknown, try-later, internal-error, \
        sig-required, unauthorized, malformed-request, found 'revokd'
          mutate: {server.staple: {status: revokd}}
                                           ^^^^^^
          help: did you mean 'revoked'?

        """)
  }

  @Test func `an error that a mutation causes elsewhere is reported at the mutation`() {
    #expect(
      complaints("certificates.root.issuer: leaf") == """
        Scenarios/trust/rogue-ca.yaml:8:10: error: this mutation breaks the world: a cycle: 'issuer' leads from 'root' \
        back to it (root -> leaf -> issuing -> root) (Certs/worlds/pinned-site.yaml:6:31)
          mutate: {certificates.root.issuer: leaf}
                   ^^^^^^^^^^^^^^^^^^^^^^^^

        """)
  }

  @Test(arguments: [
    ("server: {present: [leaf]}", "a mutation changes one thing; 'server' is many"),
    ("server.present.0: leaf", "the path goes too far: a list of certificates has no keys below"),
    ("server.present.: [leaf]", "the path goes too far: a list of certificates has no keys below"),
    ("server..present: [leaf]", "the server has no key ''"),
    ("responders.nobody.crl: down", "the world has no certificate 'nobody'"),
    ("server.connections.0.present: [leaf]", "expected a whole number from 1, found '0'"),
    ("server.connections.two.present: [leaf]", "expected a whole number from 1, found 'two'"),
    ("server.connections.2.alpn: [h2]", "a connection has no key 'alpn'"),
    ("server.connections.2.tls: \"1.1\"", "expected one of 1.2, 1.3, found '1.1'"),
    ("server.renegotiation: {tls: \"1.2\"}", "unknown key 'tls' in a renegotiation"),
    ("server.virtual-hosts: {127.0.0.1.: {}}", "no ClientHello names an address (RFC 6066, section 3)"),
    ("server.virtual-hosts: {a/b: {}}", "'a/b' is no valid host: '/' is not allowed in a host"),
    ("server.virtual-hosts: {api: {key: leaf}, API: {}}", "'API' occurs twice"),
    ("server.virtual-hosts.api.present: [nobody]", "the world has no certificate 'nobody'"),
    ("server.virtual-hosts.api.host: a", "a connection has no key 'host'"),
    ("certificates.fresh: {ca: true}", "the world has no certificate 'fresh'"),
    ("certificates.leaf.crl: {}", "'crl' has no meaning here: only a CA issues a list"),
    ("certificates.issuing.crl.color: red", "a CRL has no key 'color'"),
    ("certificates.issuing.crl: {entries: 50001}", "expected a whole number from 0 to 50000, found '50001'"),
    ("certificates.issuing.crl: []", "expected a list of CRLs, found an empty one"),
    ("certificates.issuing.crl: {lists: [nobody]}", "the world has no certificate 'nobody'"),
    ("certificates.issuing.crl: {extensions: {x: \"DER:00\"}}", "'x' is not an object identifier"),
    ("certificates.leaf.crl-url: []", "expected a list of CAs, found an empty one"),
    ("responders.issuing.ocsp: {signatur: empty}", "unknown key 'signatur' in an OCSP response"),
    (
      "responders.issuing.ocsp: doom",
      "expected one of honest, down, hanging, dripping, truncated, try-later, "
        + "http-500, http-404, empty, html, wrong-content-type, chunked, redirect, redirect-loop, found 'doom'"
    ),
    (
      "server.staple: {before: [{about: leaf, status: try-later}]}",
      "expected one of good, revoked, unknown, found 'try-later'"
    ),
    ("server.staple: null", "the world does not set 'server.staple', so there is nothing to remove"),
    ("host: other", "a mutation may not touch 'host'"),
    ("keys: []", "a mutation may not touch 'keys'"),
    ("policies.system.anchors: []", "a mutation may not touch 'policies'"),
  ])
  func `an unknown path is refused`(mutation: String, message: String) {
    let findings = Fixture.load(("trust/rogue-ca", Fixture.scenario("mutate: {\(mutation)}"))).findings
    #expect(findings.map(\.message) == [message])
  }

  @Test func `a word has no keys below it`() {
    let world = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf], staple: none")
    let findings = Fixture.load(
      world: world, ("trust/rogue-ca", Fixture.scenario("mutate: {server.staple.status: revoked}"))
    ).findings
    #expect(findings.map(\.message) == ["'server.staple' is 'none' in this world, which has no keys"])
    #expect(findings.first?.help == "set 'server.staple' as a whole")
  }
}
