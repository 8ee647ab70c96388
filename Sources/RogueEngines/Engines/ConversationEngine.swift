internal import RogueGnuTLS
package import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli

/// One engine for one conversation: it keeps what a client may resume in a later attempt.
package protocol ConversationEngine: Sendable {
  /// Throws if the engine cannot serve this attempt.
  ///
  /// - Parameter exchange: answers the client under TLS; each connection has its own copy.
  func recipe(
    for attempt: ServedAttempt, _ exchange: any ApplicationExchange, _ behaviours: ActiveBehaviours
  ) throws(HarnessFailure) -> any EngineRecipe
}

/// The engines by their names, with what their conversations share.
package struct EngineRegistry: Sendable {
  package static let names = [LibsslEngine.name, SwiftEngine.name, GnuTLSEngine.name]
  private static let capacity = 256

  private let libssl = ServerContexts<TLSContext>(capacity: capacity)
  private let gnutls = ServerContexts<GnuTLSServerContext>(capacity: capacity)
  private let signers = HandshakeSigners(capacity: capacity)
  /// The moment at which clients' paths are checked; nil: now.
  private let clock: Timestamp?

  package init(clock: Timestamp?) { self.clock = clock }

  /// Nil if there is no engine of that name.
  package func conversationEngine(named name: String) -> (any ConversationEngine)? {
    switch name {
    case LibsslEngine.name: LibsslConversation(contexts: libssl, clock: clock)
    case SwiftEngine.name: SwiftConversation(signers: signers, clock: clock)
    case GnuTLSEngine.name: GnuTLSConversation(contexts: gnutls, clock: clock)
    default: nil
    }
  }
}

extension ServedAttempt {
  /// For an engine that knows only first handshakes and first requests: serving without the second would make a false
  /// control.
  func refuseSecondHandshakes(for engine: String) throws(HarnessFailure) {
    guard !self[EarlyData.self] else {
      throw HarnessFailure(.badData, "\(engine) takes no early data; the Swift engine does")
    }
    guard !self[KeepAlive.self] else {
      throw HarnessFailure(.badData, "\(engine) closes a connection after its answer; the Swift engine need not")
    }
    let client = self[ClientAuthentication.self]
    let requestsLate = client.mode != .none && client.moment == .request
    guard renegotiation == nil, !requestsLate else {
      throw HarnessFailure(.badData, "\(engine) begins no handshake after the first; the Swift engine does")
    }
  }
}
