internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import RogueTLS

/// A handshake of TLS 1.2 as a server (RFC 5246, section 7.3; RFC 8422), or of a version before it where a behaviour
/// wants one.
///
/// Here are the client's messages, one after the other; `Handshake12+Hello` chooses and writes the answer.
final class Handshake12: HandshakeState, ServerHandshake {
  enum Expecting {
    case hello, certificate
    case keyExchange(ClientCertificateVerifier.Candidate?)
    case certificateVerify(ClientCertificateVerifier.Candidate)
    case finished, nothing
  }

  var expecting = Expecting.hello
  var agreed: Negotiated?
  /// The binding of this handshake to the one before it on the connection; nil for the first.
  let bond: RenegotiationBinding?

  /// The results of the ClientHello.
  struct Negotiated {
    var number: UInt16
    var suite: CipherSuite
    var transcript: TranscriptHash
    /// Every message, kept only while a client may have to sign them.
    var messages: [UInt8]?
    var clientRandom: [UInt8]
    var serverRandom: [UInt8]
    /// RFC 7627.
    var extendsMasterSecret: Bool
    /// The client takes tickets (RFC 5077).
    var takesTicket: Bool
    var isResumed = false
    /// Under which the session is kept when the client takes no ticket.
    var sessionID: [UInt8] = []
    var half: KeyShareHalf?
    var masterSecret: [UInt8] = []
    /// The client understands renegotiation (RFC 5746, section 3.6).
    var knowsRenegotiation: Bool
    /// The verify data, for a later handshake.
    var verifyData = RenegotiationBinding(client: [], server: [])

    mutating func add(_ message: some Sequence<UInt8>) {
      let bytes = Array(message)
      transcript.add(bytes)
      messages?.append(contentsOf: bytes)
    }

    var keys: KeySchedule12 {
      KeySchedule12(suite: suite, masterSecret: masterSecret, clientRandom: clientRandom, serverRandom: serverRandom)
    }
  }

  init(
    _ settings: SwiftSettings, _ presentation: SwiftPresentation, _ wire: ServerWire,
    after bond: RenegotiationBinding? = nil
  ) {
    self.bond = bond
    super.init(settings, presentation, wire)
  }

  /// Whether the server requests the client's certificate in this handshake.
  var asks: Bool { settings.asks(.handshake) || bond != nil && settings.asks(.request) }

  var isEstablished: Bool {
    if case .nothing = expecting { true } else { false }
  }

  func take(_ message: HandshakeMessage) throws(TLSAbort) {
    switch (expecting, message.type) {
    case (.hello, .clientHello): try answer(message)
    case (.certificate, .certificate):
      let candidate = try settings.judge.admit(message, .tls12)
      agreed?.add(message.whole)
      expecting = .keyExchange(candidate)
    case (.keyExchange(let candidate), .clientKeyExchange): try takeKeyExchange(message, candidate)
    case (.certificateVerify(let candidate), .certificateVerify): try takeProof(message, of: candidate)
    case (.finished, .finished): try takeFinished(message)
    default: throw TLSAbort(outOfPlace: message)
    }
  }

  private func takeKeyExchange(
    _ message: HandshakeMessage, _ candidate: ClientCertificateVerifier.Candidate?
  ) throws(TLSAbort) {
    guard var agreed, let half = agreed.half else { return }
    let premaster = try premaster(message.body, half, agreed.suite.legacyVersion)
    agreed.add(message.whole)
    agreed.masterSecret =
      agreed.extendsMasterSecret
      ? KeySchedule12.extendedMasterSecret(
        agreed.suite, premaster: premaster, transcript: agreed.transcript.value)
      : KeySchedule12.masterSecret(
        agreed.suite, premaster: premaster, clientRandom: agreed.clientRandom, serverRandom: agreed.serverRandom)
    log("CLIENT_RANDOM", agreed.clientRandom, agreed.masterSecret)
    self.agreed = agreed
    if let candidate {
      expecting = .certificateVerify(candidate)
    } else {
      expectFinished(agreed)
    }
  }

  private func takeProof(
    _ message: HandshakeMessage, of candidate: ClientCertificateVerifier.Candidate
  ) throws(TLSAbort) {
    guard var agreed else { return }
    try settings.judge.confirm(candidate, message, .tls12, signed: agreed.messages ?? [])
    agreed.add(message.whole)
    self.agreed = agreed
    expectFinished(agreed)
  }

  func expectFinished(_ agreed: Negotiated) {
    wire.pendingOpener = agreed.keys.protection(of: .client)
    expecting = .finished
  }

  private func takeFinished(_ message: HandshakeMessage) throws(TLSAbort) {
    // Its keys wait until a ChangeCipherSpec took them.
    guard var agreed, wire.pendingOpener == nil else {
      throw TLSAbort(.unexpectedMessage, "a Finished before the ChangeCipherSpec")
    }
    let proof = KeySchedule12.finished(
      agreed.suite, agreed.masterSecret, .client, transcript: agreed.transcript.value)
    guard message.body.elementsEqual(proof) else { throw TLSAbort(.decryptError, "the client's Finished is wrong") }
    agreed.add(message.whole)
    agreed.verifyData.client = proof
    self.agreed = agreed
    expecting = .nothing
    if !agreed.isResumed { try send(.last) { (type) throws(TLSAbort) in try self.lastMessage(type) } }
  }

  // MARK: The server's flights

  /// Sends the messages of a flight, as the script has them; the transcript has what is sent.
  func send(
    _ stage: FlightKind, without absent: Set<HandshakeType> = [],
    _ make: (HandshakeType) throws(TLSAbort) -> ServerMessage?
  ) throws(TLSAbort) {
    for step in steps(stage, without: absent) where stop == nil {
      switch step {
      case .message(let type):
        guard let message = try make(type) else { continue }
        say(message)
      case .extra(let message): say(message)
      case .again(let apart, let counts):
        let copy = try outbox.repeatLast(apart: apart, wire)
        if counts { agreed?.add(copy) }
      case .keys:
        guard let agreed else { continue }
        try outbox.flush(wire)
        try wire.protect(agreed.keys.sealer(of: .server))
      case .changeCipherSpec, .compatibilityChange, .record, .stop: try outbox.perform(step, wire, stop: &stop)
      }
    }
    try outbox.flush(wire)
  }

  private func say(_ message: ServerMessage) {
    var message = message
    pass(\.message, &message)
    agreed?.add(outbox.put(message))
  }

  /// The server's last words in the handshake; in an abbreviated one they come before the client's.
  func lastMessage(_ type: HandshakeType) throws(TLSAbort) -> ServerMessage? {
    guard let agreed else { return nil }
    switch type {
    case .newSessionTicket: return try ticket(agreed)
    case .finished:
      let proof = KeySchedule12.finished(
        agreed.suite, agreed.masterSecret, .server, transcript: agreed.transcript.value)
      self.agreed?.verifyData.server = proof
      return ServerMessage(.finished, proof)
    default: return nil
    }
  }

  /// Keeps the session, and gives the NewSessionTicket that names it when the client takes one (RFC 5077, section 3.3).
  private func ticket(_ agreed: Negotiated) throws(TLSAbort) -> ServerMessage? {
    guard let sessions = settings.sessions, !agreed.isResumed else { return nil }
    let session = SwiftSessions.Session(
      version: .tls12, cipherSuite: agreed.number, secret: agreed.masterSecret,
      hasExtendedMasterSecret: agreed.extendsMasterSecret,
      clientAuthentication: settings.attempt[ClientAuthentication.self])
    guard agreed.takesTicket else {
      sessions.remember(session, as: agreed.sessionID)
      return nil
    }
    let name = try sessions.remember(session)
    return ServerMessage(.newSessionTicket) { body in
      body.uint32(settings.script.ticketLifetime)
      body.vector16 { $0.append(name) }
    }
  }

  // MARK: After the handshake

  var takesEarlyData: Bool { false }

  func takeLate(_ message: HandshakeMessage) throws(TLSAbort) {
    guard wire.version == .tls12, message.type == .clientHello else { throw TLSAbort(late: message) }
    // Without a renegotiation the connection continues unchanged (RFC 5246, section 7.2.2).
    try wire.send(.alert, [1, TLSAlertCode.noRenegotiation.rawValue])
  }

  func say(_ record: LateRecord) throws(TLSAbort) {
    // Keys change by another handshake only.
    guard case .record(let type, let content) = record else { return }
    try wire.send(type, content)
  }
}
