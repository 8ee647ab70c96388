internal import RogueModel
internal import RogueOpenSSL
internal import Synchronization

/// One engine for one conversation: what a client may take up again in a later attempt lives here.
protocol ConversationEngine: Sendable {
  /// Throws what keeps the engine from serving this attempt.
  func recipe(for attempt: ServedAttempt, _ behaviours: ActiveBehaviours) throws(HarnessFailure) -> any EngineRecipe
}

/// The engines by their names, with what their conversations share.
struct EngineShop: Sendable {
  static let names = [LibsslEngine.name, OwnEngine.name]

  private let contexts: LibsslContexts
  private let signers = HandshakeSigners(capacity: 256)
  /// The moment at which clients' paths are checked; nil: now.
  private let clock: Timestamp?

  init(clock: Timestamp?) {
    contexts = LibsslContexts(capacity: 256, clock: clock)
    self.clock = clock
  }

  /// Nil when there is none of that name.
  func conversationEngine(named name: String) -> (any ConversationEngine)? {
    switch name {
    case LibsslEngine.name: LibsslConversation(contexts: contexts)
    case OwnEngine.name: OwnConversation(signers: signers, clock: clock)
    default: nil
    }
  }
}

private final class LibsslConversation: ConversationEngine {
  private let contexts: LibsslContexts
  /// Shared by all attempts, so that what one step learned can be resumed in the next.
  private let resumption = Mutex<TLSResumption?>(nil)

  init(contexts: LibsslContexts) { self.contexts = contexts }

  func recipe(for attempt: ServedAttempt, _ behaviours: ActiveBehaviours) throws(HarnessFailure) -> any EngineRecipe {
    // Serving it without would make a false control.
    guard behaviours.isEmpty else { throw HarnessFailure(.badData, "libssl has no behaviours; the own engine has") }
    return try LibsslRecipe(
      attempt: attempt, contexts: contexts, resumption: attempt.resumption ? sharedResumption() : nil)
  }

  private func sharedResumption() throws(HarnessFailure) -> TLSResumption {
    do {
      return try resumption.withLock { shared in
        let made = try shared ?? TLSResumption()
        shared = made
        return made
      }
    } catch {
      throw HarnessFailure(.network, "cannot make ticket keys", underlying: "\(error)")
    }
  }
}

private final class OwnConversation: ConversationEngine {
  private let signers: HandshakeSigners
  private let clock: Timestamp?
  private let sessions = OwnSessions()

  init(signers: HandshakeSigners, clock: Timestamp?) {
    self.signers = signers
    self.clock = clock
  }

  func recipe(for attempt: ServedAttempt, _ behaviours: ActiveBehaviours) throws(HarnessFailure) -> any EngineRecipe {
    try OwnRecipe(
      attempt: attempt, behaviours, signers: signers, clock: clock, sessions: attempt.resumption ? sessions : nil)
  }
}
