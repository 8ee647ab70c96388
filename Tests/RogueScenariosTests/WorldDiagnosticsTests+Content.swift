import RogueModel
import RogueScenarios
import RogueStimuli
import Testing

/// What arrives of a world that is right, and of one with several mistakes.
extension WorldDiagnosticsTests {
  @Test func `several mistakes are shown together and in order`() {
    let findings = Fixture.load(
      world: Fixture.world.replacing("ca: true", with: "ca: 1").replacing("host: pinned\n", with: "hots: pinned\n")
    ).findings
    #expect(findings.map { $0.location?.line } == [1, 5, 6, 9, 11, 15])
  }

  @Test func `every key of a world is read`() throws {
    let world = try #require(
      Fixture.load(
        world: """
          world: pinned-site
          title: Everything
          domain: rogues.test
          certificates:
            root: {ca: true}
            leaf:
              issuer: root
              hosts: [pinned, "*", other.example.]
              addresses: ["127.0.0.1", "::1", "2001:db8::192.0.2.1"]
              subject-of: root
              key-of: backup
              key-identifier: {copied-from: root}
              usage: client
              revoked: true
              ocsp-url: true
              must-staple: true
              defects: [bad-signature, {long-serial: {bytes: 30}}]
            bare:
          keys: [backup]
          host: pinned
          server:
            present: [leaf]
            key: backup
            tls: "1.2"
            staple: {status: revoked, signer: bare, this-update: -2h, next-update: null, about: root}
            alpn: [http/1.1]
            client-auth: request
            client-chain: strict
            client-anchors: [root]
            client-authorities: false
            resumption: true
            connections: {2: {present: [bare]}}
            behaviours: [silent-close]
          responders: {root: {ocsp: {status: try-later}, crl: html}}
          policies:
            all:
              anchors: []
              pin-sets:
                - {host: pinned, include-subdomains: true, expires: 90d, any: [certificate root @chain]}
              revocation: {mode: best-effort, methods: [crl, ocsp-fetch]}
              identity: {form: pem, leaf: leaf, chain: [root]}
              hostname: false
          """
      ).worlds.first)
    let leaf = try #require(world.certificate("leaf"))
    #expect(leaf[DNSNames.self] == ["pinned", "*", "other.example."])
    #expect(leaf[IPAddresses.self] == ["127.0.0.1", "::1", "2001:db8::192.0.2.1"])
    #expect((leaf[Issuer.self], leaf[SubjectOf.self], leaf[KeyOf.self]) == ("root", "root", "backup"))
    #expect(leaf[SubjectKeyIdentifier.self] == .copied(from: "root"))
    #expect(
      (
        leaf[CertificateUsage.self], leaf[Revoked.self], leaf[OCSPURL.self], leaf[CRLDistributionPoints.self],
        leaf[MustStaple.self]
      ) == (.client, true, true, nil, true))
    #expect(
      leaf[CertificateDefects.self] == [NamedUse("bad-signature"), NamedUse("long-serial", ["bytes": .integer(30)])])
    #expect(leaf.location == SourceLocation(file: "Certs/worlds/pinned-site.yaml", line: 6, column: 3))
    var bare = CertificateRecipe(name: "bare")
    bare.location = SourceLocation(file: "Certs/worlds/pinned-site.yaml", line: 18, column: 3)
    #expect(world.certificate("bare") == bare)
    var server = ServerRecipe(
      present: ["leaf"], key: "backup",
      connections: [2: .init(present: ["bare"])], behaviours: [NamedUse("silent-close")])
    server[FixedVersion.self] = .tls12
    server[Staple.self] = .response(
      OCSPRecipe(status: .revoked, signer: "bare", thisUpdate: -7200, nextUpdate: nil, about: "root"))
    server[ClientAuth.self] = .request
    server[ClientChain.self] = .strict
    server[ClientAnchors.self] = ["root"]
    server[ClientAuthorities.self] = false
    server[ApplicationProtocols.self] = ["http/1.1"]
    server[Resumption.self] = .any
    #expect(world.server == server)
    #expect(
      world.responders
        == ["root": ResponderRecipe(ocsp: .honest, crl: .html, response: OCSPRecipe(status: .tryLater))])
    let policy = try #require(world.policy("all"))
    #expect(policy.anchors == [])
    #expect(
      policy.pinSets == [
        .init(
          host: "pinned", includeSubdomains: true, expires: 90 * 86_400,
          any: [.init(kind: .certificate, position: .chain, of: "root")])
      ])
    #expect(policy.revocation == .init(mode: .bestEffort, methods: [.crl, .ocspFetch]))
    #expect(policy.identity == .init(form: .pem, leaf: "leaf", chain: ["root"]))
    #expect(!policy.checksHostname)
    #expect(world.stores == .init(system: [], user: []))
  }
}
