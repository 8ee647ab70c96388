import RogueAdapters
import RogueModel
import RoguePlatform
import Synchronization
import Testing

/// The in-process door against servers that share no code with it.
struct InProcessAdapterTests {
  /// Answers with a list of decisions, the last one for ever, and keeps what it was shown.
  private final class Scripted: ChainValidator {
    private let decisions: Mutex<[ChainDecision]>
    private let shown = Mutex<[ServerFlight]>([])

    init(_ decisions: ChainDecision...) { self.decisions = Mutex(decisions) }

    var flights: [ServerFlight] { shown.withLock { $0 } }

    func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
      shown.withLock { $0.append(flight) }
      return decisions.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .accept }
    }
  }

  private static func attempt(
    port: UInt16, path: String = "/nonce", version: TLSVersion = .tls13, deadline: Int = 120_000, reuse: Reuse = .none,
    needs: [Capability] = [], identity: AttemptPolicy.Identity? = nil, staple: Bool = false, alpn: [String] = []
  ) -> Attempt {
    Attempt(
      id: "a1", conversation: "c1", step: 1, needs: needs, reuse: reuse, learn: false, deadlineMilliseconds: deadline,
      connect: Attempt.Endpoint(
        host: "Pinned.rogues.test.", address: "127.0.0.1", port: port, path: path, proxy: nil),
      minimumTLS: version, maximumTLS: version, alpn: alpn,
      policy: AttemptPolicy(
        systemAnchors: nil, userAnchors: nil, anchors: nil, hostname: "pinned.rogues.test", pinSets: [],
        revocation: AttemptPolicy.Revocation(
          mode: staple ? .require : .off, methods: staple ? [.ocspStaple] : [], crls: []),
        identity: identity, time: nil))
  }

  private static func perform(_ attempts: Attempt..., with validator: any ChainValidator) async throws
    -> [AdapterOutcome]
  {
    let adapter = InProcessAdapter(name: "test", summary: "", isControl: false, validator: validator)
    return try await adapter.withConversation("c1") { conversation in
      var outcomes: [AdapterOutcome] = []
      for attempt in attempts { outcomes.append(try await conversation.perform(attempt).outcome) }
      return outcomes
    }
  }

  private static let accepted = AdapterOutcome.statement(Statement(said: .accept, nonce: OpenSSLServer.nonce))

  @Test(arguments: TLSVersion.allCases)
  func `an accepted server is asked for the nonce`(version: TLSVersion) async throws {
    let server = try #require(
      await OpenSSLServer.start([
        "-alpn", "http/1.1", "-servername", "x", "-cert2", "server.crt", "-key2", "server.key",
      ]))
    let validator = Scripted(.accept)
    let outcomes = try await Self.perform(
      Self.attempt(port: server.port, version: version, alpn: ["http/1.1"]), with: validator)
    #expect(outcomes == [Self.accepted])
    #expect(
      validator.flights == [
        ServerFlight(
          host: "Pinned.rogues.test.", certificates: [OpenSSLServer.der("server.crt")], staples: [:])
      ])
    let printed = await server.end()
    #expect(printed.contains("Hostname in TLS extension: \"Pinned.rogues.test\""))
    #expect(printed.contains("ALPN protocols advertised by the client: http/1.1"))
  }

  @Test(arguments: TLSVersion.allCases)
  func `a staple is there when the server is judged`(version: TLSVersion) async throws {
    let server = try #require(await OpenSSLServer.start(["-status_file", "staple.der"]))
    let validator = Scripted(.accept)
    let outcomes = try await Self.perform(
      Self.attempt(port: server.port, version: version, staple: true), with: validator)
    #expect(outcomes == [Self.accepted])
    #expect(validator.flights.map(\.staple) == [OpenSSLServer.file("staple.der")])
    #expect(!OpenSSLServer.file("staple.der").isEmpty)
  }

  @Test(arguments: TLSVersion.allCases)
  func `a policy without stapling requests no staple`(version: TLSVersion) async throws {
    let server = try #require(await OpenSSLServer.start(["-status_file", "staple.der"]))
    let validator = Scripted(.accept)
    _ = try await Self.perform(Self.attempt(port: server.port, version: version), with: validator)
    #expect(validator.flights.map(\.staple) == [nil])
  }

  @Test(arguments: TLSVersion.allCases, [false, true])
  func `a refused server gets an alert, no client certificate and no request`(
    version: TLSVersion, staple: Bool
  ) async throws {
    let server = try #require(
      await OpenSSLServer.start(
        ["-Verify", "2", "-CAfile", "client.crt"] + (staple ? ["-status_file", "staple.der"] : [])))
    let validator = Scripted(.cancel(.revoked, detail: "it says so"))
    let outcomes = try await Self.perform(
      Self.attempt(port: server.port, version: version, identity: Self.identity(), staple: staple), with: validator)
    #expect(
      outcomes == [
        .statement(
          Statement(said: .cancel, reason: .revoked, phase: .handshake, endedBy: .client, detail: "it says so"))
      ])
    #expect(validator.flights.count == 1)
    let printed = await server.end()
    // libssl has one alert for a staple that came after the Certificate message.
    let alert = staple && version == .tls12 ? "bad_certificate_status_response" : "certificate_revoked"
    #expect(printed.contains("fatal \(alert)"))
    #expect(!printed.split(separator: "\n").contains { $0.hasPrefix("<<<") && $0.hasSuffix("Handshake, Certificate") })
    #expect(!printed.split(separator: "\n").contains { $0.hasPrefix("<<<") && $0.hasSuffix(", Certificate") })
    #expect(!printed.contains("FILE:nonce"))
  }

  private static func identity(chain: [[UInt8]] = [], key: [UInt8]? = nil) -> AttemptPolicy.Identity {
    AttemptPolicy.Identity(
      form: .pem, leaf: OpenSSLServer.der("client.crt"), chain: chain,
      privateKey: key ?? OpenSSLServer.der("client.key"), password: "")
  }

  @Test(arguments: TLSVersion.allCases)
  func `the client's list has its leaf once, whatever the bundle repeats`(version: TLSVersion) async throws {
    let server = try #require(await OpenSSLServer.start(["-Verify", "2", "-CAfile", "client.crt"]))
    let leaf = OpenSSLServer.der("client.crt")
    let identity = Self.identity(chain: [leaf, leaf])
    let outcomes = try await Self.perform(
      Self.attempt(port: server.port, version: version, identity: identity), with: Scripted(.accept))
    #expect(outcomes == [Self.accepted])
    // Handshake header, request context and extensions in TLS 1.3, list length, entry length.
    let length = 4 + 3 + 3 + leaf.count + (version == .tls13 ? 3 : 0)
    let hex = String(length, radix: 16)
    let padded = String(repeating: "0", count: 4 - hex.count) + hex
    let line = await server.end().split(separator: "\n").first { $0.hasPrefix("<<<") && $0.hasSuffix(", Certificate") }
    #expect(try #require(line).contains("[length \(padded)]"))
  }

  @Test func `an identity that cannot be used is refused before connecting`() async throws {
    let outcomes = try await Self.perform(
      Self.attempt(port: 1, identity: Self.identity(key: OpenSSLServer.der("other.key"))), with: Scripted(.accept))
    guard case .statement(let statement)? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(statement.said == .cancel)
    #expect(statement.reason == .clientIdentity)
    #expect(statement.phase == .configuration)
  }

  @Test(arguments: TLSVersion.allCases)
  func `a server that refuses the client's certificate has failed, not been refused`(version: TLSVersion) async throws {
    let server = try #require(
      await OpenSSLServer.start(["-Verify", "2", "-verify_return_error", "-CAfile", "other.crt"]))
    let outcomes = try await Self.perform(
      Self.attempt(port: server.port, version: version, identity: Self.identity()), with: Scripted(.accept))
    guard case .failed(cause: .server, let detail)? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(detail?.contains("alert 48") == true)
  }

  @Test(arguments: TLSVersion.allCases, [Reuse.session, .connection])
  func `a session is resumed on request, and its original chain is judged again`(
    version: TLSVersion, reuse: Reuse
  ) async throws {
    let server = try #require(await OpenSSLServer.start())
    let validator = Scripted(.accept, .accept, .cancel(.pinMismatch, detail: nil))
    let first = Self.attempt(port: server.port, version: version)
    let next = Self.attempt(port: server.port, version: version, reuse: reuse)
    let outcomes = try await Self.perform(first, next, next, with: validator)
    #expect(
      outcomes == [
        Self.accepted, Self.accepted,
        .statement(
          Statement(said: .cancel, reason: .pinMismatch, phase: .afterHandshake, endedBy: .client, detail: nil)),
      ])
    #expect(Set(validator.flights).count == 1)
    let printed = await server.end()
    #expect(printed.split(separator: "\n").filter { $0.hasPrefix(">>>") && $0.hasSuffix(", Certificate") }.count == 1)
    #expect(printed.components(of: "FILE:nonce") == 2)
  }

  @Test(arguments: TLSVersion.allCases)
  func `no session is resumed without a request`(version: TLSVersion) async throws {
    let server = try #require(await OpenSSLServer.start())
    let attempt = Self.attempt(port: server.port, version: version)
    let outcomes = try await Self.perform(attempt, attempt, with: Scripted(.accept))
    #expect(outcomes == [Self.accepted, Self.accepted])
    let printed = await server.end()
    #expect(printed.split(separator: "\n").filter { $0.hasPrefix(">>>") && $0.hasSuffix(", Certificate") }.count == 2)
  }

  @Test func `a missing capability is reported before connecting`() async throws {
    let outcomes = try await Self.perform(
      Self.attempt(port: 1, needs: [.anchors, .clock, Capability("time-travel")]), with: Scripted(.accept))
    #expect(outcomes == [.unsupported(capability: "clock", why: nil)])
  }

  @Test func `another version than the server's is a refusal of the server's`() async throws {
    let server = try #require(await OpenSSLServer.start(["-tls1_2"]))
    let outcomes = try await Self.perform(Self.attempt(port: server.port), with: Scripted(.accept))
    guard case .failed(cause: .server, let detail)? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(detail?.contains("alert 70") == true)
  }

  @Test(arguments: ["/missing", "/endless", "/no-such-file"])
  func `a reply without a nonce does not prove acceptance`(path: String) async throws {
    let server = try #require(await OpenSSLServer.start())
    let outcomes = try await Self.perform(Self.attempt(port: server.port, path: path), with: Scripted(.accept))
    guard case .failed(cause: .server, _)? = outcomes.first else {
      Issue.record("\(outcomes)")
      return
    }
  }

  @Test func `the controls describe themselves`() async throws {
    let server = try #require(await OpenSSLServer.start())
    let attempt = Self.attempt(port: server.port)
    for adapter in [InProcessAdapter.acceptAll, .cancelAll] {
      let outcome = try await adapter.withConversation("c") { try await $0.perform(attempt).outcome }
      if adapter.description.name == "accept-all" {
        #expect(outcome == Self.accepted)
      } else {
        guard case .statement(let statement) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect(statement.said == .cancel && statement.reason == .other)
      }
      #expect(adapter.description.isControl && adapter.description.door == .inProcess)
      #expect(adapter.description.declined.isEmpty && !adapter.description.usesProxy)
    }
  }
}

extension String {
  fileprivate func components(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
