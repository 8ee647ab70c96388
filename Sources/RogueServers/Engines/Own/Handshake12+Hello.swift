internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

// What the ClientHello settles, and the server's first flight.
extension Handshake12 {
  /// Preferred first (RFC 5289, RFC 7905).
  private static func suites(for kind: SignatureKind) -> [UInt16] {
    switch kind {
    case .ecdsa, .ed25519, .ed448: [0xC02B, 0xC02C, 0xCCA9]
    case .rsa, .rsaPSS: [0xC02F, 0xC030, 0xCCA8]
    }
  }

  func answer(_ message: HandshakeMessage) throws(TLSAbort) {
    guard let hello = ClientHello(body: message.body) else {
      throw TLSAbort(.decodeError, "a ClientHello that does not parse")
    }
    try Negotiation.check(hello, for: .tls12)
    wire.version = .tls12
    try checkBond(of: hello)
    var random = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    settings.behaviours.alterRandom(&random, .tls12)
    if let session = sessionOffered(in: hello) { return try resume(session, hello, message, random) }
    let kind = presentation.signer.kind
    guard let number = Self.suites(for: kind).first(where: { hello.evidence.cipherSuites.contains($0) }),
      let suite = CipherSuite(tls12: number)
    else { throw TLSAbort(.handshakeFailure, "the client offers no cipher suite that fits the key and is known here") }
    var agreed = begin(hello, random, number, suite)
    agreed.messages = asks ? [] : nil
    if settings.sessions != nil, !agreed.takesTicket {
      agreed.sessionID = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    }
    agreed.add(message.whole)
    let agreement = try self.agreement(hello)
    agreed.keyAgreement = agreement.own
    agreed.forcedSecret = agreement.share.secret
    self.agreed = agreed
    try sendFlight(hello, agreement)
    expecting = asks ? .certificate : .keyExchange(nil)
  }

  private func begin(_ hello: ClientHello, _ random: [UInt8], _ number: UInt16, _ suite: CipherSuite) -> Agreed {
    Agreed(
      number: number, suite: suite, transcript: TranscriptHash(suite.digest), clientRandom: hello.random,
      serverRandom: random, extendsMasterSecret: hello.extensions.contains(.extendedMasterSecret),
      takesTicket: settings.sessions != nil && hello.extensions.contains(.sessionTicket),
      knowsRenegotiation: Self.knowsRenegotiation(hello))
  }

  // MARK: The flight

  private func sendFlight(_ hello: ClientHello, _ agreement: Agreement) throws(TLSAbort) {
    let staple = hello.evidence.asksForStaple ? presentation.staples[0] : nil
    var steps: [FlightStep] = [.message(.serverHello), .message(.certificate)]
    if staple != nil { steps.append(.message(.certificateStatus)) }
    steps.append(.message(.serverKeyExchange))
    if asks { steps.append(.message(.certificateRequest)) }
    steps.append(.message(.serverHelloDone))
    try send(steps, .first) { (type) throws(TLSAbort) in
      guard let agreed = self.agreed else { return nil }
      switch type {
      case .serverHello: return self.serverHello(hello, agreed, staples: staple != nil)
      case .certificate: return self.certificate()
      case .certificateStatus: return staple.map(Self.certificateStatus)
      case .serverKeyExchange: return try self.keyExchange(agreement, agreed)
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
      // rsa_sign, ecdsa_sign (RFC 8422, section 5.5: the latter covers EdDSA)
      body.vector8 { $0.append([1, 64]) }
      Negotiation.writeSignatureSchemes(&body)
      settings.writeAuthorities(&body)
    }
  }

  private func serverHello(_ hello: ClientHello, _ agreed: Agreed, staples: Bool) -> ServerMessage {
    let name = Negotiation.protocolName(hello, settings.alpn)
    return ServerMessage(.serverHello) { body in
      body.uint16(TLSVersion.tls12.wireValue)
      body.append(agreed.serverRandom)
      body.vector8 { $0.append(agreed.sessionID) }
      body.uint16(agreed.number)
      body.uint8(0)
      body.vector16 { extensions in
        if agreed.knowsRenegotiation {
          extensions.helloExtension(.renegotiationInfo) { $0.vector8 { $0.append(bond?.both ?? []) } }
        }
        if agreed.extendsMasterSecret { extensions.helloExtension(.extendedMasterSecret) }
        if agreed.takesTicket, !agreed.isResumed { extensions.helloExtension(.sessionTicket) }
        if staples { extensions.helloExtension(.statusRequest) }
        if hello.evidence.asksForSCTs, !agreed.isResumed, let list = presentation.sctList {
          extensions.helloExtension(.certificateTimestamps) { $0.append(list) }
        }
        if hello.extensions.contains(.pointFormats), !agreed.isResumed {
          // uncompressed only
          extensions.helloExtension(.pointFormats) { $0.vector8 { $0.uint8(0) } }
        }
        Negotiation.writeProtocolName(name, &extensions)
      }
    }
  }

  /// What the ServerKeyExchange is made from.
  private struct Agreement {
    var group: NamedGroup
    var own: KeyAgreement
    var share: ServerShare
    var scheme: SignatureScheme
  }

  private func agreement(_ hello: ClientHello) throws(TLSAbort) -> Agreement {
    // A client that names no groups leaves the choice to the server (RFC 8422, section 4).
    let groups = hello.extensions.contains(.supportedGroups) ? hello.evidence.groups : [23]
    guard let group = settings.behaviours.groups.first(where: { groups.contains($0.number) }) else {
      throw TLSAbort(.handshakeFailure, "the client knows no group that is known here")
    }
    let offered = hello.extensions.contains(.signatureAlgorithms) ? hello.signatureSchemes : nil
    let kind = presentation.signer.kind
    guard var scheme = SignatureScheme.choose(for: kind, .tls12, from: offered) else {
      throw TLSAbort(.handshakeFailure, "the client verifies no signatures by such a key")
    }
    settings.behaviours.choose(&scheme, for: kind, .tls12)
    let own = try orAbort { () throws(OpenSSLFailure) in try KeyAgreement(group.agreement) }
    return Agreement(
      group: group, own: own, share: settings.behaviours.share(own.publicValue), scheme: scheme)
  }

  private func keyExchange(_ agreement: Agreement, _ agreed: Agreed) throws(TLSAbort) -> ServerMessage {
    var parameters = ByteWriter(reserving: 128)
    // named_curve
    let curve = [3, UInt8(agreement.group.number >> 8), UInt8(truncatingIfNeeded: agreement.group.number)]
    parameters.append(agreement.share.curve ?? curve)
    parameters.vector8 { $0.append(agreement.share.value) }
    var signed = agreed.clientRandom + agreed.serverRandom + parameters.bytes
    settings.behaviours.alterSigned(&signed, .tls12)
    var signature = try presentation.signer.sign(signed, agreement.scheme)
    settings.behaviours.forge(&signature, over: signed, agreement.scheme)
    return ServerMessage(.serverKeyExchange) { body in
      body.append(parameters.bytes)
      body.uint16(agreement.scheme.rawValue)
      body.vector16 { $0.append(signature) }
    }
  }

  // MARK: Sessions

  private func sessionOffered(in hello: ClientHello) -> OwnSessions.Session? {
    // A second handshake is there to show something: it is not shortened.
    guard bond == nil, let sessions = settings.sessions,
      let session = sessions.session(hello.sessionTicket) ?? sessions.session(Array(hello.sessionID)),
      session.version == .tls12, hello.evidence.cipherSuites.contains(session.cipherSuite),
      session.clientAuthentication == settings.attempt.clientAuthentication,
      // RFC 7627, section 5.3.
      session.hasExtendedMasterSecret == hello.extensions.contains(.extendedMasterSecret)
    else { return nil }
    return session
  }

  /// The abbreviated handshake (RFC 5246, section 7.3): nothing is presented and nothing is signed.
  private func resume(
    _ session: OwnSessions.Session, _ hello: ClientHello, _ message: HandshakeMessage, _ random: [UInt8]
  ) throws(TLSAbort) {
    guard let suite = CipherSuite(tls12: session.cipherSuite) else { return }
    var agreed = begin(hello, random, session.cipherSuite, suite)
    agreed.isResumed = true
    agreed.masterSecret = session.secret
    settings.behaviours.alterSession(&agreed.masterSecret)
    // That it comes back is how the client sees that the session goes on, with a ticket too (RFC 5077, section 3.4).
    agreed.sessionID = Array(hello.sessionID)
    agreed.add(message.whole)
    logSecret(agreed)
    self.agreed = agreed
    // Nothing is presented and nothing is signed.
    try send([.message(.serverHello)] + lastSteps, .resumed) { (type) throws(TLSAbort) in
      guard let agreed = self.agreed else { return nil }
      return type == .serverHello ? self.serverHello(hello, agreed, staples: false) : try self.lastMessage(type)
    }
    expectFinished(agreed)
  }
}
