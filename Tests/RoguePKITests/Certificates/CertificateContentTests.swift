import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import RoguePKI
import RogueStimuli
import Testing

@Suite struct CertificateContentTests {
  @Test func `a certificate holds the values of its hierarchy`() throws {
    let hierarchy = try Worlds.mint()
    for certificate in hierarchy.certificates.values {
      let parsed = try X509Certificate(der: certificate.der)
      #expect(parsed.serial == certificate.serial)
      #expect(parsed.spki == certificate.key.spki)
      #expect(parsed.version == 3)
      #expect((1...20).contains(certificate.serial.count))
      let issuer = certificate.issuer ?? certificate.name
      #expect(parsed.issuer == (try X509Certificate(der: #require(hierarchy.certificates[issuer]).der)).subject)
    }
  }

  @Test(arguments: KeyType.common)
  func `private keys are PKCS #8 of the public key beside them`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    for key in hierarchy.certificates.values.map(\.key) + hierarchy.keys.values {
      #expect(key.type == type)
      #expect(try PrivateKey(pkcs8: key.privateKey).spki() == key.spki)
    }
    #expect(hierarchy.keys.keys.sorted() == ["backup"])
  }

  @Test(arguments: KeyType.common)
  func `names of one world never share a key`(_ type: KeyType) throws {
    var recipes = [CertificateRecipe(name: "root", isCA: true)]
    for index in 0..<9 { recipes.append(CertificateRecipe(name: "leaf-\(index)", issuer: "root", hosts: ["h"])) }
    let hierarchy = try Worlds.mint(Worlds.world(recipes), type)
    let keys = hierarchy.certificates.values.map(\.key.spki) + hierarchy.keys.values.map(\.spki)
    #expect(Set(keys).count == 11)
  }

  @Test func `a server's certificate names its host and that it is a test`() throws {
    let hierarchy = try Worlds.mint()
    let leaf = try X509Certificate(der: #require(hierarchy.certificates["leaf"]).der)
    #expect(leaf.subjectText == "CN=pinned.rogues.test,O=Rogue test certificate\\, do not trust")
    let root = try X509Certificate(der: #require(hierarchy.certificates["root"]).der)
    #expect(root.subjectText.hasPrefix("CN=Rogues' Gallery test root "))
    #expect(root.subjectText.hasSuffix("O=Rogue test CA\\, do not trust"))
    let other = try GnuTLSCertificate(der: #require(hierarchy.certificates["leaf"]).der)
    #expect(other.hosts == ["pinned.rogues.test", "*.wild.rogues.test"])
  }

  @Test func `a name with a final dot is minted as configured`() throws {
    let world = Worlds.world([CertificateRecipe(name: "leaf", hosts: ["elsewhere.example."])])
    let leaf = try GnuTLSCertificate(der: #require(try Worlds.mint(world).certificates["leaf"]).der)
    #expect(leaf.hosts == ["elsewhere.example"])
  }

  @Test func `a certificate may have another's subject, key or key identifier`() throws {
    var impostor = CertificateRecipe(name: "impostor", isCA: true)
    impostor[SubjectOf.self] = "root"
    impostor[SubjectKeyIdentifier.self] = .copied(from: "root")
    var renewed = CertificateRecipe(name: "renewed", issuer: "root", hosts: ["pinned"])
    renewed[KeyOf.self] = "leaf"
    var kept = CertificateRecipe(name: "kept", issuer: "root", hosts: ["pinned"])
    kept[KeyOf.self] = "backup"
    let hierarchy = try Worlds.mint(
      Worlds.world([
        CertificateRecipe(name: "root", isCA: true),
        CertificateRecipe(name: "leaf", issuer: "root", hosts: ["pinned"]), impostor, renewed, kept,
        CertificateRecipe(name: "impostor-leaf", issuer: "impostor", hosts: ["pinned"]),
      ]))
    let root = try #require(hierarchy.certificates["root"])
    let fake = try #require(hierarchy.certificates["impostor"])
    #expect(try X509Certificate(der: root.der).subject == X509Certificate(der: fake.der).subject)
    #expect(root.key != fake.key)
    #expect(hierarchy.certificates["renewed"]?.key == hierarchy.certificates["leaf"]?.key)
    #expect(hierarchy.certificates["kept"]?.key == hierarchy.keys["backup"])
    // Same name and key identifier, another key: nothing but the signature tells them apart.
    let problems = X509Verifier.verify(
      chain: hierarchy.der("impostor-leaf"), anchors: hierarchy.der("root"), purpose: .server,
      hostname: "pinned.rogues.test", at: Worlds.clock.secondsSince1970
    ).problems
    #expect(problems.map(\.code) == [7])
  }

  @Test func `revocation addresses are those of the responder`() throws {
    let der = try #require(try Worlds.mint().certificates["leaf"]?.der)
    let text = String(decoding: der.map { (0x20..<0x7f).contains($0) ? $0 : 0x0a }, as: UTF8.self)
    #expect(text.contains("http://127.0.0.1:8123/token/ocsp/leaf"))
    #expect(text.contains("http://127.0.0.1:8123/token/crl/issuing"))
  }

  @Test func `a world that wants addresses is not minted without a responder`() {
    #expect(throws: HarnessFailure.self) { try Worlds.mint(responder: nil) }
  }

  @Test func `a missing issuer, a circle of issuers, subjects or keys is a failure and no loop`() {
    var circle = [
      CertificateRecipe(name: "a", issuer: "b", isCA: true), CertificateRecipe(name: "b", issuer: "a", isCA: true),
    ]
    #expect(throws: HarnessFailure.self) { try Worlds.mint(Worlds.world(circle)) }
    circle[0][Issuer.self] = nil
    circle[1][Issuer.self] = "nobody"
    #expect(throws: HarnessFailure.self) { try Worlds.mint(Worlds.world(circle)) }
    circle[1][Issuer.self] = "a"
    circle[0][KeyOf.self] = "b"
    circle[1][KeyOf.self] = "a"
    #expect(throws: HarnessFailure.self) { try Worlds.mint(Worlds.world(circle)) }
    circle[1][KeyOf.self] = nil
    circle[0][SubjectOf.self] = "a"
    #expect(throws: HarnessFailure.self) { try Worlds.mint(Worlds.world(circle)) }
    circle[0][SubjectOf.self] = "nobody"
    #expect(throws: HarnessFailure.self) { try Worlds.mint(Worlds.world(circle)) }
    circle[0][SubjectOf.self] = nil
    circle[0][KeyOf.self] = "nobody"
    #expect(throws: HarnessFailure.self) { try Worlds.mint(Worlds.world(circle)) }
  }
}
