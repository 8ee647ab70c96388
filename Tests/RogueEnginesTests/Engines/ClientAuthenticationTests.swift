import RogueModel
import RogueOpenSSL
import RogueStimuli
import ServerTestSupport
import Testing

@testable import RogueEngines

@Suite struct `Asking clients for certificates` {
  let pki = TestPKI.shared

  private func attempt(
    _ mode: ClientAuth.Mode, _ list: ClientChain.List,
    _ version: TLSVersion
  ) -> ServedAttempt {
    ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0[ClientAuthentication.self] = .init(mode: mode, list: list, anchors: pki.certificates("client-root"))
    }
  }

  private func identity(_ leaf: String, _ chain: [String]) -> TLSIdentity {
    TLSIdentity(
      certificate: pki.certificate(leaf), chain: chain.map(pki.certificate), privateKey: pki.key(leaf).privateKey)
  }

  private func visit(
    _ engine: String, _ attempt: ServedAttempt, _ identity: TLSIdentity?
  ) async throws -> (Visit, ConnectionEvidence) {
    let (visit, seen) = try await ServerFixture.serve(attempt, engine: engine) { port in
      var plan = Visit.Plan(port: port)
      plan.identity = identity
      return await Visit.make(plan)
    }
    #expect(seen.faults == [])
    return (visit, try #require(seen.connections.first))
  }

  @Test(arguments: Setup.all, ClientChain.List.allCases)
  func `a clean list is accepted and seen byte for byte`(
    setup: Setup, list: ClientChain.List
  ) async throws {
    let (visit, seen) = try await visit(
      setup.engine, attempt(.require, list, setup.version), identity("client-leaf", ["client-issuing"]))
    #expect(visit.body == ServerFixture.nonce + "\n")
    #expect(seen.certificateRequested)
    #expect(seen.refusedClientBecause == nil)
    #expect(seen.clientCertificates == pki.certificates("client-leaf", "client-issuing"))
    #expect(seen.clientCertificateMessage == message(pki.certificates("client-leaf", "client-issuing"), setup.version))
  }

  /// The message as RFC 5246, section 7.4.2 and RFC 8446, section 4.4.2 lay it out.
  private func message(_ certificates: [[UInt8]], _ version: TLSVersion) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let extensions: [UInt8] = version == .tls13 ? [0, 0] : []
    let context: [UInt8] = version == .tls13 ? [0] : []
    let entries = certificates.reduce(into: [UInt8]()) { $0 += number($1.count, 3) + $1 + extensions }
    let body = context + number(entries.count, 3) + entries
    return [11] + number(body.count, 3) + body
  }

  /// What a strict server says, by the list that follows the leaf.
  static let faults: [(chain: [String], fault: String)] = [
    (["client-leaf", "client-issuing"], "entry 2 repeats the leaf"),
    (["client-issuing", "client-leaf"], "entry 3 repeats the leaf"),
    (["client-issuing", "client-issuing"], "entry 3 repeats entry 2"),
    (["client-issuing", "client-root"], "entry 3 is a root"),
    (["issuing", "client-issuing"], "entry 2 does not certify entry 1"),
  ]

  @Test(arguments: Setup.all, faults.indices)
  func `a strict server reports the error of a list that a lenient one accepts`(
    setup: Setup, index: Int
  ) async throws {
    let (chain, fault) = Self.faults[index]
    let (lenient, _) = try await visit(
      setup.engine, attempt(.require, .lenient, setup.version), identity("client-leaf", chain))
    #expect(lenient.body == ServerFixture.nonce + "\n")
    let (strict, seen) = try await visit(
      setup.engine, attempt(.require, .strict, setup.version), identity("client-leaf", chain))
    #expect(strict.body == nil)
    #expect(seen.refusedClientBecause == fault)
    #expect(seen.nonceSentAt == nil)
    #expect(seen.end == ConnectionEnd(by: .server, how: .alert))
    #expect(seen.alerts.contains { $0.from == .server && $0.code == 42 })
    #expect(seen.clientCertificates == [pki.certificate("client-leaf")] + chain.map(pki.certificate))
  }

  @Test(arguments: Setup.all)
  func `a leaf of another CA is refused as unknown`(setup: Setup) async throws {
    let (visit, seen) = try await visit(
      setup.engine, attempt(.require, .lenient, setup.version), identity("client-stranger", []))
    #expect(visit.body == nil)
    #expect(seen.refusedClientBecause?.hasPrefix("no path to an accepted CA") == true)
    #expect(seen.alerts.contains { $0.from == .server && $0.code == 48 })
  }

  @Test(arguments: Setup.all)
  func `a leaf for servers is refused`(setup: Setup) async throws {
    let (visit, seen) = try await visit(
      setup.engine, attempt(.require, .lenient, setup.version), identity("client-for-servers", ["client-issuing"]))
    #expect(visit.body == nil)
    #expect(seen.alerts.contains { $0.from == .server && $0.code == 43 })
    #expect(seen.refusedClientBecause?.contains("purpose") == true)
  }

  @Test(arguments: Setup.all)
  func `no certificate is fine when it was only requested`(setup: Setup) async throws {
    let (requested, seen) = try await visit(setup.engine, attempt(.request, .strict, setup.version), nil)
    #expect(requested.body == ServerFixture.nonce + "\n")
    #expect(seen.clientCertificates == [])
    let (required, refused) = try await visit(setup.engine, attempt(.require, .strict, setup.version), nil)
    #expect(required.body == nil)
    #expect(refused.refusedClientBecause == "the client sent no certificate")
  }

  @Test(arguments: Setup.all)
  func `the wrong certificate is refused even when it was only requested`(setup: Setup) async throws {
    let (visit, seen) = try await visit(
      setup.engine, attempt(.request, .lenient, setup.version), identity("client-stranger", []))
    #expect(visit.body == nil)
    #expect(seen.refusedClientBecause != nil)
  }

  @Test(arguments: Setup.all)
  func `the names of the accepted CAs are sent only as hints`(setup: Setup) async throws {
    for hints in [true, false] {
      let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), setup.version) {
        $0[ClientAuthentication.self] = .init(
          mode: .request, anchors: TestPKI.shared.certificates("client-root"), hints: hints)
      }
      let (output, _) = try await ServerFixture.serve(attempt, engine: setup.engine) { port in
        await Tool.runAside("openssl", ["s_client", "-connect", "127.0.0.1:\(port)"]).output
      }
      #expect(output.contains("No client certificate CA names sent") == !hints)
      #expect(output.contains("CN = client-root") == hints)
    }
  }
}

@Suite struct `A strict list` {
  let pki = TestPKI.shared

  @Test func `may be the leaf alone`() {
    #expect(ClientChainRule.strictFault(in: pki.certificates("client-leaf")) == nil)
  }

  @Test func `does not begin with a CA, and is not empty`() {
    #expect(ClientChainRule.strictFault(in: pki.certificates("client-issuing")) == "entry 1 is a CA, not the leaf")
    #expect(ClientChainRule.strictFault(in: []) == "the list is empty")
  }

  @Test func `holds certificates only`() {
    let list = [pki.certificate("client-leaf"), [0x30, 0x00]]
    #expect(ClientChainRule.strictFault(in: list) == "entry 2 does not certify entry 1")
  }
}
