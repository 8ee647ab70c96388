import RogueModel
import RogueOpenSSL
import RogueStimuli
import ServerTestSupport
import Testing

/// How sessions are kept, and whose they are, as OpenSSL's client and this library's own see it.
@Suite struct `Sessions that servers keep` {
  private let pki = TestPKI.shared

  /// Two visits of OpenSSL to servers that keep sessions by id, the second with the session of the first.
  private func visits(
    _ engine: String, _ options: [String] = []
  ) async throws -> [(output: String, seen: ConnectionEvidence)] {
    let file = pki.file([])
    return try await ServerFixture.conversation(engine: engine) { conversation in
      var visits: [(String, ConnectionEvidence)] = []
      for (leaf, flag) in [("leaf-p256", "-sess_out"), ("other-p256", "-sess_in")] {
        try conversation.begin(
          ServerFixture.attempt(pki.presentation(leaf, "issuing"), .tls12) { $0[Resumption.self] = .ids })
        let result = await Tool.runAside(
          "openssl",
          ["s_client", "-connect", "127.0.0.1:\(conversation.port)", "-CAfile", pki.path("root.pem"), "-ign_eof"]
            + [flag, file] + options, input: "ROGUES the-attempt\n")
        let seen = try await conversation.end(graceMilliseconds: 600_000)
        #expect(seen.faults == [])
        visits.append((result.output, try #require(seen.connections.first, "\(result.output)")))
      }
      return visits
    }
  }

  @Test(arguments: Setup.engines, [[], ["-no_ticket"]])
  func `by id are taken up by id, although the client would take a ticket`(
    engine: String, options: [String]
  ) async throws {
    let visits = try await visits(engine, options)
    #expect(visits.allSatisfy { $0.output.contains(ServerFixture.nonce) }, "\(visits.map(\.output))")
    #expect(visits[0].output.contains("New, TLSv1.2") && visits[1].output.contains("Reused, TLSv1.2"))
    #expect(visits.allSatisfy { !$0.output.contains("TLS session ticket") }, "\(visits.map(\.output))")
    #expect(visits.map(\.seen.resumed) == [false, true])
    #expect(visits.map(\.seen.serverCertificates?.count) == [2, nil])
  }

  @Test(arguments: Setup.engines)
  func `by id are matched to the ServerHello's id alone`(engine: String) async throws {
    // Another conversation has another cache: what it does not find it begins anew, and says so with an id of its own.
    let session = try await ServerFixture.serve(
      ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), .tls12) { $0[Resumption.self] = .ids },
      engine: engine
    ) { await Visit.make(Visit.Plan(port: $0)) }.seen.session
    let elsewhere = try await ServerFixture.serve(
      ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), .tls12) { $0[Resumption.self] = .ids },
      engine: engine
    ) { port in
      var plan = Visit.Plan(port: port)
      plan.settings.resume = session
      return await Visit.make(plan)
    }
    #expect(session?.isResumable == true)
    #expect(elsewhere.seen.facts?.isResumed == false && elsewhere.seen.body == ServerFixture.nonce + "\n")
    #expect(elsewhere.observation.connections.map(\.resumed) == [false])
  }

  @Test func `by id exist only below TLS 1.3`() async throws {
    let visit = try await ServerFixture.serve(
      ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), .tls13) { $0[Resumption.self] = .ids },
      engine: "swift"
    ) { await Visit.make(Visit.Plan(port: $0)) }.seen
    #expect(visit.body == ServerFixture.nonce + "\n" && visit.session == nil)
  }

  // MARK: Whose they are

  private static let ways: [(Resumption.Sessions, TLSVersion)] = [(.any, .tls12), (.ids, .tls12), (.any, .tls13)]

  @Test(arguments: Setup.engines, ways)
  func `speak for the client that began them, whichever client resumes them`(
    engine: String, way: (Resumption.Sessions, TLSVersion)
  ) async throws {
    let list = pki.certificates("client-leaf", "client-issuing")
    let identity = TLSIdentity(
      certificate: pki.certificate("client-leaf"), chain: pki.certificates("client-issuing"),
      privateKey: pki.key("client-leaf").privateKey)
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), way.1) {
      $0[Resumption.self] = way.0
      $0[ClientAuthentication.self] = .init(mode: .request, anchors: pki.certificates("client-root"))
    }
    try await ServerFixture.conversation(engine: engine) { conversation in
      var seen: [ConnectionEvidence] = []
      var plan = Visit.Plan(port: conversation.port)
      plan.identity = identity
      for _ in 0..<3 {
        try conversation.begin(attempt)
        let visit = await Visit.make(plan)
        #expect(visit.body == ServerFixture.nonce + "\n")
        seen += try await conversation.end(graceMilliseconds: 600_000).connections
        // From now on nobody: what the server knows of its client it knows from the session.
        plan.identity = nil
        if let session = visit.session { plan.settings.resume = session }
      }
      #expect(seen.map(\.resumed) == [false, true, true])
      #expect(seen.map(\.clientCertificates) == [list, list, list])
      #expect(Set(seen.map(\.clientCertificateMessage)).count == 1)
    }
  }

  @Test(arguments: TLSVersion.allCases)
  func `prove nothing if they were never begun or not resumed`(version: TLSVersion) async throws {
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0[Resumption.self] = .any
      $0[ClientAuthentication.self] = .init(mode: .request, anchors: pki.certificates("client-root"))
    }
    try await ServerFixture.conversation(engine: "swift") { conversation in
      var seen: [ConnectionEvidence] = []
      var plan = Visit.Plan(port: conversation.port)
      for _ in 0..<2 {
        try conversation.begin(attempt)
        let visit = await Visit.make(plan)
        seen += try await conversation.end(graceMilliseconds: 600_000).connections
        plan.settings.resume = visit.session
      }
      #expect(seen.map(\.resumed) == [false, true])
      #expect(seen.map(\.clientCertificates) == [[], nil])
    }
  }
}
