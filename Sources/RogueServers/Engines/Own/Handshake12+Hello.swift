internal import RogueModel
internal import RogueOpenSSL

// What the ClientHello settles, and the server's first flight.
extension Handshake12 {
  /// Preferred first (RFC 5289, RFC 7905).
  private static func suites(for kind: SignatureKind) -> [UInt16] {
    switch kind {
    case .ecdsa, .ed25519: [0xC02B, 0xC02C, 0xCCA9]
    case .rsa, .rsaPSS: [0xC02F, 0xC030, 0xCCA8]
    }
  }

  /// A cipher suite that is a signal: renegotiation is understood (RFC 5746, section 3.3).
  private static let renegotiationSignal: UInt16 = 0x00FF

  func answer(_ message: HandshakeMessage) throws(TLSAbort) {
    guard let hello = ClientHello(body: message.body) else {
      throw TLSAbort(.decodeError, "a ClientHello that does not parse")
    }
    try Negotiation.check(hello, for: .tls12)
    wire.version = .tls12
    guard hello.renegotiatedConnection.isEmpty else {
      throw TLSAbort(.handshakeFailure, "a first ClientHello that claims to be a second one")
    }
    let random = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    if let session = sessionOffered(in: hello) { return try resume(session, hello, message, random) }
    let kind = presentation.signer.kind
    guard let number = Self.suites(for: kind).first(where: { hello.evidence.cipherSuites.contains($0) }),
      let suite = CipherSuite(tls12: number)
    else { throw TLSAbort(.handshakeFailure, "the client offers no cipher suite that fits the key and is known here") }
    var agreed = begin(hello, random, number, suite)
    agreed.messages = settings.judge.asks ? [] : nil
    if settings.sessions != nil, !agreed.takesTicket {
      agreed.sessionID = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    }
    agreed.add(message.whole)
    let flight = try flight(hello, &agreed)
    agreed.add(flight)
    try wire.send(.handshake, flight)
    self.agreed = agreed
    expecting = settings.judge.asks ? .certificate : .keyExchange(nil)
  }

  private func begin(_ hello: ClientHello, _ random: [UInt8], _ number: UInt16, _ suite: CipherSuite) -> Agreed {
    Agreed(
      number: number, suite: suite, transcript: TranscriptHash(suite.digest), clientRandom: hello.random,
      serverRandom: random, extendsMasterSecret: hello.extensions.contains(.extendedMasterSecret),
      takesTicket: settings.sessions != nil && hello.extensions.contains(.sessionTicket))
  }

  // MARK: The flight

  private func flight(_ hello: ClientHello, _ agreed: inout Agreed) throws(TLSAbort) -> [UInt8] {
    let staple = hello.evidence.asksForStaple ? presentation.staple : nil
    let size = presentation.certificates.reduce(1024 + (staple?.count ?? 0)) { $0 + $1.count + 3 }
    var writer = ByteWriter(reserving: size)
    writeServerHello(hello, agreed, staples: staple != nil, &writer)
    writer.message(.certificate) { body in
      body.vector24 { list in
        for entry in presentation.certificates { list.vector24 { $0.append(entry) } }
      }
    }
    if let staple {
      writer.message(.certificateStatus) { body in
        // ocsp (RFC 6066, section 8)
        body.uint8(1)
        body.vector24 { $0.append(staple) }
      }
    }
    try writeKeyExchange(hello, &agreed, &writer)
    if settings.judge.asks {
      writer.message(.certificateRequest) { body in
        // rsa_sign, ecdsa_sign (RFC 8422, section 5.5: the latter covers EdDSA)
        body.vector8 { $0.append([1, 64]) }
        Negotiation.writeSignatureSchemes(&body)
        settings.writeAuthorities(&body)
      }
    }
    writer.message(.serverHelloDone) { _ in }
    return writer.bytes
  }

  private func writeServerHello(
    _ hello: ClientHello, _ agreed: Agreed, staples: Bool, _ writer: inout ByteWriter
  ) {
    let knowsRenegotiation =
      hello.extensions.contains(.renegotiationInfo)
      || hello.evidence.cipherSuites.contains(Self.renegotiationSignal)
    let name = Negotiation.protocolName(hello, settings.alpn)
    writer.message(.serverHello) { body in
      body.uint16(TLSVersion.tls12.wireValue)
      body.append(agreed.serverRandom)
      body.vector8 { $0.append(agreed.sessionID) }
      body.uint16(agreed.number)
      body.uint8(0)
      body.vector16 { extensions in
        if knowsRenegotiation { extensions.helloExtension(.renegotiationInfo) { $0.vector8 { _ in } } }
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

  private func writeKeyExchange(
    _ hello: ClientHello, _ agreed: inout Agreed, _ writer: inout ByteWriter
  ) throws(TLSAbort) {
    // A client that names no groups leaves the choice to the server (RFC 8422, section 4).
    let groups = hello.extensions.contains(.supportedGroups) ? hello.evidence.groups : [23]
    guard let group = NamedGroup.known.first(where: { groups.contains($0.number) }) else {
      throw TLSAbort(.handshakeFailure, "the client knows no group that is known here")
    }
    let offered = hello.extensions.contains(.signatureAlgorithms) ? hello.signatureSchemes : nil
    guard let scheme = SignatureScheme.choose(for: presentation.signer.kind, .tls12, from: offered) else {
      throw TLSAbort(.handshakeFailure, "the client verifies no signatures by such a key")
    }
    let own = try orAbort { () throws(OpenSSLFailure) in try KeyAgreement(group.agreement) }
    agreed.keyAgreement = own
    var parameters = ByteWriter(reserving: 128)
    // named_curve
    parameters.uint8(3)
    parameters.uint16(group.number)
    parameters.vector8 { $0.append(own.publicValue) }
    let signed = agreed.clientRandom + agreed.serverRandom + parameters.bytes
    let signature = try presentation.signer.sign(signed, scheme)
    writer.message(.serverKeyExchange) { body in
      body.append(parameters.bytes)
      body.uint16(scheme.rawValue)
      body.vector16 { $0.append(signature) }
    }
  }

  // MARK: Sessions

  private func sessionOffered(in hello: ClientHello) -> OwnSessions.Session? {
    guard let sessions = settings.sessions,
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
    // That it comes back is how the client sees that the session goes on, with a ticket too (RFC 5077, section 3.4).
    agreed.sessionID = Array(hello.sessionID)
    agreed.add(message.whole)
    var writer = ByteWriter(reserving: 256)
    writeServerHello(hello, agreed, staples: false, &writer)
    agreed.add(writer.bytes)
    logSecret(agreed)
    try wire.send(.handshake, writer.bytes)
    try sendFinished(&agreed)
    self.agreed = agreed
    expectFinished(agreed)
  }
}
