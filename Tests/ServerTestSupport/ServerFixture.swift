package import RogueModel
package import RogueServers
import Testing

/// Short ways to the things that most tests of servers need.
package enum ServerFixture {
  package static let nonce = "00112233445566778899aabbccddeeff"
  package static let servers: LoopbackServers? = try? LoopbackServers()

  package static func attempt(
    _ presentation: ServedAttempt.Presentation = TestPKI.shared.presentation("leaf-p256", "issuing"),
    _ version: TLSVersion = .tls13, change: (inout ServedAttempt) -> Void = { _ in }
  ) -> ServedAttempt {
    var attempt = ServedAttempt(
      presentation: presentation, version: version, path: "/the-path", attempt: "the-attempt", nonce: nonce)
    change(&attempt)
    return attempt
  }

  package struct NoServers: Error {}

  package static func conversation<Result: Sendable>(
    engine: String = "libssl", proxy: Bool = false, _ body: @Sendable (any ServedConversation) async throws -> Result
  ) async throws -> Result {
    guard let servers else { throw NoServers() }
    return try await servers.withConversation(
      ConversationOpening(engine: engine, domain: "rogues.test", needsProxy: proxy), body)
  }

  /// Serves one attempt to the clients that `visit` sends, and gives what both sides saw.
  package static func serve<Seen: Sendable>(
    _ attempt: ServedAttempt, engine: String = "libssl", grace: Int = 120_000,
    _ visit: @Sendable (UInt16) async throws -> Seen
  ) async throws -> (seen: Seen, observation: Observation) {
    try await conversation(engine: engine) { conversation in
      try conversation.begin(attempt)
      let seen = try await visit(conversation.port)
      return (seen, try await conversation.end(graceMilliseconds: grace))
    }
  }
}

/// An engine with a version: what every engine has to do, it has to do in both.
package struct Setup: Sendable, CustomTestStringConvertible {
  package var engine: String
  package var version: TLSVersion

  package init(engine: String, version: TLSVersion) {
    self.engine = engine
    self.version = version
  }

  package static let engines = ["libssl", "swift", "gnutls"]
  package static let all = engines.flatMap { engine in TLSVersion.allCases.map { Setup(engine: engine, version: $0) } }

  package var testDescription: String { "\(engine), TLS \(version.rawValue)" }
}
