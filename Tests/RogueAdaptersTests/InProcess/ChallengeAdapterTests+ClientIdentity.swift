import RogueAdapters
import RogueModel
import Synchronization
import Testing

/// Identities in handlers' answers.
extension ChallengeAdapterTests {
  @Test(arguments: TLSVersion.allCases)
  func `a refused client certificate is requested again, at most twice, with a failure count`(
    version: TLSVersion
  ) async throws {
    // It asks for a certificate of a CA that it knows, and knows none that signed this client's.
    let server = try #require(await OpenSSLServer.start(["-Verify", "1", "-verify_return_error"]))
    let identity = ClientIdentity(leaf: OpenSSLServer.der("client.crt"), privateKey: OpenSSLServer.der("client.key"))
    let counts = Mutex<[String]>([])
    func perform(_ challenges: [PolicyRecipe.Challenge]) async throws -> AdapterOutcome {
      counts.withLock { $0 = [] }
      return try await Self.perform(Self.attempt(server.port, version, challenges: challenges)) {
        challenge, completion in
        var proposed = ""
        if case .identity(identity, _, _)? = challenge.proposedCredential { proposed = " proposed" }
        counts.withLock { $0.append("\(challenge.space.method) \(challenge.previousFailureCount)\(proposed)") }
        if let trust = challenge.space.serverTrust { return completion(.useCredential, .trust(trust)) }
        completion(.useCredential, .identity(identity, certificates: []))
      }
    }
    guard case .failed(.server, _) = try await perform([]) else {
      Issue.record("it was let in")
      return
    }
    // TLS 1.2 asks for the client's certificate first.
    #expect(counts.withLock { $0.sorted() } == ["clientCertificate 0", "serverTrust 0"])
    guard case .failed(.server, _) = try await perform([.repeated]) else {
      Issue.record("it was let in")
      return
    }
    #expect(
      counts.withLock { $0.sorted() } == [
        "clientCertificate 0", "clientCertificate 1 proposed", "clientCertificate 2 proposed", "serverTrust 0",
        "serverTrust 1", "serverTrust 2",
      ])
  }

  @Test(arguments: [true, false])
  func `a permanent identity is presented in later attempts of the conversation without a challenge`(
    isPermanent: Bool
  ) async throws {
    let server = try #require(await OpenSSLServer.start(["-Verify", "2", "-CAfile", "client.crt"]))
    let identity = ClientIdentity(leaf: OpenSSLServer.der("client.crt"), privateKey: OpenSSLServer.der("client.key"))
    let asked = Mutex(0)
    let adapter = ChallengeAdapter(name: "test", summary: "", trusts: FixedTrusts(result: .unspecified)) { _, _, _ in
      .ready(
        Handler { challenge, completion in
          if let trust = challenge.space.serverTrust { return completion(.useCredential, .trust(trust)) }
          let isFirst = asked.withLock { count in
            count += 1
            return count == 1
          }
          // Later on it would rather stay unknown.
          guard isFirst else { return completion(.performDefaultHandling) }
          completion(.useCredential, .identity(identity, certificates: [], isPermanent: isPermanent))
        })
    }
    let outcomes = try await adapter.withConversation("c1") { conversation in
      let first = try await conversation.perform(Self.attempt(server.port)).outcome
      return [first, try await conversation.perform(Self.attempt(server.port)).outcome]
    }
    #expect(try Self.statement(outcomes[0]).nonce == OpenSSLServer.nonce)
    #expect(asked.withLock { $0 } == (isPermanent ? 1 : 2))
    if isPermanent {
      #expect(try Self.statement(outcomes[1]).nonce == OpenSSLServer.nonce)
    } else {
      guard case .failed(.server, _) = outcomes[1] else {
        Issue.record("\(outcomes[1])")
        return
      }
    }
  }
}
