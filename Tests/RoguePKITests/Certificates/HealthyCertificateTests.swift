import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import RoguePKI
import RogueStimuli
import Testing

@Suite struct HealthyCertificateTests {
  static let now = Worlds.clock.secondsSince1970

  @Test(arguments: KeyType.common)
  func `OpenSSL accepts a server's chain with its name, at the run's time, under its strict rules`(
    _ type: KeyType
  ) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    for host in ["pinned.rogues.test", "anything.wild.rogues.test", "127.0.0.1", "::1"] {
      var request = X509Verifier.Request(chain: hierarchy.der("leaf", "issuing"), anchors: hierarchy.der("root"))
      request.purpose = .server
      request.hostname = host
      request.at = Self.now
      request.isStrict = true
      request.securityLevel = 2
      #expect(X509Verifier.verify(request) == .accepted(path: hierarchy.der("leaf", "issuing", "root")), "\(host)")
    }
  }

  @Test(arguments: KeyType.common)
  func `GnuTLS accepts a server's chain with its name, at the run's time`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    for host in ["pinned.rogues.test", "anything.wild.rogues.test", "127.0.0.1", "::1"] {
      var request = GnuTLSVerifier.Request(chain: hierarchy.der("leaf", "issuing"), anchors: hierarchy.der("root"))
      request.purpose = .server
      request.hostname = host
      request.at = Self.now
      #expect(try GnuTLSVerifier.verify(request) == .accepted, "\(host)")
    }
  }

  @Test(arguments: KeyType.common)
  func `both accept a client's chain for clients and refuse it for servers`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    let chain = hierarchy.der("client", "issuing")
    let anchors = hierarchy.der("root")
    #expect(X509Verifier.verify(chain: chain, anchors: anchors, purpose: .client, at: Self.now).isAccepted)
    #expect(
      X509Verifier.verify(chain: chain, anchors: anchors, purpose: .server, at: Self.now).problems.map(\.code)
        == [26])
    var request = GnuTLSVerifier.Request(chain: chain, anchors: anchors)
    request.at = Self.now
    request.purpose = .client
    #expect(try GnuTLSVerifier.verify(request) == .accepted)
    request.purpose = .server
    #expect(try !GnuTLSVerifier.verify(request).isAccepted)
  }

  @Test(arguments: KeyType.common)
  func `every certificate of a world is accepted by both under its own root`(_ type: KeyType) throws {
    let hierarchy = try Worlds.mint(Worlds.roles, type)
    for certificate in hierarchy.certificates.values {
      let chain = path(certificate, in: hierarchy)
      let anchors = [try #require(chain.last)]
      var strict = X509Verifier.Request(chain: chain, anchors: anchors)
      strict.at = Self.now
      // OpenSSL's strict rules want keyCertSign of every self-signed certificate, CA or not.
      strict.isStrict = certificate.name != "self-signed"
      #expect(X509Verifier.verify(strict).problems == [], "\(certificate.name)")
      // GnuTLS never takes a certificate without the CA bit for an issuer, not even its own.
      guard certificate.name != "self-signed" else { continue }
      var request = GnuTLSVerifier.Request(chain: chain, anchors: anchors)
      request.at = Self.now
      #expect(try GnuTLSVerifier.verify(request) == .accepted, "\(certificate.name)")
    }
  }

  @Test func `dates count by the second, in both`() throws {
    let hierarchy = try Worlds.mint()
    let chain = hierarchy.der("leaf", "issuing")
    let start = Self.now - 30 * 86_400
    let end = Self.now + 60 * 86_400
    // Through notAfter, inclusive (RFC 5280, section 4.1.2.5); OpenSSL calls the last second expired already.
    for (at, isValid, forOpenSSL) in [
      (start - 1, false, false), (start, true, true), (end - 1, true, true), (end, true, false),
      (end + 1, false, false),
    ] {
      #expect(
        X509Verifier.verify(chain: chain, anchors: hierarchy.der("root"), purpose: .server, at: at).isAccepted
          == forOpenSSL)
      var request = GnuTLSVerifier.Request(chain: chain, anchors: hierarchy.der("root"))
      request.at = at
      #expect(try GnuTLSVerifier.verify(request).isAccepted == isValid)
    }
  }

  @Test(arguments: [
    Timestamp(year: 1950, month: 1, day: 1), Timestamp(year: 2049, month: 12, day: 31),
    Timestamp(year: 2050, month: 1, day: 1), Timestamp(year: 2120, month: 2, day: 29),
  ])
  func `dates survive the change from two-digit years to four`(_ clock: Timestamp) throws {
    var leaf = CertificateRecipe(name: "leaf", isCA: true)
    leaf[NotBefore.self] = 0
    leaf[NotAfter.self] = 86_399
    let der = try #require(try Worlds.mint(Worlds.world([leaf]), clock: clock).certificates["leaf"]?.der)
    let parsed = try X509Certificate(der: der)
    #expect(parsed.notBefore == clock.secondsSince1970)
    #expect(parsed.notAfter == clock.secondsSince1970 + 86_399)
    let other = try GnuTLSCertificate(der: der)
    // GnuTLS counts everything before 1970 as 1970.
    guard clock.secondsSince1970 >= 0 else { return }
    #expect(other.notBefore == clock.secondsSince1970)
    #expect(other.notAfter == clock.secondsSince1970 + 86_399)
  }

  @Test func `the path length of a CA binds`() throws {
    var top = CertificateRecipe(name: "top", isCA: true)
    top[PathLength.self] = 0
    let world = Worlds.world([
      top, CertificateRecipe(name: "between", issuer: "top", isCA: true),
      CertificateRecipe(name: "leaf", issuer: "between", hosts: ["pinned"]),
    ])
    let hierarchy = try Worlds.mint(world)
    let chain = hierarchy.der("leaf", "between")
    let problems = X509Verifier.verify(chain: chain, anchors: hierarchy.der("top"), purpose: .any, at: Self.now)
      .problems
    #expect(problems.map(\.code) == [25])
  }

  private func path(_ certificate: MintedCertificate, in hierarchy: Hierarchy) -> [[UInt8]] {
    var path = [certificate.der]
    var issuer = certificate.issuer
    while let name = issuer, let next = hierarchy.certificates[name] {
      path.append(next.der)
      issuer = next.issuer
    }
    return path
  }
}
