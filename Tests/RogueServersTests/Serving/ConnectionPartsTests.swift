import RogueModel
import RogueOpenSSL
import RoguePlatform
import RogueTLS
import ServerTestSupport
import Testing

@testable import RogueEngines

/// What a server has of its own for some connections: by number, and by the name in the ClientHello.
@Suite struct `Parts for some connections` {
  let pki = TestPKI.shared

  private static let second = "second.rogues.test"

  /// A client that names the second host gets its chain; every other client gets the first host's.
  private static func hosts(_ version: TLSVersion) -> ServedAttempt {
    let pki = TestPKI.shared
    return ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0.places = [.host(second): ServerFixture.attempt(pki.presentation("other-p256", "issuing"), version)]
    }
  }

  @Test(arguments: Setup.all)
  func `the name in the ClientHello chooses the chain`(setup: Setup) async throws {
    let names = [Self.second, "pinned.rogues.test", nil, "SECOND.rogues.test", "nobody.test"]
    let (visits, seen) = try await ServerFixture.serve(Self.hosts(setup.version), engine: setup.engine) { port in
      var visits: [Visit] = []
      for name in names {
        var plan = Visit.Plan(port: port)
        plan.settings.host = name
        visits.append(await Visit.make(plan))
      }
      return visits
    }
    let expected = ["other-p256", "leaf-p256", "leaf-p256", "other-p256", "leaf-p256"].map(pki.certificate)
    #expect(visits.map(\.certificates.first) == expected, "\(visits.map(\.trouble))")
    #expect(visits.allSatisfy { $0.body == ServerFixture.nonce + "\n" })
    #expect(seen.connections.map { $0.serverCertificates?.first } == expected)
    #expect(seen.connections.map { $0.clientHello?.serverName } == names)
    #expect(seen.faults == [] && seen.connections.allSatisfy { $0.undecoded == nil })
  }

  /// Programs that share no code with the project print the chains.
  @Test(arguments: Setup.all, ["openssl", "gnutls-cli", "curl"])
  func `other programs get the chain of the host that they name`(setup: Setup, program: String) async throws {
    try #require(Tool.isInstalled(program), "\(program) is not installed; see the Makefile")
    for (host, leaf, other) in [(Self.second, "other-p256", "leaf-p256"), ("first.test", "leaf-p256", "other-p256")] {
      let (result, seen) = try await ServerFixture.serve(Self.hosts(setup.version), engine: setup.engine) { port in
        await Tool.runAside(
          program, Self.arguments(program, host, port), input: program == "curl" ? nil : "ROGUES the-attempt\n")
      }
      #expect(result.output.contains(ServerFixture.nonce), "\(program): \(result.output.suffix(800))")
      #expect(result.output.contains(line(of: leaf)) && !result.output.contains(line(of: other)), "\(program)")
      let connection = try #require(seen.connections.first)
      #expect(connection.clientHello?.serverName == host, "\(program)")
      #expect(connection.serverCertificates?.first == pki.certificate(leaf), "\(program)")
    }
  }

  /// The last whole line of a certificate in PEM, which is in its signature.
  private func line(of name: String) -> String {
    let lines = String(decoding: pki.pem(name), as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.last { $0.count == 64 } ?? ""
  }

  private static func arguments(_ program: String, _ host: String, _ port: UInt16) -> [String] {
    switch program {
    case "openssl": ["s_client", "-connect", "127.0.0.1:\(port)", "-servername", host, "-nocommands"]
    case "curl":
      ["--silent", "--show-error", "--insecure", "--write-out", "%{certs}", "--connect-to", "::127.0.0.1:\(port)"]
        + ["https://\(host):\(port)/the-path"]
    default: ["--insecure", "--print-cert", "--sni-hostname", host, "--port", "\(port)", "127.0.0.1"]
    }
  }

  @Test(arguments: Setup.engines)
  func `bytes that are not a ClientHello get the default certificates`(
    engine: String
  ) async throws {
    let (_, seen) = try await ServerFixture.serve(Self.hosts(.tls13), engine: engine, grace: 600_000) { port in
      let garbage = try PlainClient(port: port)
      let said = await onThread {
        garbage.send(Array("GET / HTTP/1.1\r\nHost: second.rogues.test\r\n\r\n".utf8))
        return garbage.readToEnd().bytes
      }
      garbage.socket.close()
      return said
    }
    #expect(seen.faults == [] && seen.connections.first?.serverCertificates == nil)
    #expect(seen.connections.first?.end.by == .server)
  }

  @Test func `a ClientHello is read in whatever pieces it comes`() {
    let body: [UInt8] =
      [3, 3] + Array(repeating: 7, count: 32) + [0, 0, 2, 0x13, 0x01, 1, 0]
      + [0, 12, 0, 0, 0, 8, 0, 6, 0, 0, 3, 0x61, 0x2e, 0x62]
    let message: [UInt8] = [1, 0, 0, UInt8(body.count)] + body
    // Each byte of the message in a record of its own.
    let bytes = message.flatMap { [22, 3, 1, 0, 1, $0] as [UInt8] }
    var reader = ClientHelloReader()
    for (index, byte) in bytes.enumerated() {
      switch reader.read([byte]) {
      case .incomplete: #expect(index < bytes.count - 1)
      case .whole(let hello): #expect(index == bytes.count - 1 && hello.evidence.serverName == "a.b")
      case .none: Issue.record("byte \(index) is taken for something else")
      }
    }
    for other in [[21, 3, 1, 0, 2, 2, 0], [22, 3, 1, 0, 4, 2, 0, 0, 0], [71, 69, 84]] as [[UInt8]] {
      var reader = ClientHelloReader()
      guard case .none = reader.read(other) else {
        Issue.record("\(other)")
        continue
      }
    }
  }

  @Test(arguments: Setup.all)
  func `a connection can have a separate version and staple`(setup: Setup) async throws {
    let other = setup.version == .tls12 ? TLSVersion.tls13 : .tls12
    var stapled = pki.presentation("leaf-p256", "issuing")
    stapled.staple = [1, 2, 3]
    var stapledOtherwise = stapled
    stapledOtherwise.staple = [4, 5]
    let attempt = ServerFixture.attempt(stapled, setup.version) {
      $0.places = [.connection(2): ServerFixture.attempt(stapledOtherwise, other)]
    }
    let (visits, seen) = try await ServerFixture.serve(attempt, engine: setup.engine) { port in
      var visits: [Visit] = []
      for _ in 1...3 {
        var plan = Visit.Plan(port: port)
        plan.settings.requestsStaple = true
        visits.append(await Visit.make(plan))
      }
      return visits
    }
    #expect(visits.map(\.staple) == [[1, 2, 3], [4, 5], [1, 2, 3]])
    #expect(visits.map { $0.facts?.version } == [setup.version, other, setup.version].map(\.wireValue))
    #expect(seen.connections.map(\.version) == [setup.version, other, setup.version])
    #expect(seen.connections.map { $0.staples[0] } == [[1, 2, 3], [4, 5], [1, 2, 3]])
  }

  @Test func `a behaviour of one connection, or of one host, is presented there and nowhere else`() async throws {
    let use = NamedUse("bad-handshake-signature", ["fault": .text("flipped")])
    let presentation = pki.presentation("leaf-p256", "issuing")
    let attempt = ServerFixture.attempt(presentation) {
      let rogue = ServerFixture.attempt(presentation) { $0.behaviours = [use] }
      $0.places = [.connection(2): rogue, .host(Self.second): rogue]
    }
    let (visits, seen) = try await ServerFixture.serve(attempt, engine: "swift") { port in
      var visits: [Visit] = []
      for host in ["pinned.rogues.test", "pinned.rogues.test", Self.second, nil] {
        var plan = Visit.Plan(port: port)
        plan.settings.host = host
        visits.append(await Visit.make(plan))
      }
      return visits
    }
    #expect(visits.map { $0.body != nil } == [true, false, false, true])
    #expect(seen.connections.map(\.presented) == [[], [use.name], [use.name], []])
  }

  @Test(arguments: ["libssl", "gnutls"])
  func `libraries refuse behaviours for one connection before any client connects`(
    engine: String
  ) async throws {
    try await ServerFixture.conversation(engine: engine) { conversation in
      let attempt = ServerFixture.attempt {
        $0.places = [.connection(2): ServerFixture.attempt { $0.behaviours = [NamedUse("stall")] }]
      }
      #expect(throws: HarnessFailure.self) { try conversation.begin(attempt) }
    }
  }
}
