internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import RogueTLS

// The results of the ClientHello, and the server's first flight.
extension Handshake12 {
  /// Preferred first (RFC 5289, RFC 7905; before TLS 1.2: RFC 4492, RFC 5246, appendix A.5).
  private static func suites(for kind: SignatureKind, _ legacyVersion: LegacyVersion) -> [UInt16] {
    switch (kind, legacyVersion) {
    case (.ecdsa, .tls12), (.ed25519, .tls12), (.ed448, .tls12): [0xC02B, 0xC02C, 0xCCA9]
    case (.rsa, .tls12), (.rsaPSS, .tls12): [0xC02F, 0xC030, 0xCCA8]
    case (.rsa, .ssl30), (.rsaPSS, .ssl30): [0x002F, 0x0035]
    case (.rsa, _), (.rsaPSS, _): [0xC013, 0xC014, 0x002F, 0x0035]
    default: [0xC009, 0xC00A]
    }
  }

  /// The suite that the script requires, or the first that the client offers. A script with an old version ignores the
  /// client's offer, too.
  private func suite(_ offered: [UInt16], _ legacyVersion: LegacyVersion) throws(TLSAbort) -> (UInt16, CipherSuite) {
    let kind = presentation.signer.kind
    let known = Self.suites(for: kind, legacyVersion)
    let number =
      settings.script.suite?.number(for: kind) ?? known.first(where: offered.contains)
      ?? (legacyVersion < .tls12 ? known.first : nil)
    guard let number, let suite = CipherSuite(tls12: number, legacyVersion: legacyVersion) else {
      throw TLSAbort(.handshakeFailure, "the client offers no cipher suite that this server supports with its key")
    }
    return (number, suite)
  }

  func answer(_ message: HandshakeMessage) throws(TLSAbort) {
    guard let hello = ClientHello(body: message.body) else {
      throw TLSAbort(.decodeError, "a ClientHello that does not parse")
    }
    let insisted = settings.script.legacyVersion
    let legacyVersion = insisted ?? .tls12
    try Negotiation.check(hello, for: .tls12, insists: insisted != nil)
    guard legacyVersion.namesSchemes || !asks else {
      throw TLSAbort(.internalError, "client certificates are supported from TLS 1.2 on")
    }
    wire.version = .tls12
    wire.legacyVersion = legacyVersion
    try checkBond(of: hello)
    now = HandshakeMoment(hello, presentation.signer.kind)
    purpose = ConnectionOrigin(
      host: hello.evidence.serverName, protocolName: Negotiation.protocolName(hello, settings.alpn))
    var random = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    pass(\.random, &random)
    if let session = sessionOffered(in: hello) { return try resume(session, hello, message, random, legacyVersion) }
    let (number, suite) = try suite(hello.evidence.cipherSuites, legacyVersion)
    var agreed = begin(hello, random, number, suite)
    agreed.messages = asks ? [] : nil
    if settings.sessions != nil, !agreed.takesTicket {
      agreed.sessionID = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    }
    agreed.add(message.whole)
    let half = try half(hello, suite)
    agreed.half = half
    self.agreed = agreed
    try sendFlight(hello, half, try scheme(hello, suite))
    expecting = asks ? .certificate : .keyExchange(nil)
  }

  private func begin(_ hello: ClientHello, _ random: [UInt8], _ number: UInt16, _ suite: CipherSuite) -> Negotiated {
    Negotiated(
      number: number, suite: suite, transcript: suite.transcript, clientRandom: hello.random,
      serverRandom: random,
      // SSL 3.0 has no extensions.
      extendsMasterSecret: extendsMasterSecret(hello) && suite.legacyVersion > .ssl30,
      takesTicket: settings.givesTickets && hello.extensions.contains(.sessionTicket) && suite.legacyVersion > .ssl30,
      knowsRenegotiation: Self.knowsRenegotiation(hello))
  }

  private func extendsMasterSecret(_ hello: ClientHello) -> Bool {
    settings.script.knowsExtendedMasterSecret && hello.extensions.contains(.extendedMasterSecret)
  }

  // MARK: The flight

  private func sendFlight(_ hello: ClientHello, _ half: KeyShareHalf, _ scheme: SignatureScheme?) throws(TLSAbort) {
    let shows = agreed?.suite.signer != .nobody
    let staple = hello.evidence.requestsStaple && shows ? presentation.staples[0] : nil
    var absent: Set<HandshakeType> = []
    if !shows { absent.insert(.certificate) }
    if staple == nil { absent.insert(.certificateStatus) }
    if !asks { absent.insert(.certificateRequest) }
    try send(.first, without: absent) { (type) throws(TLSAbort) in
      guard let agreed = self.agreed else { return nil }
      switch type {
      case .serverHello: return self.serverHello(hello, agreed, staples: staple != nil)
      case .certificate: return self.certificate()
      case .certificateStatus: return staple.map(Self.certificateStatus)
      case .serverKeyExchange: return try self.keyExchange(half, scheme, agreed)
      case .certificateRequest: return self.certificateRequest()
      case .serverHelloDone: return ServerMessage(.serverHelloDone)
      default: return try self.lastMessage(type)
      }
    }
  }

  private func certificate() -> ServerMessage {
    let size = presentation.certificates.reduce(16) { $0 + $1.count + 3 }
    return ServerMessage(.certificate, reserving: size) { body in
      body.vector24 { list in
        for entry in presentation.certificates { list.vector24 { $0.append(entry) } }
      }
    }
  }

  private static func certificateStatus(_ staple: [UInt8]) -> ServerMessage {
    ServerMessage(.certificateStatus, reserving: staple.count + 4) { body in
      // ocsp (RFC 6066, section 8)
      body.uint8(1)
      body.vector24 { $0.append(staple) }
    }
  }

  private func certificateRequest() -> ServerMessage {
    ServerMessage(.certificateRequest) { body in
      body.vector8 { $0.append(settings.clientCertificateTypes) }
      Negotiation.writeSignatureSchemes(settings.judge.schemes, &body)
      settings.writeAuthorities(&body)
    }
  }

  private func serverHello(_ hello: ClientHello, _ agreed: Negotiated, staples: Bool) -> ServerMessage {
    let name = Negotiation.protocolName(hello, settings.alpn)
    return ServerMessage(.serverHello) { body in
      body.uint16(agreed.suite.legacyVersion.rawValue)
      body.append(agreed.serverRandom)
      body.vector8 { $0.append(agreed.sessionID) }
      body.uint16(agreed.number)
      body.uint8(0)
      guard agreed.suite.legacyVersion > .ssl30 else { return }
      body.vector16 { extensions in
        if agreed.knowsRenegotiation {
          extensions.helloExtension(.renegotiationInfo) { $0.vector8 { $0.append(bond?.both ?? []) } }
        }
        if agreed.extendsMasterSecret { extensions.helloExtension(.extendedMasterSecret) }
        if agreed.takesTicket, !agreed.isResumed { extensions.helloExtension(.sessionTicket) }
        if staples { extensions.helloExtension(.statusRequest) }
        if hello.evidence.requestsSCTs, !agreed.isResumed, let list = presentation.sctList {
          extensions.helloExtension(.signedCertificateTimestamp) { $0.append(list) }
        }
        if hello.extensions.contains(.pointFormats), !agreed.isResumed {
          // uncompressed only
          extensions.helloExtension(.pointFormats) { $0.vector8 { $0.uint8(0) } }
        }
        Negotiation.writeProtocolName(name, &extensions)
      }
    }
  }

  // MARK: Sessions

  private func sessionOffered(in hello: ClientHello) -> SwiftSessions.Session? {
    // A second handshake is there to show something: it is not shortened.
    guard bond == nil, let sessions = settings.sessions,
      let session = (settings.givesTickets ? sessions.session(hello.sessionTicket) : nil)
        ?? sessions.session(Array(hello.sessionID)),
      session.version == .tls12, hello.evidence.cipherSuites.contains(session.cipherSuite),
      session.clientAuthentication == settings.attempt[ClientAuthentication.self],
      // RFC 7627, section 5.3.
      session.hasExtendedMasterSecret == extendsMasterSecret(hello)
    else { return nil }
    return session
  }

  /// The abbreviated handshake (RFC 5246, section 7.3): nothing is presented and nothing is signed.
  private func resume(
    _ session: SwiftSessions.Session, _ hello: ClientHello, _ message: HandshakeMessage, _ random: [UInt8],
    _ legacyVersion: LegacyVersion
  ) throws(TLSAbort) {
    guard let suite = CipherSuite(tls12: session.cipherSuite, legacyVersion: legacyVersion) else { return }
    var agreed = begin(hello, random, session.cipherSuite, suite)
    agreed.isResumed = true
    agreed.masterSecret = session.secret
    pass(\.sessionSecret, &agreed.masterSecret)
    // Its echo shows the client that the session is resumed, with a ticket too (RFC 5077, section 3.4).
    agreed.sessionID = Array(hello.sessionID)
    agreed.add(message.whole)
    log("CLIENT_RANDOM", agreed.clientRandom, agreed.masterSecret)
    self.agreed = agreed
    // Nothing is presented and nothing is signed.
    try send(.resumed) { (type) throws(TLSAbort) in
      guard let agreed = self.agreed else { return nil }
      return type == .serverHello ? self.serverHello(hello, agreed, staples: false) : try self.lastMessage(type)
    }
    expectFinished(agreed)
  }
}
