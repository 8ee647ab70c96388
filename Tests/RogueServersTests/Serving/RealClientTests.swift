import RogueModel
import RogueStimuli
import ServerTestSupport
import Testing

/// Programs that nobody here wrote. A missing one fails the test: a check that did not run is no check.
@Suite struct `Real clients` {
  let pki = TestPKI.shared

  private func require(_ program: String) throws {
    try #require(Tool.isInstalled(program), "\(program) is not installed")
  }

  /// A program with the arguments for a port, at which the usual chain is served.
  private func run(
    _ program: String, at setup: Setup, input: String? = nil, _ arguments: @Sendable (UInt16) -> [String]
  ) async throws -> (seen: Tool.Result, observation: Observation) {
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), setup.version)
    return try await ServerFixture.serve(attempt, engine: setup.engine) { port in
      await Tool.runAside(program, arguments(port), input: input)
    }
  }

  private static let attemptLine = "ROGUES the-attempt\n"

  @Test(arguments: Setup.all, ["leaf-p256", "leaf-rsa2048"])
  func `curl gets the nonce, also through the proxy`(setup: Setup, leaf: String) async throws {
    try require("curl")
    try await ServerFixture.conversation(engine: setup.engine, proxy: true) { conversation in
      for viaProxy in [false, true] {
        try conversation.begin(ServerFixture.attempt(pki.presentation(leaf, "issuing"), setup.version))
        var arguments = ["--silent", "--show-error", "--cacert", pki.path("root.pem"), "--max-time", "5"]
        arguments +=
          viaProxy
          ? ["--proxy", "http://\(conversation.proxy ?? "")"]
          : ["--connect-to", "::127.0.0.1:\(conversation.port)"]
        let result = await Tool.runAside(
          "curl", arguments + ["https://pinned.rogues.test:\(conversation.port)/the-path"])
        #expect(result.status == 0)
        #expect(result.output == ServerFixture.nonce + "\n")
        let seen = try await conversation.end(graceMilliseconds: 600_000)
        #expect(seen.faults == [])
        #expect(seen.connections.count == 1)
        #expect(seen.connections.first?.version == setup.version)
        #expect(seen.connections.first?.clientHello?.serverName == "pinned.rogues.test")
        #expect(seen.connections.first?.nonceSentAt != nil)
        #expect(seen.connections.first?.undecoded == nil)
      }
    }
  }

  @Test(arguments: Setup.all)
  func `curl refuses a leaf of an unknown CA, in view of the server`(setup: Setup) async throws {
    try require("curl")
    let (result, seen) = try await run("curl", at: setup) { port in
      ["--silent", "--cacert", pki.path("client-root.pem"), "--connect-to", "::127.0.0.1:\(port)"]
        + ["https://pinned.rogues.test:\(port)/the-path"]
    }
    #expect(result.status == 60)
    let connection = try #require(seen.connections.first)
    #expect(connection.alerts.contains { $0.from == .client && $0.isFatal && $0.code == 48 })
    #expect(connection.end == ConnectionEnd(by: .client, how: .alert))
    #expect(connection.applicationBytes == 0)
  }

  @Test(arguments: Setup.all)
  func `curl takes back a pin mismatch after the handshake, without a byte`(setup: Setup) async throws {
    try require("curl")
    let (result, seen) = try await run("curl", at: setup) { port in
      ["--silent", "--cacert", pki.path("root.pem"), "--connect-to", "::127.0.0.1:\(port)"]
        + ["--pinnedpubkey", "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
        + ["https://pinned.rogues.test:\(port)/the-path"]
    }
    #expect(result.status == 90)
    let connection = try #require(seen.connections.first)
    #expect(connection.clientFinishedAt != nil)
    #expect(connection.applicationBytes == 0)
    #expect(connection.end == ConnectionEnd(by: .client, how: .closeNotify))
  }

  @Test(arguments: Setup.all)
  func `curl hands over its certificate and list`(setup: Setup) async throws {
    try require("curl")
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), setup.version) {
      $0[ClientAuthentication.self] = .init(mode: .require, anchors: TestPKI.shared.certificates("client-root"))
    }
    let chain = pki.file(["client-leaf", "client-issuing"].flatMap { pki.pem($0) })
    let (result, seen) = try await ServerFixture.serve(attempt, engine: setup.engine) { port in
      await Tool.runAside(
        "curl",
        ["--silent", "--show-error", "--cacert", pki.path("root.pem"), "--connect-to", "::127.0.0.1:\(port)"]
          + ["--cert", chain, "--key", pki.path("client-leaf.key"), "https://pinned.rogues.test:\(port)/the-path"])
    }
    #expect(result.output == ServerFixture.nonce + "\n")
    #expect(seen.connections.first?.clientCertificates == pki.certificates("client-leaf", "client-issuing"))
  }

  @Test(arguments: Setup.all)
  func `openssl s_client gets the nonce without HTTP`(setup: Setup) async throws {
    try require("openssl")
    let (result, seen) = try await run("openssl", at: setup, input: Self.attemptLine) { port in
      ["s_client", "-connect", "127.0.0.1:\(port)", "-servername", "pinned.rogues.test", "-CAfile"]
        + [pki.path("root.pem"), "-verify_return_error", "-quiet"]
    }
    #expect(result.output.contains(ServerFixture.nonce))
    #expect(seen.connections.first?.nonceSentAt != nil)
  }

  @Test func `openssl s_client resumes by id a session that began with another leaf`() async throws {
    try require("openssl")
    let file = pki.file([])
    let names = ["leaf-p256", "other-p256"]
    let seen = try await ServerFixture.conversation { conversation in
      var seen: [ConnectionEvidence?] = []
      for (name, option) in zip(names, ["-sess_out", "-sess_in"]) {
        let attempt = ServerFixture.attempt(pki.presentation(name, "issuing"), .tls12) { $0[Resumption.self] = .any }
        try conversation.begin(attempt)
        let result = await Tool.runAside(
          "openssl",
          ["s_client", "-connect", "127.0.0.1:\(conversation.port)", "-no_ticket", option, file, "-quiet"],
          input: Self.attemptLine)
        #expect(result.output.contains(ServerFixture.nonce))
        seen.append(try await conversation.end(graceMilliseconds: 600_000).connections.first)
      }
      return seen
    }
    #expect(seen.map { $0?.resumed } == [false, true])
    #expect(seen.map { $0?.serverCertificates?.count } == [2, nil])
  }

  @Test(arguments: Setup.all)
  func `gnutls-cli gets the nonce`(setup: Setup) async throws {
    try require("gnutls-cli")
    let (result, seen) = try await run("gnutls-cli", at: setup, input: Self.attemptLine) { port in
      ["--x509cafile", pki.path("root.pem"), "--verify-hostname", "pinned.rogues.test", "--port", "\(port)"]
        + ["--sni-hostname", "pinned.rogues.test", "127.0.0.1"]
    }
    #expect(result.output.contains(ServerFixture.nonce))
    #expect(seen.connections.first?.version == setup.version)
    #expect(seen.connections.first?.undecoded == nil)
  }

  @Test(arguments: Setup.engines)
  func `gnutls-cli refuses a key that does not fit`(engine: String) async throws {
    try require("gnutls-cli")
    let presentation = pki.presentation("leaf-p256", "issuing", key: "other-p256")
    let (result, seen) = try await ServerFixture.serve(ServerFixture.attempt(presentation), engine: engine) { port in
      await Tool.runAside(
        "gnutls-cli", ["--insecure", "--port", "\(port)", "127.0.0.1"], input: Self.attemptLine)
    }
    #expect(!result.output.contains(ServerFixture.nonce))
    #expect(result.output.lowercased().contains("signature"))
    #expect(seen.connections.first?.nonceSentAt == nil)
  }
}
