import RogueModel
import RogueOpenSSL
import RogueStimuli
import ServerTestSupport
import Testing

/// What the own engine does wrong with sessions, as OpenSSL sees it.
@Suite struct `Wrong answers to a session` {
  let pki = TestPKI.shared

  private func visits(
    _ behaviour: NamedUse, _ version: TLSVersion, _ options: [String] = []
  ) async throws -> [(output: String, connection: ConnectionEvidence)] {
    let session = pki.file([])
    return try await ServerFixture.conversation(engine: "swift") { conversation in
      var seen: [(String, ConnectionEvidence)] = []
      for (flag, behaviours) in [("-sess_out", []), ("-sess_in", [behaviour])] {
        try conversation.begin(
          ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
            $0[Resumption.self] = .any
            $0.behaviours = behaviours
          })
        let result = await Tool.runAside(
          "openssl",
          ["s_client", "-connect", "127.0.0.1:\(conversation.port)", "-servername", "pinned.rogues.test", "-ign_eof"]
            + ["-CAfile", pki.path("root.pem"), "-verify_return_error", "-msg", flag, session] + options,
          input: "ROGUES the-attempt\n")
        let observation = try await conversation.end(graceMilliseconds: 600_000)
        #expect(observation.faults == [])
        seen.append((result.output, try #require(observation.connections.first, "\(result.output)")))
      }
      return seen
    }
  }

  @Test(arguments: TLSVersion.allCases, [[], ["-no_ticket"]])
  func `a session without its secret`(version: TLSVersion, options: [String]) async throws {
    let visits = try await visits(NamedUse("wrong-resumption-secret"), version, options)
    #expect(visits[0].output.contains(ServerFixture.nonce), "\(visits[0].output)")
    #expect(visits[0].connection.presented == [])
    let (output, second) = visits[1]
    #expect(!output.contains(ServerFixture.nonce))
    #expect(second.resumed)
    #expect(second.serverCertificates == nil)
    #expect(second.presented == ["wrong-resumption-secret"], "\(output)")
    #expect(output.contains("bad record mac") || output.contains("decryption failed"), "\(output)")
    #expect(second.applicationBytes == 0)
    #expect(second.alerts.contains { $0.from == .client && $0.isFatal })
  }

  @Test func `a session that was not offered`() async throws {
    let (output, second) = try await visits(NamedUse("unoffered-psk"), .tls13)[1]
    #expect(!output.contains(ServerFixture.nonce))
    #expect(second.presented == ["unoffered-psk"])
    #expect(output.contains("bad psk identity"), "\(output)")
    #expect(second.alerts.contains { $0.from == .client && $0.code == TLSAlertCode.illegalParameter.rawValue })
    #expect(second.applicationBytes == 0)
  }

  /// What OpenSSL prints of the ticket that it got.
  private static func hint(_ seconds: Int) -> String { "TLS session ticket lifetime hint: \(seconds) (seconds)" }

  @Test(arguments: [(0, TLSVersion.tls13), (1, .tls13), (1, .tls12), (604_801, .tls13), (604_801, .tls12), (0, .tls12)])
  func `a session with the lifetime of its ticket`(seconds: Int, version: TLSVersion) async throws {
    let session = pki.file([])
    let use = NamedUse("ticket-lifetime", ["seconds": .integer(Int64(seconds))])
    try await ServerFixture.conversation(engine: "swift") { conversation in
      var seen: [(output: String, connection: ConnectionEvidence)] = []
      for flag in ["-sess_out", "-sess_in"] {
        try conversation.begin(
          ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
            $0[Resumption.self] = .any
            $0.behaviours = [use]
          })
        let result = await Tool.runAside(
          "openssl",
          ["s_client", "-connect", "127.0.0.1:\(conversation.port)", "-ign_eof", "-CAfile", pki.path("root.pem"), flag]
            + [session], input: "ROGUES the-attempt\n")
        let connection = try await conversation.end(graceMilliseconds: 600_000).connections.first
        seen.append((result.output, try #require(connection, "\(result.output)")))
        if seconds == 1, flag == "-sess_out" { try await Task.sleep(for: .seconds(3)) }
      }
      #expect(seen.allSatisfy { $0.output.contains(ServerFixture.nonce) }, "\(seen)")
      if seconds > 0 { #expect(seen[0].output.contains(Self.hint(seconds)), "\(seen[0].output)") }
      #expect(seen[0].connection.presented == [])
      // OpenSSL counts the age of tickets of TLS 1.3 in whole seconds, and less one: within two seconds none is too old. It
      // looks at no hint of TLS 1.2.
      if seconds > 0 || version == .tls12 {
        #expect(seen[1].connection.resumed == (seconds != 1 || version == .tls12), "\(seen[1].output)")
      }
      let isOver = seen[1].connection.resumed && (seconds == 1 || seconds == 0 && version == .tls13)
      #expect(seen[1].connection.presented == (isOver ? ["ticket-lifetime"] : []))
    }
  }

  @Test(arguments: [[], ["-no_ticket"]])
  func `a session resumed without its extended master secret`(options: [String]) async throws {
    let use = NamedUse("without-extended-master-secret", ["at": .text("resumption")])
    let (output, second) = try await visits(use, .tls12, options)[1]
    #expect(second.resumed && second.presented == ["without-extended-master-secret"], "\(output)")
    #expect(output.contains("inconsistent extms"), "\(output)")
    #expect(!output.contains(ServerFixture.nonce))
    #expect(second.applicationBytes == 0)
  }

  @Test func `a session without an extended master secret is resumed without it`() async throws {
    let use = NamedUse("without-extended-master-secret")
    let (output, connection) = try await visits(use, .tls12, ["-no_ticket"])[1]
    #expect(connection.presented == ["without-extended-master-secret"], "\(output)")
    #expect(output.contains(ServerFixture.nonce), "\(output)")
    #expect(output.contains("Extended master secret: no"), "\(output)")
  }
}
