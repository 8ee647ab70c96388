import Foundation
import RogueModel
import Testing

@testable import RogueEngines

/// The decoder against connections between real programs.
@Suite(.serialized) struct ProgramConnectionTests {
  private static func der(_ name: String) -> [UInt8] {
    let pem = (try? String(contentsOfFile: ProgramConnection.path(name + ".crt"), encoding: .utf8)) ?? ""
    let base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    return Data(base64Encoded: base64).map { Array($0) } ?? []
  }

  private static func client(_ more: [String]) -> @Sendable (UInt16) -> [String] {
    { port in
      ["openssl", "s_client", "-connect", "127.0.0.1:\(port)", "-servername", "pinned.rogues.test"]
        + ["-CAfile", ProgramConnection.path("server.crt")] + more
    }
  }

  struct Suite: Sendable, CustomTestStringConvertible {
    var name: String
    var number: UInt16
    var version: TLSVersion
    var testDescription: String { name }
  }

  static let suites = [
    Suite(name: "TLS_AES_128_GCM_SHA256", number: 0x1301, version: .tls13),
    Suite(name: "TLS_AES_256_GCM_SHA384", number: 0x1302, version: .tls13),
    Suite(name: "TLS_CHACHA20_POLY1305_SHA256", number: 0x1303, version: .tls13),
    Suite(name: "ECDHE-ECDSA-AES128-GCM-SHA256", number: 0xC02B, version: .tls12),
    Suite(name: "ECDHE-ECDSA-AES256-GCM-SHA384", number: 0xC02C, version: .tls12),
    Suite(name: "ECDHE-ECDSA-CHACHA20-POLY1305", number: 0xCCA9, version: .tls12),
  ]

  @Test(arguments: suites, [false, true])
  func `every suite is read to the last alert, with and without a client certificate`(
    suite: Suite, asks: Bool
  ) async throws {
    let version = suite.version == .tls13 ? ["-tls1_3", "-ciphersuites"] : ["-tls1_2", "-cipher"]
    let recorded = await ProgramConnection.record(
      server: asks ? ["-Verify", "1", "-CAfile", ProgramConnection.path("client.crt")] : [],
      client: Self.client(
        version + [suite.name, "-alpn", "http/1.1", "-status"]
          + (asks ? ["-cert", ProgramConnection.path("client.pem"), "-key", ProgramConnection.path("client.pem")] : []))
    )
    let connection = try #require(recorded)
    let evidence = connection.evidence
    #expect(evidence.undecoded == nil)
    #expect(evidence.version == suite.version)
    #expect(evidence.cipherSuite == suite.number)
    #expect(evidence.serverCertificates == [Self.der("server")])
    #expect(evidence.certificateRequested == asks)
    #expect(evidence.clientCertificates == (asks ? [Self.der("client")] : nil))
    #expect(evidence.applicationBytes == "GET / HTTP/1.1\n".utf8.count)
    #expect(evidence.clientHello?.serverName == "pinned.rogues.test")
    #expect(evidence.clientHello?.alpn == ["http/1.1"])
    #expect(evidence.clientHello?.requestsStaple == true)
    #expect(evidence.alerts.first == evidence.alerts.first { $0.from == .client && $0.code == 0 })
    let finished = try #require(evidence.clientFinishedAt)
    #expect(try #require(evidence.certificatesSentAt) < finished)
    #expect(try #require(evidence.firstApplicationAt) > finished)
    #expect(!evidence.resumed)
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `the alert with which a client refuses is read in either version`(version: TLSVersion) async throws {
    let recorded = await ProgramConnection.record(client: { port in
      ["openssl", "s_client", "-connect", "127.0.0.1:\(port)", "-verify_return_error"]
        + ["-CAfile", ProgramConnection.path("stranger.crt"), version == .tls12 ? "-tls1_2" : "-tls1_3"]
    })
    let evidence = try #require(recorded).evidence
    #expect(evidence.alerts.map(\.from) == [.client])
    #expect(evidence.alerts.map(\.code) == [48])
    #expect(evidence.alerts.map(\.isFatal) == [true])
    #expect(evidence.clientFinishedAt == nil)
    #expect(evidence.applicationBytes == 0)
    #expect(evidence.undecoded == nil)
  }

  @Test func `an alert that GnuTLS sends encrypted is read`() async throws {
    let recorded = await ProgramConnection.record(client: { port in
      ["gnutls-cli", "--x509cafile", ProgramConnection.path("stranger.crt"), "--port", "\(port)", "127.0.0.1"]
    })
    let evidence = try #require(recorded).evidence
    #expect(evidence.version == .tls13)
    #expect(evidence.alerts.contains { $0.from == .client && $0.code == 42 && $0.isFatal })
    #expect(evidence.clientFinishedAt == nil)
  }

  @Test func `a HelloRetryRequest is followed`() async throws {
    let recorded = await ProgramConnection.record(
      server: ["-groups", "P-384"], client: Self.client(["-tls1_3", "-groups", "X25519:P-384"]))
    let connection = try #require(recorded)
    let evidence = connection.evidence
    #expect(evidence.undecoded == nil)
    #expect(evidence.clientHello?.groups == [29, 24])
    #expect(evidence.applicationBytes == 15)
    #expect(evidence.serverCertificates == [Self.der("server")])
  }

  @Test func `key updates of both sides are followed`() async throws {
    let recorded = await ProgramConnection.record(
      script: [
        .client("one\n"), .client("K\n"), .client("two\n"), .server("K\n"), .server("reply\n"), .client("three\n"),
        .client("Q\n"),
      ], client: Self.client(["-tls1_3"]))
    let evidence = try #require(recorded).evidence
    #expect(evidence.undecoded == nil)
    #expect(evidence.applicationBytes == "one\ntwo\nthree\n".utf8.count)
    #expect(evidence.alerts.contains { $0.from == .client && $0.code == 0 })
  }

  @Test func `a renegotiation with new keys is followed`() async throws {
    let recorded = await ProgramConnection.record(
      server: ["-client_renegotiation"],
      script: [.client("one\n"), .client("R\n"), .client("two\n"), .client("Q\n")], client: Self.client(["-tls1_2"]))
    let connection = try #require(recorded)
    #expect(connection.clientOutput.contains("RENEGOTIATING"))
    #expect(connection.evidence.undecoded == nil)
    #expect(connection.evidence.applicationBytes == "one\ntwo\n".utf8.count)
  }

  @Test func `a certificate requested in a renegotiation is read`() async throws {
    let recorded = await ProgramConnection.record(
      server: ["-no_resumption_on_reneg", "-CAfile", ProgramConnection.path("client.crt")],
      script: [.client("one\n"), .server("R\n"), .client("two\n"), .client("Q\n")],
      client: Self.client(["-tls1_2", "-cert", ProgramConnection.path("client.pem")]))
    let evidence = try #require(recorded).evidence
    #expect(evidence.undecoded == nil)
    #expect(evidence.certificateRequested)
    #expect(evidence.clientCertificates == [Self.der("client")])
  }

  /// One client after the other in a shell, the second with the first one's session.
  private static func twice(_ flags: String, second: String = "") -> @Sendable (UInt16) -> [String] {
    let session = ProgramConnection.path("session-\(UUID().uuidString)")
    let anchors = ProgramConnection.path("server.crt")
    return { port in
      let client = "openssl s_client -connect 127.0.0.1:\(port) \(flags) -CAfile \(anchors)"
      return ["sh", "-c", "\(client) -sess_out \(session); \(client) -sess_in \(session) \(second)"]
    }
  }

  @Test(arguments: ["-tls1_3", "-tls1_2", "-tls1_2 -no_ticket"])
  func `a resumed session shows no certificate and is called resumed`(flags: String) async throws {
    let recorded = await ProgramConnection.record(
      connections: 2, script: [.client("one\n"), .client("Q\n"), .client("second\n"), .client("Q\n")],
      client: Self.twice(flags))
    let evidence = try #require(recorded).evidence
    #expect(evidence.undecoded == nil)
    #expect(evidence.resumed)
    #expect(evidence.serverCertificates == nil)
    #expect(evidence.applicationBytes == "second\n".utf8.count)
    #expect(evidence.clientFinishedAt != nil)
  }

  @Test(arguments: [true, false])
  func `early data is counted when the server takes it and noted when it does not`(taken: Bool) async throws {
    let early = ProgramConnection.path("early-\(taken)")
    try Data("GET /early HTTP/1.1\r\n\r\n".utf8).write(to: URL(fileURLWithPath: early))
    let recorded = await ProgramConnection.record(
      // A server that asks for another group turns the early data down with a HelloRetryRequest.
      server: ["-early_data"] + (taken ? [] : ["-groups", "P-384"]), connections: 2,
      script: [.client("one\n"), .client("Q\n"), .client("second\n"), .client("Q\n")],
      client: Self.twice("-tls1_3", second: "-early_data \(early)"))
    let connection = try #require(recorded)
    let evidence = connection.evidence
    if taken {
      #expect(evidence.resumed)
      #expect(evidence.undecoded == nil)
      #expect(evidence.applicationBytes == "GET /early HTTP/1.1\r\n\r\nsecond\n".utf8.count)
      #expect(try #require(evidence.firstApplicationAt) < #require(evidence.clientFinishedAt))
    } else {
      #expect(evidence.undecoded?.contains("0-RTT") == true)
      #expect(evidence.applicationBytes == "second\n".utf8.count)
    }
  }
}
