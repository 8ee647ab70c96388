internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import RogueTLS

/// The shared state of an attempt's connections; made when the attempt begins.
struct SwiftSettings: Sendable {
  let attempt: ServedAttempt
  /// ALPN names in the server's order.
  let alpn: [String]
  /// The certificate_authorities hints, DER Names.
  let authorities: [[UInt8]]
  let judge: ClientCertificateVerifier
  /// The presentation of a second handshake on a connection (TLS 1.2); nil: the same as the first one.
  let renegotiation: SwiftPresentation?
  /// Nil: no tickets, no session ids, nothing is taken up again.
  let sessions: SwiftSessions?
  let script: HandshakeScript

  init(
    _ attempt: ServedAttempt, _ behaviours: ActiveBehaviours, clock: Timestamp?, sessions: SwiftSessions?,
    renegotiation: SwiftPresentation? = nil
  ) throws(HarnessFailure) {
    self.attempt = attempt
    script = behaviours.script(attempt.version)
    self.renegotiation = renegotiation
    alpn = attempt[ApplicationProtocols.self]
    let client = attempt[ClientAuthentication.self]
    authorities =
      client.hints ? client.anchors.compactMap { CertificateFields(der: $0)?.subject } : []
    guard !client.hints || authorities.count == client.anchors.count else {
      throw HarnessFailure(.badData, "the Swift engine cannot read the name of an accepted CA")
    }
    judge = ClientCertificateVerifier(client, clock: clock)
    self.sessions = sessions
  }

  /// Whether sessions are kept by ticket, where the client takes one.
  var givesTickets: Bool { sessions != nil && attempt[Resumption.self].givesTickets }

  /// Whether the server requests the client's certificate in the first handshake, or in one after the request.
  func asks(_ moment: ClientAuthAt.Moment) -> Bool {
    judge.asks && attempt[ClientAuthentication.self].moment == moment
  }

  /// The kinds of keys whose certificates the client may show (RFC 5246, section 7.4.4).
  var clientCertificateTypes: [UInt8] {
    let named = attempt[ClientAuthentication.self].schemes
    return Set((named.isEmpty ? ClientSignatureAlgorithms.Scheme.allCases : named).map(\.certificateType)).sorted()
  }

  /// A vector of DER Names (RFC 5246, section 7.4.4; RFC 8446, section 4.2.4).
  func writeAuthorities(_ writer: inout ByteWriter) {
    writer.vector16 { list in
      for name in authorities { list.vector16 { $0.append(name) } }
    }
  }
}

/// The presentation of one connection.
struct SwiftPresentation: Sendable {
  var certificates: [[UInt8]]
  /// OCSP responses by entry.
  var staples: [Int: [UInt8]]
  var sctList: [UInt8]?
  var signer: HandshakeSigner
}

/// Conversations served by the Swift engine.
final class SwiftConversation: ConversationEngine {
  private let signers: HandshakeSigners
  private let clock: Timestamp?
  private let sessions = SwiftSessions()

  init(signers: HandshakeSigners, clock: Timestamp?) {
    self.signers = signers
    self.clock = clock
  }

  func recipe(
    for attempt: ServedAttempt, _ exchange: any ApplicationExchange, _ behaviours: ActiveBehaviours
  ) throws(HarnessFailure) -> any EngineRecipe {
    let resumption = attempt[Resumption.self]
    return try SwiftRecipe(
      attempt: attempt, exchange, behaviours, signers: signers, clock: clock,
      sessions: resumption.isKept ? sessions : resumption.isOffered ? SwiftSessions() : nil)
  }
}

/// Makes Swift engines for connections that are served alike.
struct SwiftRecipe: EngineRecipe {
  private let settings: SwiftSettings
  private let presentation: SwiftPresentation
  private let exchange: any ApplicationExchange

  init(
    attempt: ServedAttempt, _ exchange: any ApplicationExchange, _ behaviours: ActiveBehaviours,
    signers: HandshakeSigners, clock: Timestamp?, sessions: SwiftSessions?
  ) throws(HarnessFailure) {
    self.exchange = exchange
    func prepare(_ presentation: ServedAttempt.Presentation) throws(HarnessFailure) -> SwiftPresentation {
      SwiftPresentation(
        certificates: presentation.certificates, staples: presentation.staples, sctList: presentation.sctList,
        signer: try signers.signer(of: presentation))
    }
    settings = try SwiftSettings(
      attempt, behaviours, clock: clock, sessions: sessions,
      renegotiation: try attempt.renegotiation.map { (second) throws(HarnessFailure) in try prepare(second) })
    presentation = try prepare(attempt.presentation)
  }

  func engine() -> any Engine { SwiftEngine(settings, presentation, exchange) }

  func takeOver(_ engine: any Engine) -> Bool {
    guard let engine = engine as? SwiftEngine, engine.isIdle else { return false }
    engine.proceed(settings)
    return true
  }
}
