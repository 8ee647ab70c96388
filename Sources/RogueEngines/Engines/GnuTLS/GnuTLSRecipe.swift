internal import RogueGnuTLS
internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import Synchronization
internal import RogueTLS

/// Conversations served by GnuTLS.
final class GnuTLSConversation: ConversationEngine {
  private let contexts: ServerContexts<GnuTLSServerContext>
  private let clock: Timestamp?
  /// Shared by all attempts, so that what one step learned can be resumed in the next; by the demands on clients,
  /// because under other demands they have to show themselves again.
  private let resumptions = Mutex<[ClientAuthentication.Served: GnuTLSResumption]>([:])

  init(contexts: ServerContexts<GnuTLSServerContext>, clock: Timestamp?) {
    self.contexts = contexts
    self.clock = clock
  }

  func recipe(
    for attempt: ServedAttempt, _ exchange: any ApplicationExchange, _ behaviours: ActiveBehaviours
  ) throws(HarnessFailure) -> any EngineRecipe {
    try behaviours.refuse(for: "GnuTLS")
    try attempt.refuseSecondHandshakes(for: "GnuTLS")
    return try GnuTLSRecipe(
      attempt: attempt, exchange, contexts: contexts, clock: clock,
      resumption: resumption(attempt[Resumption.self], attempt[ClientAuthentication.self]))
  }

  private func resumption(
    _ sessions: Resumption.Sessions, _ client: ClientAuthentication.Served
  ) throws(HarnessFailure) -> GnuTLSResumption? {
    guard sessions.isOffered else { return nil }
    do {
      guard sessions.isKept else { return try GnuTLSResumption() }
      return try resumptions.withLock { known in
        let made = try known[client] ?? GnuTLSResumption()
        known[client] = made
        return made
      }
    } catch {
      throw HarnessFailure(.network, "cannot make ticket keys", underlying: "\(error)")
    }
  }
}

/// The context of connections that are served alike.
struct GnuTLSRecipe: EngineRecipe {
  private let attempt: ServedAttempt
  private let exchange: any ApplicationExchange
  private let judge: ClientCertificateVerifier
  private let resumption: GnuTLSResumption?
  private let context: GnuTLSServerContext

  init(
    attempt: ServedAttempt, _ exchange: any ApplicationExchange, contexts: ServerContexts<GnuTLSServerContext>,
    clock: Timestamp?, resumption: GnuTLSResumption?
  ) throws(HarnessFailure) {
    self.attempt = attempt
    self.exchange = exchange
    self.resumption = resumption
    judge = ClientCertificateVerifier(attempt[ClientAuthentication.self], clock: clock)
    context = try contexts.context(for: ServerContextKey(attempt)) { () throws(HarnessFailure) in
      try Self.make(attempt)
    }
  }

  private static func make(_ attempt: ServedAttempt) throws(HarnessFailure) -> GnuTLSServerContext {
    let presentation = attempt.presentation
    guard presentation.sctList == nil else {
      throw HarnessFailure(.network, "GnuTLS cannot serve this attempt", underlying: "it sends no SCTs")
    }
    let client = attempt[ClientAuthentication.self]
    do {
      return try GnuTLSServerContext(
        GnuTLSServerSettings(
          certificates: presentation.certificates, staples: presentation.staples, key: try key(of: presentation),
          version: attempt.version == .tls12 ? .tls12 : .tls13, alpn: attempt[ApplicationProtocols.self],
          clientCertificate: mode(client.mode),
          hints: client.mode != .none && client.hints ? client.anchors : []))
    } catch {
      throw HarnessFailure(.network, "GnuTLS cannot serve this attempt", underlying: error.description)
    }
  }

  /// The presentation's key, or, if its type differs from the leaf's, an unrelated key of the leaf's type: a client
  /// first checks whether the algorithm fits the leaf, and only then the signature.
  private static func key(of presentation: ServedAttempt.Presentation) throws(GnuTLSFailure) -> GnuTLSPrivateKey {
    let key = try GnuTLSPrivateKey(pkcs8: presentation.key.privateKey)
    guard let leaf = presentation.certificates.first.flatMap(CertificateFields.init(der:))?.keyKind else { return key }
    let kind: GnuTLSPrivateKey.Kind =
      switch leaf {
      case .ecdsa(.p384): .p384
      case .ecdsa(.p521): .p521
      case .ecdsa: .p256
      case .ed25519: .ed25519
      case .ed448: .ed448
      case .rsa: .rsa
      case .rsaPSS: .rsaPSS
      }
    return key.kind == kind ? key : try GnuTLSPrivateKey(stranger: kind)
  }

  private static func mode(
    _ mode: ClientAuth.Mode
  ) -> GnuTLSServerSettings.ClientCertificate {
    switch mode {
    case .none: .none
    case .request: .request
    case .require: .require
    }
  }

  func engine() throws(HarnessFailure) -> any Engine {
    try GnuTLSEngine(context: context, attempt: attempt, exchange, judge: judge, resumption: resumption)
  }
}
