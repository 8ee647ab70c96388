import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import RoguePKI
import RogueStimuli
import Testing

/// What a verdict cannot show: that a defect changed this and nothing else.
@Suite struct DefectBytesTests {
  private let tests = DefectTests()

  private func pair(_ use: NamedUse) throws -> (healthy: [UInt8], defective: [UInt8]) {
    (
      try #require(try Worlds.mint().certificates["leaf"]).der,
      try #require(try tests.mint(use, on: "leaf").certificates["leaf"]).der
    )
  }

  @Test(arguments: KeyType.common)
  func `a bad signature is one bit away from a good one`(_ type: KeyType) throws {
    let healthy = try #require(try Worlds.mint(Worlds.roles, type).certificates["leaf"]).der
    let defective = try #require(try tests.mint("bad-signature", on: "leaf", type).certificates["leaf"]).der
    #expect(healthy.count == defective.count)
    #expect(zip(healthy, defective).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +) == 1)
  }

  @Test func `trailing bytes follow the healthy certificate`() throws {
    let (healthy, defective) = try pair(NamedUse("trailing-bytes", ["count": .integer(3)]))
    #expect(defective == healthy + [0, 0, 0])
  }

  @Test func `a length that is too long holds the healthy certificate`() throws {
    let (healthy, defective) = try pair(NamedUse("non-der-length"))
    #expect(Array(healthy.prefix(2)) == [0x30, 0x82])
    #expect(defective == [0x30, 0x83, 0] + healthy.dropFirst(2))
  }

  @Test func `a wrong length inside the signed part is covered by the signature`() throws {
    let (healthy, defective) = try pair(NamedUse("non-der-length", ["part": .text("tbs")]))
    #expect(Array(defective[4..<7]) == [0x30, 0x83, 0])
    #expect(Array(defective.dropFirst(9).prefix(200)) == Array(healthy.dropFirst(8).prefix(200)))
  }

  @Test func `a negative serial is negative for both`() throws {
    let certificate = try #require(try tests.mint("negative-serial", on: "leaf").certificates["leaf"])
    // OpenSSL gives the magnitude, which of a negative number is not that of its bytes.
    #expect(try X509Certificate(der: certificate.der).serial != certificate.serial)
    #expect(try GnuTLSCertificate(der: certificate.der).serial == certificate.serial)
    #expect(try #require(certificate.serial.first) >= 0x80)
  }

  @Test func `a CA with a negative serial can be revoked by it`() throws {
    var world = Worlds.roles
    for index in world.certificates.indices where world.certificates[index].name == "leaf" {
      world.certificates[index][CertificateDefects.self] = [NamedUse("negative-serial")]
      world.certificates[index][Revoked.self] = true
    }
    let hierarchy = try Worlds.mint(world)
    let verification = X509Verifier.verify(
      chain: hierarchy.der("leaf", "issuing"), anchors: hierarchy.der("root"), purpose: .server,
      at: Worlds.clock.secondsSince1970, revocation: .leaf([try hierarchy.revocation.list(of: "issuing")]))
    #expect(verification.problems.map(\.code) == [23])
  }

  @Test func `without a subjectAltName the host is in the common name only`() throws {
    let der = try #require(try tests.mint("no-san", on: "leaf").certificates["leaf"]).der
    #expect(try GnuTLSCertificate(der: der).hosts == [])
    #expect(try X509Certificate(der: der).subjectText.hasPrefix("CN=pinned.rogues.test,"))
  }

  @Test func `version 1 is version 1 for both`() throws {
    let der = try #require(try tests.mint("version-1", on: "issuing").certificates["issuing"]).der
    #expect(try X509Certificate(der: der).version == 1)
    let parsed = try GnuTLSCertificate(der: der)
    #expect(parsed.version == 1)
    #expect(parsed.isCA == nil)
    let claimed = try #require(try tests.mint("extensions-in-version-1", on: "leaf").certificates["leaf"]).der
    #expect(try X509Certificate(der: claimed).version == 1)
  }

  @Test func `basicConstraints with cA false differs from none`() throws {
    let says = try #require(try tests.mint("not-a-ca", on: "issuing").certificates["issuing"]).der
    #expect(try GnuTLSCertificate(der: says).isCA == false)
    let missing = try #require(try tests.mint("no-basic-constraints", on: "issuing").certificates["issuing"]).der
    #expect(try GnuTLSCertificate(der: missing).isCA == nil)
  }

  @Test func `a CA with the wrong key usage may only sign data`() throws {
    let der = try #require(try tests.mint("wrong-key-usage", on: "issuing").certificates["issuing"]).der
    // GNUTLS_KEY_DIGITAL_SIGNATURE.
    #expect(try GnuTLSCertificate(der: der).keyUsage == 128)
  }

  @Test func `the signed part names SHA-512 and the outside SHA-256, with which the signature was made`() throws {
    let der = try #require(try tests.mint("inner-outer-algorithm-mismatch", on: "leaf").certificates["leaf"]).der
    let sha512: [UInt8] = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x04]
    let sha256: [UInt8] = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
    func places(of needle: [UInt8]) -> [Int] {
      (0...der.count - needle.count).filter { Array(der[$0..<$0 + needle.count]) == needle }
    }
    #expect(places(of: sha512).count == 1)
    #expect(places(of: sha256).count == 1)
    #expect(try #require(places(of: sha512).first) < 60)
    #expect(try #require(places(of: sha256).first) > der.count - 100)
  }

  @Test func `GnuTLS calls a duplicate extension by its name`() throws {
    let der = try #require(try tests.mint("duplicate-extension", on: "leaf").certificates["leaf"]).der
    do {
      _ = try GnuTLSCertificate(der: der)
      Issue.record("GnuTLS parsed a duplicate extension")
    } catch {
      #expect(error.text == "Duplicate extension in X.509 certificate.")
    }
  }

  @Test func `a purpose can be chosen`() throws {
    let hierarchy = try tests.mint(NamedUse("wrong-extended-key-usage", ["purpose": .text("client")]), on: "leaf")
    let chain = hierarchy.der("leaf", "issuing")
    let at = Worlds.clock.secondsSince1970
    #expect(X509Verifier.verify(chain: chain, anchors: hierarchy.der("root"), purpose: .client, at: at).isAccepted)
    #expect(!X509Verifier.verify(chain: chain, anchors: hierarchy.der("root"), purpose: .server, at: at).isAccepted)
  }
}
