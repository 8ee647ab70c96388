import Foundation
import RogueModel
import RogueOpenSSL
import RogueStimuli
import ServerTestSupport
import Testing

/// Requests that come before the handshake is over, as OpenSSL and GnuTLS make them (RFC 8446, section 2.3).
@Suite struct `Requests in early data` {
  private let pki = TestPKI.shared
  private static let request = "ROGUES the-attempt\n"

  private struct Visit {
    var output: String
    var connection: ConnectionEvidence
  }

  /// Two visits of OpenSSL: the second with the session of the first, and its request in early data.
  private func visits(
    takes: Bool = true, alpn: [String] = [], _ options: [String] = [], second: (inout ServedAttempt) -> Void = { _ in }
  ) async throws -> Visit {
    let session = pki.file([])
    let early = pki.file(Array(Self.request.utf8))
    var attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), .tls13) {
      $0[Resumption.self] = .any
      $0[EarlyData.self] = takes
      $0[ApplicationProtocols.self] = alpn
    }
    let first = attempt
    second(&attempt)
    let next = attempt
    return try await ServerFixture.conversation(engine: "swift") { conversation in
      let ask =
        ["s_client", "-connect", "127.0.0.1:\(conversation.port)", "-servername", "pinned.rogues.test"] + options
      try conversation.begin(first)
      let begun = await Tool.runAside(
        "openssl", ask + ["-ign_eof", "-CAfile", pki.path("root.pem"), "-sess_out", session], input: Self.request)
      let before = try #require(try await conversation.end(graceMilliseconds: 600_000).connections.first)
      #expect(begun.output.contains(ServerFixture.nonce) && before.earlyBytes == 0)
      try conversation.begin(next)
      let result = await Tool.runAside(
        "openssl",
        ask + ["-ign_eof", "-CAfile", pki.path("root.pem"), "-sess_in", session, "-early_data", early],
        input: Self.request)
      let seen = try await conversation.end(graceMilliseconds: 600_000)
      #expect(seen.faults == [])
      return Visit(output: result.output, connection: try #require(seen.connections.first, "\(result.output)"))
    }
  }

  @Test func `are read, answered once, and distinguished from others`() async throws {
    let visit = try await visits()
    #expect(visit.output.contains("Early data was accepted"), "\(visit.output)")
    #expect(visit.output.contains(ServerFixture.nonce), "\(visit.output)")
    #expect(visit.connection.resumed && visit.connection.nonceSentAt != nil)
    #expect(visit.connection.earlyBytes == Self.request.utf8.count)
    #expect(visit.connection.undecoded == nil && visit.connection.presented == [])
    // Nothing was presented before they came.
    #expect(visit.connection.serverCertificates == nil && visit.connection.request == "ROGUES the-attempt")
  }

  @Test func `are seen where they are turned down as well, because the server could read them`() async throws {
    let visit = try await visits { $0.behaviours = [NamedUse("early-data-response")] }
    #expect(visit.output.contains("Early data was rejected"), "\(visit.output)")
    #expect(visit.output.contains(ServerFixture.nonce), "\(visit.output)")
    #expect(visit.connection.resumed && visit.connection.presented == ["early-data-response"])
    #expect(visit.connection.earlyBytes == Self.request.utf8.count)
    #expect(visit.connection.applicationBytes > visit.connection.earlyBytes && visit.connection.undecoded == nil)
  }

  @Test func `are not sent where no session allows them`() async throws {
    let visit = try await visits(takes: false)
    #expect(visit.output.contains("Early data was not sent"), "\(visit.output)")
    #expect(visit.connection.resumed && visit.connection.earlyBytes == 0)
  }

  @Test func `are refused by a client whose session was not resumed`() async throws {
    let use = NamedUse("early-data-response", ["form": .text("without-psk")])
    let visit = try await visits { $0.behaviours = [use] }
    #expect(!visit.output.contains(ServerFixture.nonce), "\(visit.output)")
    #expect(visit.connection.presented == ["early-data-response"] && !visit.connection.resumed)
    #expect(visit.output.contains("bad extension"), "\(visit.output)")
    #expect(visit.connection.applicationBytes == visit.connection.earlyBytes)
  }

  private static let protocols = ["http/1.1", "http/1.0"]

  @Test(arguments: [nil, "alpn-changed", "alpn-dropped"])
  func `are accepted in the protocol of the session, or rejected by an honest server`(
    form: String?
  ) async throws {
    let visit = try await visits(alpn: Self.protocols, ["-alpn", Self.protocols.joined(separator: ","), "-msg"]) {
      if let form { $0.behaviours = [NamedUse("early-data-response", ["form": .text(form)])] }
    }
    #expect(visit.connection.resumed && visit.connection.earlyBytes == Self.request.utf8.count, "\(visit.output)")
    #expect(visit.connection.presented == (form == nil ? [] : ["early-data-response"]))
    #expect(visit.output.contains(ServerFixture.nonce) == (form == nil), "\(visit.output)")
    #expect(visit.output.contains("ALPN protocol: http/1.1") == (form == nil), "\(visit.output)")
    // EncryptedExtensions as OpenSSL prints them: early data is taken in all of them, and one other protocol named.
    let bytes = visit.output.filter { !$0.isWhitespace }
    #expect(bytes.contains("002a0000"), "\(visit.output)")
    #expect(bytes.contains("0010000b000908687474702f312e30") == (form == "alpn-changed"), "\(visit.output)")
    if form == "alpn-dropped" { #expect(bytes.contains("EncryptedExtensions080000060004002a0000"), "\(visit.output)") }
    guard form != nil else { return }
    #expect(visit.output.contains("bad early data") || visit.output.contains("bad extension"), "\(visit.output)")
    #expect(visit.connection.applicationBytes == visit.connection.earlyBytes)
  }

  @Test(arguments: ["alpn-changed", "alpn-dropped"])
  func `cannot be compared if the session has no protocol`(form: String) async throws {
    let visit = try await visits { $0.behaviours = [NamedUse("early-data-response", ["form": .text(form)])] }
    #expect(
      visit.output.contains(ServerFixture.nonce) && visit.output.contains("Early data was accepted"), "\(visit.output)")
    #expect(visit.connection.presented == [])
  }

  @Test func `of GnuTLS are read as well`() async throws {
    guard Tool.isInstalled("gnutls-cli") else { return print("gnutls-cli is not installed") }
    let early = pki.file(Array(Self.request.utf8))
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), .tls13) {
      $0[Resumption.self] = .any
      $0[EarlyData.self] = true
    }
    let (result, seen) = try await ServerFixture.serve(attempt, engine: "swift") { port in
      await Tool.runAside(
        "timeout",
        ["3000", "gnutls-cli", "--x509cafile", pki.path("root.pem"), "--verify-hostname", "pinned.rogues.test"]
          + ["--sni-hostname", "pinned.rogues.test", "--port", "\(port)", "--resume", "--waitresumption"]
          + ["--earlydata", early, "127.0.0.1"])
    }
    #expect(seen.faults == [] && result.output.contains("This is a resumed session"), "\(result.output)")
    let again = try #require(seen.connections.first { $0.resumed }, "\(seen.connections) \(result.output)")
    #expect(again.earlyBytes == Self.request.utf8.count && again.request == "ROGUES the-attempt", "\(result.output)")
  }

  @Test func `are refused by other engines`() async throws {
    for engine in ["libssl", "gnutls"] {
      await #expect(throws: HarnessFailure.self) {
        try await ServerFixture.conversation(engine: engine) { conversation in
          try conversation.begin(ServerFixture.attempt { $0[EarlyData.self] = true })
        }
      }
    }
  }
}
