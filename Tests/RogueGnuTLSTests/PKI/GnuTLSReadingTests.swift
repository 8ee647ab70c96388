import GnuTLSPKI
import RogueGnuTLS
import Testing

@Suite struct `What GnuTLS reads` {
  private let pki = Certificates.shared

  static let garbage: [[UInt8]] = [[], [0x30], [0x30, 0], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], Array("-----".utf8)]

  @Test(arguments: garbage)
  func `is DER, and a failure names the structure`(bytes: [UInt8]) {
    func operation(_ read: () throws -> Void) -> String? {
      do {
        try read()
        return nil
      } catch {
        return (error as? GnuTLSFailure)?.operation
      }
    }
    #expect(operation { _ = try GnuTLSCertificate(der: bytes) } == "parse a certificate")
    #expect(operation { _ = try GnuTLSCRL(der: bytes) } == "parse a CRL")
    // GnuTLS takes an empty sequence for a response, though it has no status.
    if bytes != [0x30, 0] {
      #expect(operation { _ = try GnuTLSOCSPResponse(der: bytes) } == "parse an OCSP response")
    }
    #expect(operation { _ = try GnuTLSBundle(der: bytes, password: "x") } != nil)
    let chain = [pki.leaf.certificate]
    #expect(
      operation { _ = try GnuTLSVerifier.verify(.init(chain: [bytes], anchors: [])) } == "parse a certificate")
    #expect(
      operation { _ = try GnuTLSVerifier.verify(.init(chain: chain, anchors: [bytes])) } == "add an anchor")
    var request = GnuTLSVerifier.Request(chain: chain, anchors: [pki.root.certificate])
    request.crls = [bytes]
    #expect(operation { _ = try GnuTLSVerifier.verify(request) } == "add a CRL")
  }

  @Test func `is no OCSP response if it is empty`() throws {
    let empty = try GnuTLSOCSPResponse(der: [0x30, 0])
    #expect(empty.responseStatus != 0 && empty.status == nil)
    #expect(try !empty.isAbout(pki.leaf.certificate))
    #expect((try? empty.problems(issuer: pki.root.certificate, at: nil)) != 0)
    #expect((try? empty.problems(anchors: [pki.root.certificate], at: nil)) != 0)
  }

  @Test func `is a certificate's fields`() throws {
    let root = try GnuTLSCertificate(der: pki.root.certificate)
    let leaf = try GnuTLSCertificate(der: pki.leaf.certificate)
    #expect(root.version == 3 && leaf.version == 3)
    #expect(root.isCA == true && leaf.isCA == false)
    // GNUTLS_KEY_KEY_CERT_SIGN and GNUTLS_KEY_CRL_SIGN; the leaf has no keyUsage.
    #expect(root.keyUsage == 4 | 2 && leaf.keyUsage == nil)
    #expect(root.hosts == [] && leaf.hosts == ["pinned.rogues.test", "*.rogues.test"])
    #expect(!leaf.serial.isEmpty && leaf.serial != root.serial)
    #expect(leaf.notAfter - leaf.notBefore == 30 * 86_400)
    for host in ["pinned.rogues.test", "PINNED.rogues.test", "x.rogues.test", "127.0.0.1"] {
      #expect(leaf.matches(host: host), "\(host)")
    }
    for host in ["rogues.test", "a.b.rogues.test", "127.0.0.2", ""] { #expect(!leaf.matches(host: host), "\(host)") }
  }
}

@Suite struct `The verifier of GnuTLS` {
  private let pki = Certificates.shared

  private func verify(
    anchor: [UInt8]? = nil, host: String? = nil, purpose: GnuTLSVerifier.Purpose = .any, at: Int64? = nil
  ) throws -> GnuTLSVerifier.Verification {
    var request = GnuTLSVerifier.Request(chain: [pki.leaf.certificate], anchors: [anchor ?? pki.root.certificate])
    request.hostname = host
    request.purpose = purpose
    request.at = at
    return try GnuTLSVerifier.verify(request)
  }

  @Test func `accepts a path to an anchor, for the name and the purpose`() throws {
    #expect(try verify().isAccepted)
    #expect(try verify(host: "pinned.rogues.test", purpose: .server).isAccepted)
    #expect(try verify(host: "127.0.0.1").isAccepted)
  }

  @Test func `reports the reason for a refusal`() throws {
    for refused in [
      try verify(anchor: pki.stranger.certificate), try verify(host: "rogues.test"), try verify(purpose: .client),
      try verify(at: 0),
    ] {
      guard case .rejected(let status, let text) = refused else {
        Issue.record("accepted")
        continue
      }
      #expect(status != 0 && text.hasPrefix("The certificate is NOT trusted."), "\(text)")
    }
  }

  /// GnuTLS has one clock for the whole process.
  @Test func `believes in the time of each call, also where many are made at once`() async throws {
    let leaf = try GnuTLSCertificate(der: pki.leaf.certificate)
    // Close to now: tests that resume sessions of GnuTLS run at the same time, and see these times.
    let times: [(Int64, Bool)] = [(leaf.notBefore - 10, false), (leaf.notBefore + 10, true)]
    let wrong = await withTaskGroup(of: Int64?.self) { group in
      for index in 0..<300 {
        // Every third asks at the real time.
        let (time, isRight) = index % 3 == 2 ? (nil, true) : times[index % 3]
        group.addTask { (try? verify(at: time).isAccepted) == isRight ? nil : time ?? .max }
      }
      return await group.reduce(into: [Int64]()) { list, time in if let time { list.append(time) } }
    }
    #expect(wrong == [])
  }
}
