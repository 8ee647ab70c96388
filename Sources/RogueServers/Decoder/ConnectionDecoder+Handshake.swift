internal import RogueEngines
internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

extension ConnectionDecoder {
  /// - Parameter isSent: as it is; a message that came in another form is not listed once more.
  mutating func read(
    _ message: HandshakeMessage, from direction: Direction, isSent: Bool = true
  ) throws(Undecodable) {
    if isSent, keepsMessages, direction.side == .server { serverMessages.append(message) }
    switch (direction.side, message.type) {
    case (.client, .clientHello): try readClientHello(message)
    case (.server, .helloRequest) where evidence.version == .tls12 && server.hasFinished:
      if evidence.renegotiation == nil { evidence.renegotiation = RenegotiationEvidence(requestedAt: message.at) }
    case (.server, .serverHello): try readServerHello(message)
    case (.server, .newSessionTicket): evidence.version.map { sessions.readTicket(message.body, $0, at: message.at) }
    case (.server, .encryptedExtensions): sessions.readExtensions(message.body)
    case (.server, .certificate): try readServerCertificate(message)
    case (.client, .certificate): try readClientCertificate(message)
    case (.server, .certificateStatus) where !isRenegotiating:
      for (index, response) in CertificateStatus(body: message.body).responses { evidence.staples[index] = response }
    case (.server, .certificateRequest): evidence.certificateRequested = true
    case (.server, .serverKeyExchange), (.server, .serverHelloDone): leaveAbbreviatedHandshake()
    case (_, .compressedCertificate): try readCompressed(message, from: direction)
    case (.client, .endOfEarlyData): earlyData = nil
    case (_, .finished): readFinished(message, from: direction)
    case (_, .keyUpdate) where evidence.version == .tls13: updateKeys(of: direction)
    default: break
    }
  }

  private mutating func readClientHello(_ message: HandshakeMessage) throws(Undecodable) {
    guard openHello == nil, evidence.version == nil || isRenegotiable(client) else {
      throw Undecodable("a second ClientHello")
    }
    guard let hello = ClientHello(body: message.body) else { throw Undecodable("a ClientHello that does not parse") }
    if evidence.version == .tls12 {
      isRenegotiating = true
      if evidence.renegotiation == nil { evidence.renegotiation = RenegotiationEvidence() }
    }
    // The first one is what the client wanted before the server said anything.
    if evidence.clientHello == nil { evidence.clientHello = hello.evidence }
    openHello = hello
    client.isWaiting = true
  }

  /// TLS 1.2 may begin again under the keys that it has (RFC 5246, section 7.4.1.1).
  private func isRenegotiable(_ direction: Direction) -> Bool {
    if case .sealed = direction.protection { return evidence.version == .tls12 }
    return false
  }

  private mutating func readServerHello(_ message: HandshakeMessage) throws(Undecodable) {
    guard let hello = openHello else { throw Undecodable("an unsolicited ServerHello") }
    guard let answer = ServerHello(body: message.body) else { throw Undecodable("a ServerHello that does not parse") }
    self.hello = hello
    openHello = nil
    client.isWaiting = false
    if answer.isRetryRequest { return }
    serverHello = answer
    evidence.cipherSuite = answer.cipherSuite
    switch (answer.version, evidence.version) {
    case (0x0304, nil):
      evidence.version = .tls13
      evidence.resumed = answer.acceptsPreSharedKey
      sessions.read(answer, to: hello, .tls13, at: message.at)
      setUpHandshakeKeys13(hello)
    case (0x0300...0x0303, nil):
      evidence.version = .tls12
      if answer.version < TLSVersion.tls12.wireValue { evidence.olderVersion = answer.version }
      evidence.sctList = answer.sctList
      sessions.read(answer, to: hello, .tls12, at: message.at)
      evidence.resumed = !answer.sessionID.isEmpty && answer.sessionID == hello.sessionID
    case (0x0303, .tls12?):
      schedule12 = nil
    default:
      let why = Undecodable("the server chose version 0x\(String(answer.version, radix: 16))")
      client.hasStopped = true
      throw why
    }
  }

  private mutating func readServerCertificate(_ message: HandshakeMessage) throws(Undecodable) {
    guard let version = evidence.version else { throw Undecodable("a Certificate before the ServerHello") }
    leaveAbbreviatedHandshake()
    let certificates = CertificateMessage(body: message.body, version: version)
    if !certificates.isWellFormed, server.trouble == nil {
      server.trouble = Undecodable("a Certificate message whose lengths do not add up")
    }
    // Of several second handshakes the first counts: later ones come after a fault as well.
    guard !isRenegotiating else {
      guard evidence.renegotiation?.certificates == nil else { return }
      evidence.renegotiation?.certificates = certificates.entries
      evidence.renegotiation?.certificatesSentAt = message.at
      return
    }
    evidence.serverCertificates = certificates.entries
    evidence.staples = certificates.staples
    evidence.sctList = certificates.sctList ?? evidence.sctList
    evidence.certificatesSentAt = message.at
  }

  /// A compressed Certificate message (RFC 8879); if it cannot be decompressed, it counts as absent.
  private mutating func readCompressed(
    _ message: HandshakeMessage, from direction: Direction
  ) throws(Undecodable) {
    guard let compressed = CompressedCertificate(body: message.body), let text = compressed.text() else {
      if direction.trouble == nil { direction.trouble = Undecodable("a compressed Certificate message") }
      return
    }
    let whole = ByteWriter.message(.certificate, reserving: text.count + 4) { $0.append(text) }
    try read(HandshakeMessage(type: .certificate, whole: whole[...], at: message.at), from: direction, isSent: false)
  }

  private mutating func readClientCertificate(_ message: HandshakeMessage) throws(Undecodable) {
    guard let version = evidence.version else { throw Undecodable("a Certificate before the ServerHello") }
    let certificates = CertificateMessage(body: message.body, version: version)
    if !certificates.isWellFormed, client.trouble == nil {
      client.trouble = Undecodable("a Certificate message whose lengths do not add up")
    }
    // An empty answer to a later request does not take back what was shown before.
    if certificates.entries.isEmpty, evidence.clientCertificates?.isEmpty == false { return }
    evidence.clientCertificates = certificates.entries
    evidence.clientCertificateMessage = Array(message.whole)
  }

  /// A server that sends any of these messages is not resuming, whatever its session id says.
  private mutating func leaveAbbreviatedHandshake() {
    isFullHandshake = true
    guard !isRenegotiating else { return }
    if evidence.version == .tls12 { evidence.resumed = false }
  }

  private mutating func readFinished(_ message: HandshakeMessage, from direction: Direction) {
    if direction.side == .client {
      if evidence.clientFinishedAt == nil {
        evidence.clientFinishedAt = message.at
      } else if isRenegotiating, evidence.renegotiation?.clientFinishedAt == nil {
        evidence.renegotiation?.clientFinishedAt = message.at
      }
    }
    guard !direction.hasFinished else { return }
    direction.hasFinished = true
    guard evidence.version == .tls13 else { return }
    setKeys13(direction, direction.side == .client ? "CLIENT_TRAFFIC_SECRET_0" : "SERVER_TRAFFIC_SECRET_0")
  }
}

// Keys.
extension ConnectionDecoder {
  private mutating func setUpHandshakeKeys13(_ hello: ClientHello) {
    setKeys13(server, "SERVER_HANDSHAKE_TRAFFIC_SECRET")
    setKeys13(client, "CLIENT_HANDSHAKE_TRAFFIC_SECRET")
    guard hello.offersEarlyData, let suite = serverHello.flatMap({ CipherSuite(tls13: $0.cipherSuite) }) else { return }
    let secret = transcript.secret("CLIENT_EARLY_TRAFFIC_SECRET", clientRandom: hello.random)
    earlyData = EarlyData(protection: secret.flatMap { KeySchedule13(suite: suite).protection(from: $0) })
  }

  private func setKeys13(_ direction: Direction, _ label: String) {
    guard let hello, let serverHello else { return }
    guard let suite = CipherSuite(tls13: serverHello.cipherSuite) else {
      direction.protection = .unknown(Undecodable("cipher suite 0x\(String(serverHello.cipherSuite, radix: 16))"))
      return
    }
    guard let secret = transcript.secret(label, clientRandom: hello.random) else {
      direction.protection = .unknown(Undecodable("\(label) is not in the key log"))
      return
    }
    setKeys13(direction, secret, suite)
  }

  private func setKeys13(_ direction: Direction, _ secret: [UInt8], _ suite: CipherSuite) {
    direction.trafficSecret = secret
    guard let protection = KeySchedule13(suite: suite).protection(from: secret) else {
      direction.protection = .unknown(Undecodable("a traffic secret does not fit the cipher suite"))
      return
    }
    direction.protection = .sealed(protection)
  }

  private func updateKeys(of direction: Direction) {
    guard case .sealed = direction.protection, let serverHello, let suite = CipherSuite(tls13: serverHello.cipherSuite)
    else { return }
    setKeys13(direction, KeySchedule13(suite: suite).next(after: direction.trafficSecret), suite)
  }

  private func legacyVersion(of hello: ServerHello) -> LegacyVersion {
    LegacyVersion(rawValue: hello.version) ?? .tls12
  }

  /// Later records of this side are under the keys of the current handshake.
  mutating func changeCipherSpec12(_ direction: Direction) {
    if direction.side == .server, !isFullHandshake, !isRenegotiating { evidence.resumed = true }
    guard let hello, let serverHello else { return }
    guard let suite = CipherSuite(tls12: serverHello.cipherSuite, legacyVersion: legacyVersion(of: serverHello)) else {
      direction.protection = .unknown(Undecodable("cipher suite 0x\(String(serverHello.cipherSuite, radix: 16))"))
      return
    }
    if schedule12 == nil, let secret = transcript.secret("CLIENT_RANDOM", clientRandom: hello.random) {
      schedule12 = KeySchedule12(
        suite: suite, masterSecret: secret, clientRandom: hello.random, serverRandom: serverHello.random)
    }
    guard let protection = schedule12?.protection(of: direction.side) else {
      direction.protection = .unknown(Undecodable("CLIENT_RANDOM is not in the key log"))
      return
    }
    direction.protection = .sealed(protection)
  }
}
