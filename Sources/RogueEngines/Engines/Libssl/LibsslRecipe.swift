internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import Synchronization

/// Conversations served by libssl.
final class LibsslConversation: ConversationEngine {
  private let contexts: ServerContexts<TLSContext>
  private let clock: Timestamp?
  /// Shared by all attempts, so that what one step learned can be resumed in the next.
  private let shared = Mutex<TLSResumption?>(nil)

  init(contexts: ServerContexts<TLSContext>, clock: Timestamp?) {
    self.contexts = contexts
    self.clock = clock
  }

  func recipe(
    for attempt: ServedAttempt, _ exchange: any ApplicationExchange, _ behaviours: ActiveBehaviours
  ) throws(HarnessFailure) -> any EngineRecipe {
    try behaviours.refuse(for: "libssl")
    try attempt.refuseSecondHandshakes(for: "libssl")
    return try LibsslRecipe(
      attempt: attempt, exchange, contexts: contexts, clock: clock,
      resumption: resumption(attempt[Resumption.self]))
  }

  private func resumption(_ sessions: Resumption.Sessions) throws(HarnessFailure) -> TLSResumption? {
    guard sessions.isOffered else { return nil }
    do {
      guard sessions.isKept else { return try TLSResumption() }
      return try shared.withLock { shared in
        let made = try shared ?? TLSResumption()
        shared = made
        return made
      }
    } catch {
      throw HarnessFailure(.network, "cannot make ticket keys", underlying: "\(error)")
    }
  }
}

/// The context of connections that are served alike.
struct LibsslRecipe: EngineRecipe {
  private let attempt: ServedAttempt
  private let exchange: any ApplicationExchange
  private let context: TLSContext

  init(
    attempt: ServedAttempt, _ exchange: any ApplicationExchange, contexts: ServerContexts<TLSContext>,
    clock: Timestamp?, resumption: TLSResumption?
  ) throws(HarnessFailure) {
    self.attempt = attempt
    self.exchange = exchange
    context = try contexts.context(for: ServerContextKey(attempt, resumption: resumption)) {
      () throws(HarnessFailure) in try Self.make(attempt, clock, resumption)
    }
  }

  private static func make(
    _ attempt: ServedAttempt, _ clock: Timestamp?, _ resumption: TLSResumption?
  ) throws(HarnessFailure) -> TLSContext {
    let presentation = attempt.presentation
    guard attempt.version == .tls12 || presentation.staples.keys.allSatisfy({ $0 == 0 }) else {
      throw HarnessFailure(.network, "libssl cannot serve this attempt", underlying: "it staples for the leaf alone")
    }
    let client = attempt[ClientAuthentication.self]
    let mode: TLSServerSettings.ClientCertificate =
      switch client.mode {
      case .none: .none
      case .request: .request
      case .require: .require
      }
    let settings = TLSServerSettings(
      certificates: presentation.certificates, privateKey: presentation.key.privateKey, staple: presentation.staples[0],
      sctList: presentation.sctList, versions: TLSVersionRange(only: attempt.version.wireValue),
      alpn: attempt[ApplicationProtocols.self], clientCertificate: mode, clientAnchors: client.anchors,
      sendsClientAnchorNames: client.hints,
      verificationTime: clock?.secondsSince1970, resumption: resumption,
      givesTickets: attempt[Resumption.self].givesTickets)
    do {
      return try TLSContext(server: settings)
    } catch {
      throw HarnessFailure(.network, "libssl cannot serve this attempt", underlying: error.description)
    }
  }

  func engine() throws(HarnessFailure) -> any Engine {
    try LibsslEngine(context: context, attempt: attempt, exchange)
  }
}
