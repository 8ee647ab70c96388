import Foundation
import RogueModel
import RogueStimuli
import ServerTestSupport
import Testing

/// Independent TLS implementations against the own engine and GnuTLS: each gets the nonce, and each refuses the CA that it was not
/// given. Those that are not installed are skipped by name.
@Suite struct `Independent clients are served` {
  private let pki = TestPKI.shared

  private func visit(
    _ client: IndependentClient, _ version: TLSVersion, leaf: String, anchor: String, _ options: [String] = [],
    engine: String = "swift"
  ) async throws -> (result: Tool.Result, connection: ConnectionEvidence) {
    try await ServerFixture.conversation(engine: engine, proxy: true) { conversation in
      try conversation.begin(
        ServerFixture.attempt(pki.presentation(leaf, "issuing"), version) { $0[Resumption.self] = .any })
      let visit = IndependentClient.Visit(
        port: conversation.port, proxy: conversation.proxy ?? "", version: version, anchor: pki.path("\(anchor).pem"),
        options: options)
      let command = client.command(visit)
      let result = await Tool.runAside(
        "timeout", ["3000", command.program] + command.arguments, input: command.input)
      let seen = try await conversation.end(graceMilliseconds: 600_000)
      #expect(seen.faults == [])
      return (result, try #require(seen.connections.first, "\(result.output)"))
    }
  }

  private func accepts(
    _ client: IndependentClient, _ version: TLSVersion, _ leaf: String, _ options: [String] = [],
    engine: String = "swift"
  ) async throws {
    let (result, connection) = try await visit(client, version, leaf: leaf, anchor: "root", options, engine: engine)
    #expect(result.output.contains(ServerFixture.nonce), "\(client.name), \(options): \(result.output)")
    #expect(connection.version == version)
    #expect(connection.nonceSentAt != nil)
    #expect(connection.undecoded == nil)
  }

  @Test(arguments: IndependentClient.installed, TLSVersion.allCases)
  func `independent clients`(client: IndependentClient, version: TLSVersion) async throws {
    guard client.versions.contains(version) else { return }
    for leaf in ["leaf-p256", "leaf-rsa2048"] { try await accepts(client, version, leaf) }
    guard client.judges else { return }
    let (result, connection) = try await visit(client, version, leaf: "leaf-p256", anchor: "client-root")
    #expect(!result.output.contains(ServerFixture.nonce), "\(client.name): \(result.output)")
    #expect(connection.nonceSentAt == nil)
    #expect(connection.end.by == .client, "\(client.name): \(connection.end)")
  }

  /// GnuTLS is its library's authors' business; what is ours is how its records and alerts are read.
  @Test(arguments: IndependentClient.installed, TLSVersion.allCases)
  func `independent clients, through GnuTLS`(client: IndependentClient, version: TLSVersion) async throws {
    guard client.versions.contains(version) else { return }
    try await accepts(client, version, "leaf-p256", engine: "gnutls")
    guard client.judges else { return }
    let (result, connection) = try await visit(
      client, version, leaf: "leaf-p256", anchor: "client-root", engine: "gnutls")
    #expect(!result.output.contains(ServerFixture.nonce), "\(client.name): \(result.output)")
    #expect(connection.nonceSentAt == nil)
    #expect(connection.end.by == .client, "\(client.name): \(connection.end)")
  }

  @Test(
    .enabled(if: IndependentClient.openssl.isInstalled),
    arguments: [
      ["-ciphersuites", "TLS_AES_256_GCM_SHA384"], ["-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256"],
      ["-groups", "P-256"], ["-groups", "P-384"], ["-groups", "P-521:P-384"], ["-groups", "X448:X25519"],
      ["-groups", "X448:P-256"], ["-no_middlebox"], ["-status"], ["-alpn", "http/1.1,h2"],
    ])
  func `every choice that an OpenSSL client makes in TLS 1.3`(options: [String]) async throws {
    try await accepts(.openssl, .tls13, "leaf-p256", options)
  }

  @Test(
    .enabled(if: IndependentClient.openssl.isInstalled),
    arguments: [
      ["-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"], ["-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"],
      ["-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"], ["-groups", "P-256"], ["-groups", "X25519:P-256"],
      ["-no_ticket"], ["-sigalgs", "ECDSA+SHA384"], ["-legacy_renegotiation"], ["-status"],
    ])
  func `every choice that an OpenSSL client makes in TLS 1.2`(options: [String]) async throws {
    try await accepts(.openssl, .tls12, "leaf-p256", options)
  }

  @Test(.enabled(if: IndependentClient.openssl.isInstalled), arguments: ["P-256", "P-384", "X25519"])
  func `every group in TLS 1.2, with a leaf that is on none`(group: String) async throws {
    try await accepts(.openssl, .tls12, "leaf-rsa2048", ["-groups", group])
  }

  @Test(.enabled(if: IndependentClient.openssl.isInstalled), arguments: TLSVersion.allCases)
  func `every key that an OpenSSL client verifies`(version: TLSVersion) async throws {
    for leaf in ["leaf-p256", "leaf-p384", "leaf-ed25519", "leaf-rsa2048", "leaf-rsapss"] {
      try await accepts(.openssl, version, leaf)
    }
  }

  @Test(
    .enabled(if: IndependentClient.gnutls.isInstalled),
    arguments: [
      "NORMAL:%NO_SESSION_HASH", "NORMAL:-GROUP-ALL:+GROUP-SECP384R1", "NORMAL:-CIPHER-ALL:+CHACHA20-POLY1305",
      "NORMAL:-CIPHER-ALL:+AES-256-GCM", "NORMAL:-GROUP-ALL:+GROUP-SECP521R1:+GROUP-X448:+GROUP-SECP256R1",
      "NORMAL:%DISABLE_TLS13_COMPAT_MODE", "NORMAL:%NO_TICKETS", "NORMAL:%UNSAFE_RENEGOTIATION",
    ], TLSVersion.allCases)
  func `every choice that a GnuTLS client makes`(priority: String, version: TLSVersion) async throws {
    try await accepts(.gnutls, version, "leaf-p256", ["--priority", priority])
  }

  @Test(
    .enabled(if: IndependentClient.openssl.isInstalled),
    arguments: ["swift", "gnutls"].flatMap { engine in TLSVersion.allCases.map { Setup(engine: engine, version: $0) } },
    [[], ["-no_ticket"]])
  func `an OpenSSL client again that kept its session`(setup: Setup, options: [String]) async throws {
    let version = setup.version
    // Without tickets TLS 1.3 sends names of sessions as tickets all the same.
    let session = pki.file([])
    try await ServerFixture.conversation(engine: setup.engine) { conversation in
      var resumed: [Bool?] = []
      for (flag, leaf) in [("-sess_out", "leaf-p256"), ("-sess_in", "other-p256")] {
        try conversation.begin(
          ServerFixture.attempt(pki.presentation(leaf, "issuing"), version) { $0[Resumption.self] = .any })
        let visit = IndependentClient.Visit(
          port: conversation.port, proxy: "", version: version, anchor: pki.path("root.pem"),
          options: [flag, session] + options)
        let command = IndependentClient.openssl.command(visit)
        let result = await Tool.runAside(
          "timeout", ["3000", command.program] + command.arguments, input: command.input)
        #expect(result.output.contains(ServerFixture.nonce), "\(result.output)")
        resumed.append(try await conversation.end(graceMilliseconds: 600_000).connections.first?.resumed)
      }
      #expect(resumed == [false, true])
    }
  }
}
