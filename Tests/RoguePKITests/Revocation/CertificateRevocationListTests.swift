import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import Testing

@Suite struct CertificateRevocationListTests {
  static let now = Worlds.clock.secondsSince1970

  @Test(arguments: KeyType.common)
  func `OpenSSL checks a path by the CRLs and finds the revoked leaf`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    let crls = [try hierarchy.revocation.list(of: "issuing"), try hierarchy.revocation.list(of: "root")]
    for (name, codes) in [("leaf", []), ("revoked-leaf", [23])] as [(String, [Int])] {
      var request = X509Verifier.Request(chain: hierarchy.der(name, "issuing"), anchors: hierarchy.der("root"))
      request.purpose = .server
      request.at = Self.now
      request.isStrict = true
      request.revocation = .path(crls)
      #expect(X509Verifier.verify(request).problems.map(\.code) == codes)
    }
  }

  @Test func `a path whose issuers have no CRL is refused if CRLs are required`() throws {
    let hierarchy = try Worlds.mint()
    let chain = hierarchy.der("leaf", "issuing")
    let verification = X509Verifier.verify(
      chain: chain, anchors: hierarchy.der("root"), purpose: .server, at: Self.now, revocation: .path([]))
    #expect(verification.problems.first?.code == 3)
    let stranger = X509Verifier.verify(
      chain: chain, anchors: hierarchy.der("root"), purpose: .server, at: Self.now,
      revocation: .leaf([try hierarchy.revocation.list(of: "stranger")]))
    #expect(!stranger.isAccepted)
  }

  @Test(arguments: KeyType.common)
  func `GnuTLS takes the CRLs for the issuer's own and finds the revoked leaf`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    let crl = try hierarchy.revocation.list(of: "issuing")
    let parsed = try GnuTLSCRL(der: crl)
    #expect(parsed.version == 2)
    #expect(try parsed.problems(issuer: #require(hierarchy.certificates["issuing"]).der, at: Self.now) == 0)
    #expect(try parsed.problems(issuer: #require(hierarchy.certificates["root"]).der, at: Self.now) != 0)
    #expect(parsed.serials == [hierarchy.certificates["revoked-leaf"]?.serial])
    for (name, isAccepted) in [("leaf", true), ("revoked-leaf", false)] {
      var request = GnuTLSVerifier.Request(chain: hierarchy.der(name, "issuing"), anchors: hierarchy.der("root"))
      request.at = Self.now
      request.crls = [crl]
      #expect(try GnuTLSVerifier.verify(request).isAccepted == isAccepted)
    }
  }

  @Test func `a CA that revoked nothing has an empty list`() throws {
    let hierarchy = try Worlds.mint()
    #expect(try GnuTLSCRL(der: hierarchy.revocation.list(of: "root")).count == 0)
  }

  @Test func `the list of a name that does not exist is a failure`() throws {
    let hierarchy = try Worlds.mint()
    #expect(throws: HarnessFailure.self) { try hierarchy.revocation.crl(of: "nobody") }
  }
}
