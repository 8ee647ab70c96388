import RogueModel
import RogueOpenSSL
@testable import RogueTLS
import RogueStimuli
import ServerTestSupport
import Testing

@testable import RogueEngines
@testable import RogueTLS

/// What the own engine does between a request and its answer, as clients see it that nobody here wrote.
@Suite struct `Handshakes after the first` {
  let pki = TestPKI.shared
  static let ask = "ROGUES the-attempt\n"

  private func renegotiating(_ second: ServedAttempt.Presentation) -> ServedAttempt {
    ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), .tls12) { $0.renegotiation = second }
  }

  private func requestingLate(
    _ mode: ClientAuth.Mode, _ version: TLSVersion,
    _ list: ClientChain.List = .lenient
  ) -> ServedAttempt {
    ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0[ClientAuthentication.self] = .init(
        mode: mode, list: list, moment: .request, anchors: pki.certificates("client-root"))
    }
  }

  private func openssl(
    _ attempt: ServedAttempt, _ options: [String] = []
  ) async throws -> (output: String, connection: ConnectionEvidence) {
    try await serve(attempt) { port in
      await Tool.runAside(
        "openssl",
        ["s_client", "-connect", "127.0.0.1:\(port)", "-servername", "pinned.rogues.test", "-verify_return_error"]
          + ["-CAfile", pki.path("root.pem"), "-ign_eof"] + options, input: Self.ask)
    }
  }

  private func gnutls(
    _ attempt: ServedAttempt, _ options: [String] = []
  ) async throws -> (output: String, connection: ConnectionEvidence) {
    try await serve(attempt) { port in
      await Tool.runAside(
        "gnutls-cli",
        ["--x509cafile", pki.path("root.pem"), "--verify-hostname", "pinned.rogues.test", "--port", "\(port)"]
          + options + ["127.0.0.1"], input: Self.ask)
    }
  }

  private func serve(
    _ attempt: ServedAttempt, _ visit: @Sendable (UInt16) async -> Tool.Result
  ) async throws -> (output: String, connection: ConnectionEvidence) {
    let (result, seen) = try await ServerFixture.serve(attempt, engine: "swift") { port in await visit(port) }
    #expect(seen.faults == [])
    let connection = try #require(seen.connections.first, "\(result.output)")
    // What a client goes on to say under keys that a server never made, because it had refused, nobody can read.
    if connection.nonceSentAt != nil { #expect(connection.undecoded == nil) }
    return (result.output, connection)
  }

  // MARK: Renegotiation (TLS 1.2)

  @Test(arguments: ["leaf-p256", "other-p256", "leaf-rsa2048"])
  func `OpenSSL sees and checks the second certificate, and gets the answer`(second: String) async throws {
    let (output, seen) = try await openssl(
      renegotiating(pki.presentation(second, "issuing")), ["-msg", "-nameopt", "oneline"])
    #expect(output.contains(ServerFixture.nonce), "\(output)")
    let leaves = output.split(separator: "\n").filter { $0.hasPrefix("depth=0") }
    #expect(leaves == ["depth=0 CN = leaf-p256", "depth=0 CN = \(second)"])
    #expect(output.contains("<<< TLS 1.2, Handshake [length 0004], HelloRequest"))
    #expect(output.contains("Secure Renegotiation IS supported"))
    #expect(seen.serverCertificates == pki.certificates("leaf-p256", "issuing"))
    let renegotiation = try #require(seen.renegotiation)
    #expect(renegotiation.certificates == pki.certificates(second, "issuing"))
    #expect(!seen.resumed)
    let order = [
      seen.certificatesSentAt, seen.clientFinishedAt, renegotiation.requestedAt, renegotiation.certificatesSentAt,
      renegotiation.clientFinishedAt, seen.nonceSentAt,
    ]
    #expect(order.compactMap(\.self).count == order.count)
    #expect(order.compactMap(\.self) == order.compactMap(\.self).sorted())
    // The request was sent to whom the first handshake had shown.
    #expect(seen.applicationBytes == Self.ask.utf8.count)
    #expect(renegotiation.applicationBytes == 0)
  }

  @Test func `OpenSSL refuses a second certificate of an unknown CA`() async throws {
    let (output, seen) = try await openssl(renegotiating(pki.presentation("client-leaf", "client-issuing")))
    #expect(!output.contains(ServerFixture.nonce))
    #expect(output.contains("verify error:num=20"))
    #expect(seen.renegotiation?.certificates == pki.certificates("client-leaf", "client-issuing"))
    #expect(seen.renegotiation?.clientFinishedAt == nil)
    #expect(seen.alerts.contains { $0.from == .client && $0.isFatal && $0.code == 48 })
    #expect(seen.nonceSentAt == nil)
  }

  @Test func `GnuTLS accepts the same leaf, and reports a different one`() async throws {
    let (same, _) = try await gnutls(renegotiating(pki.presentation("leaf-p256", "issuing")))
    #expect(same.contains(ServerFixture.nonce), "\(same)")
    let (other, seen) = try await gnutls(renegotiating(pki.presentation("other-p256", "issuing")))
    #expect(!other.contains(ServerFixture.nonce))
    #expect(other.contains("certificate or username has changed during a rehandshake"), "\(other)")
    #expect(seen.renegotiation?.certificates == pki.certificates("other-p256", "issuing"))
  }

  @Test func `a client that declines is answered, and was presented nothing`() async throws {
    let (output, seen) = try await openssl(
      renegotiating(pki.presentation("other-p256", "issuing")), ["-no_renegotiation"])
    #expect(output.contains(ServerFixture.nonce), "\(output)")
    let renegotiation = try #require(seen.renegotiation)
    #expect(renegotiation.requestedAt != nil)
    #expect(renegotiation.certificates == nil)
    #expect(seen.alerts.contains { $0.from == .client && !$0.isFatal && $0.code == 100 })
  }

  @Test(arguments: ["missing", "empty", "wrong", "premature"])
  func `OpenSSL and GnuTLS refuse a handshake that is not tied to the one before`(form: String) async throws {
    var attempt = renegotiating(pki.presentation("leaf-p256", "issuing"))
    attempt.behaviours = [NamedUse("renegotiation-info", ["form": .text(form)])]
    let (output, seen) = try await openssl(attempt, ["-msg"])
    #expect(!output.contains(ServerFixture.nonce), "\(output)")
    #expect(output.contains("renegotiat"), "\(output)")
    #expect(seen.presented == ["renegotiation-info"])
    #expect(seen.nonceSentAt == nil)
    let (other, seenToo) = try await gnutls(attempt)
    #expect(!other.contains(ServerFixture.nonce), "\(other)")
    #expect(other.lowercased().contains("renegotiation"), "\(other)")
    #expect(seenToo.presented == ["renegotiation-info"])
  }

  @Test func `a client without secure renegotiation gets no request for a second handshake`() async throws {
    let (output, seen) = try await gnutls(
      renegotiating(pki.presentation("other-p256", "issuing")), ["--priority", "NORMAL:%DISABLE_SAFE_RENEGOTIATION"])
    #expect(output.contains(ServerFixture.nonce), "\(output)")
    #expect(seen.renegotiation == nil)
  }

  @Test(arguments: [nil, [UInt8](repeating: 1, count: 12), [UInt8](repeating: 2, count: 12), []])
  func `a second ClientHello has to be tied to the first handshake`(claim: [UInt8]?) throws {
    let attempt = renegotiating(pki.presentation("other-p256", "issuing"))
    let settings = try SwiftSettings(attempt, try ActiveBehaviours([]), clock: nil, sessions: nil)
    let presentation = SwiftPresentation(
      certificates: attempt.presentation.certificates, staples: [:], sctList: nil,
      signer: try HandshakeSigners(capacity: 1).signer(of: attempt.presentation))
    let bond = Handshake12.RenegotiationBinding(
      client: [UInt8](repeating: 1, count: 12), server: [UInt8](repeating: 2, count: 12))
    var hello = ScriptedHello()
    hello.version = .tls12
    hello.others = claim.map { [(0xFF01, [UInt8($0.count)] + $0)] } ?? []
    let message = HandshakeMessage(type: .clientHello, whole: hello.message[...], at: 0)
    let handshake = Handshake12(settings, presentation, ServerWire(), after: bond)
    do throws(TLSAbort) {
      try handshake.take(message)
      #expect(claim == bond.client)
    } catch {
      #expect(claim != bond.client)
      #expect(error.alert == .handshakeFailure)
    }
  }

  @Test(arguments: ["libssl", "gnutls"])
  func `other engines refuse unsupported settings`(engine: String) async throws {
    for attempt in [renegotiating(pki.presentation("other-p256", "issuing")), requestingLate(.request, .tls13)] {
      await #expect(throws: HarnessFailure.self) {
        try await ServerFixture.serve(attempt, engine: engine) { _ in }
      }
    }
  }

  // MARK: The client's certificate, asked for late

  private var identity: [String] {
    ["-cert", pki.path("client-leaf.pem"), "-key", pki.path("client-leaf.key")]
      + ["-cert_chain", pki.path("client-issuing.pem")]
  }

  @Test(arguments: TLSVersion.allCases, ClientChain.List.allCases)
  func `OpenSSL shows its certificate after the request`(
    version: TLSVersion, list: ClientChain.List
  ) async throws {
    let (output, seen) = try await openssl(requestingLate(.require, version, list), ["-enable_pha"] + identity)
    #expect(output.contains(ServerFixture.nonce), "\(output)")
    #expect(seen.certificateRequested)
    #expect(seen.clientCertificates == pki.certificates("client-leaf", "client-issuing"))
    #expect(seen.refusedClientBecause == nil)
    // The handshake was over, and the request had come.
    let shown = try #require(seen.nonceSentAt)
    #expect(try #require(seen.firstApplicationAt) < shown)
    #expect((seen.renegotiation != nil) == (version == .tls12))
  }

  @Test(arguments: TLSVersion.allCases)
  func `GnuTLS shows its certificate after the request`(version: TLSVersion) async throws {
    let (output, seen) = try await gnutls(
      requestingLate(.require, version),
      ["--post-handshake-auth", "--x509certfile", pki.path("client-leaf.pem")]
        + ["--x509keyfile", pki.path("client-leaf.key")])
    guard version == .tls12 || seen.clientCertificates != [] else {
      Issue.record("an empty list: \(output)")
      return
    }
    // Its issuer is no anchor here: the server says what is missing, and would take the whole chain.
    #expect(seen.clientCertificates == pki.certificates("client-leaf"))
    #expect(seen.refusedClientBecause?.hasPrefix("no path to an accepted CA") == true)
    #expect(!output.contains(ServerFixture.nonce))
  }

  @Test(arguments: TLSVersion.allCases)
  func `a strict server with a late request judges like one with an early request`(version: TLSVersion) async throws {
    let repeating = pki.file(pki.pem("client-leaf") + pki.pem("client-issuing"))
    let (output, seen) = try await openssl(
      requestingLate(.request, version, .strict),
      ["-enable_pha", "-cert", pki.path("client-leaf.pem"), "-key", pki.path("client-leaf.key")]
        + ["-cert_chain", repeating])
    #expect(!output.contains(ServerFixture.nonce))
    #expect(seen.refusedClientBecause == "entry 2 repeats the leaf")
    #expect(seen.alerts.contains { $0.from == .server && $0.code == 42 })
  }

  @Test(arguments: TLSVersion.allCases)
  func `a client without a certificate is answered where none is required`(version: TLSVersion) async throws {
    let (requested, seen) = try await openssl(requestingLate(.request, version), ["-enable_pha"])
    #expect(requested.contains(ServerFixture.nonce), "\(requested)")
    #expect(seen.clientCertificates == [])
    let (required, refused) = try await openssl(requestingLate(.require, version), ["-enable_pha"])
    #expect(!required.contains(ServerFixture.nonce))
    #expect(refused.refusedClientBecause == "the client sent no certificate")
  }

  @Test func `a client that does not offer it gets no request in TLS 1.3`() async throws {
    let (requested, seen) = try await openssl(requestingLate(.request, .tls13), identity)
    #expect(requested.contains(ServerFixture.nonce), "\(requested)")
    #expect(!seen.certificateRequested)
    let (required, refused) = try await openssl(requestingLate(.require, .tls13), identity)
    #expect(!required.contains(ServerFixture.nonce))
    #expect(refused.refusedClientBecause == "the server cannot request the client's certificate after the handshake")
  }
}
