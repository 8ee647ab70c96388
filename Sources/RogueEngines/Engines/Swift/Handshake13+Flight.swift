internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import RogueTLS

// The server's messages (RFC 8446, section 4.3 and after).
extension Handshake13 {
  /// The inputs for the messages of a flight.
  struct Flight {
    var hello: ClientHello
    var group: NamedGroup
    var publicValue: [UInt8]
    var shared: [UInt8]
    var resumption: Resumption?
    /// Nil where nothing is signed.
    var scheme: SignatureScheme?
    var serverHandshakeSecret: [UInt8] = []
  }

  /// Everything from ServerHello to Finished, and the keys for what follows.
  func sendFlight(
    _ hello: ClientHello, _ group: NamedGroup, peer: [UInt8], _ resumption: Resumption?
  ) throws(TLSAbort) {
    let own = try orAbort { () throws(OpenSSLFailure) in try KeyAgreement(group.agreement) }
    var share = ServerShare(value: own.publicValue)
    pass(\.share, &share)
    guard let shared = share.secret ?? own.sharedSecret(with: peer) else {
      throw TLSAbort(.illegalParameter, "the client's key share is not a point of its group")
    }
    // The choice comes before the first byte, so that a client that cannot be served gets a plaintext alert.
    let scheme = resumption == nil ? try signatureScheme(for: hello) : nil
    let asks = settings.asks(.handshake) && resumption == nil
    var flight = Flight(
      hello: hello, group: group, publicValue: share.value, shared: shared, resumption: resumption, scheme: scheme)
    for step in steps(resumption == nil ? .first : .resumed, without: asks ? [] : [.certificateRequest]) {
      try perform(step, &flight)
      if stop != nil { return try outbox.flush(wire) }
    }
    try outbox.flush(wire)
    try setUpApplicationKeys()
    expecting = asks ? .certificate : takesEarlyData ? .endOfEarlyData : .finished
  }

  private func perform(_ step: FlightStep, _ flight: inout Flight) throws(TLSAbort) {
    switch step {
    case .message(let type):
      guard let message = try message(type, flight) else { return }
      say(message)
    case .extra(let message): say(message)
    case .again(let apart, let counts):
      let copy = try outbox.repeatLast(apart: apart, wire)
      if counts { agreed?.transcript.add(copy) }
    case .keys:
      try outbox.flush(wire)
      try setUpHandshakeKeys(&flight)
    case .compatibilityChange:
      guard let agreed, !flight.hello.sessionID.isEmpty, agreed.retries == 0 else { return }
      try outbox.perform(.changeCipherSpec, wire, stop: &stop)
    case .changeCipherSpec, .record, .stop: try outbox.perform(step, wire, stop: &stop)
    }
  }

  /// Sends a message with what follows it, as the script has it; the transcript has what is sent.
  func say(_ message: ServerMessage) { agreed?.transcript.add(put(message)) }

  private func put(_ message: ServerMessage) -> [UInt8] {
    var message = message
    pass(\.message, &message)
    return outbox.put(message)
  }

  private func setUpHandshakeKeys(_ flight: inout Flight) throws(TLSAbort) {
    guard var agreed else { return }
    let schedule = agreed.schedule
    func secret(after session: [UInt8]?) -> [UInt8] {
      schedule.handshakeSecret(after: schedule.earlySecret(session), shared: flight.shared)
    }
    agreed.handshakeSecret = secret(after: flight.resumption?.claimed)
    let hellos = agreed.transcript.value
    // The client has the session's secret in any case: its refusal is read under that.
    agreed.clientHandshakeSecret = schedule.derive(secret(after: flight.resumption?.secret), "c hs traffic", hellos)
    flight.serverHandshakeSecret = schedule.derive(agreed.handshakeSecret, "s hs traffic", hellos)
    log("CLIENT_HANDSHAKE_TRAFFIC_SECRET", agreed.clientHandshakeSecret)
    log("SERVER_HANDSHAKE_TRAFFIC_SECRET", flight.serverHandshakeSecret)
    try wire.protect(schedule.sealer(from: flight.serverHandshakeSecret))
    try wire.expect(schedule.protection(from: agreed.clientHandshakeSecret))
    self.agreed = agreed
  }

  private func setUpApplicationKeys() throws(TLSAbort) {
    guard var agreed else { return }
    let schedule = agreed.schedule
    agreed.masterSecret = schedule.masterSecret(after: agreed.handshakeSecret)
    let handshake = agreed.transcript.value
    agreed.clientSecret = schedule.derive(agreed.masterSecret, "c ap traffic", handshake)
    agreed.serverSecret = schedule.derive(agreed.masterSecret, "s ap traffic", handshake)
    log("CLIENT_TRAFFIC_SECRET_0", agreed.clientSecret)
    log("SERVER_TRAFFIC_SECRET_0", agreed.serverSecret)
    try wire.protect(schedule.sealer(from: agreed.serverSecret))
    self.agreed = agreed
  }

  /// The honest message of a type; nil if this flight has none.
  private func message(_ type: HandshakeType, _ flight: Flight) throws(TLSAbort) -> ServerMessage? {
    guard let agreed else { return nil }
    switch type {
    case .serverHello: return try serverHello(flight, agreed)
    case .encryptedExtensions: return encryptedExtensions(flight.hello)
    case .certificateRequest: return certificateRequest()
    case .certificate: return certificate(flight.hello)
    case .certificateVerify:
      guard let scheme = flight.scheme else { return nil }
      return try certificateVerify(scheme, agreed.transcript.value)
    case .finished:
      let verify = agreed.schedule.finished(flight.serverHandshakeSecret, agreed.transcript.value)
      return ServerMessage(.finished, verify)
    default: return nil
    }
  }

  private func serverHello(_ flight: Flight, _ agreed: Negotiated) throws(TLSAbort) -> ServerMessage {
    var random = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    pass(\.random, &random)
    return ServerMessage(.serverHello) { body in
      writeHelloStart(&body, random: random, flight.hello.sessionID, agreed.suite)
      body.vector16 { extensions in
        extensions.helloExtension(.supportedVersions) { $0.uint16(TLSVersion.tls13.wireValue) }
        extensions.helloExtension(.keyShare) {
          $0.uint16(flight.group.number)
          $0.vector16 { $0.append(flight.publicValue) }
        }
        if let resumption = flight.resumption {
          extensions.helloExtension(.preSharedKey) { $0.uint16(UInt16(resumption.index)) }
        }
      }
    }
  }

  func log(_ label: String, _ secret: [UInt8]) {
    log(label, clientRandom, secret)
  }

  private func signatureScheme(for hello: ClientHello) throws(TLSAbort) -> SignatureScheme {
    guard hello.extensions.contains(.signatureAlgorithms) else {
      throw TLSAbort(.missingExtension, "a ClientHello without signature_algorithms")
    }
    let kind = presentation.signer.kind
    guard var scheme = SignatureScheme.choose(for: kind, .tls13, from: hello.signatureSchemes) else {
      throw TLSAbort(.handshakeFailure, "the client accepts no signature by this type of key")
    }
    pass(\.scheme, &scheme)
    return scheme
  }

  private func encryptedExtensions(_ hello: ClientHello) -> ServerMessage {
    let name = Negotiation.protocolName(hello, settings.alpn)
    return ServerMessage(.encryptedExtensions) { body in
      body.vector16 { extensions in
        Negotiation.writeProtocolName(name, &extensions)
        if takesEarlyData { extensions.helloExtension(.earlyData) }
      }
    }
  }

  func certificateRequest() -> ServerMessage {
    ServerMessage(.certificateRequest) { body in
      body.vector8 { $0.append(requestContext) }
      body.vector16 { extensions in
        extensions.helloExtension(.signatureAlgorithms) {
          Negotiation.writeSignatureSchemes(settings.judge.schemes, &$0)
        }
        if !settings.authorities.isEmpty {
          extensions.helloExtension(.certificateAuthorities) { settings.writeAuthorities(&$0) }
        }
      }
    }
  }

  private func certificate(_ hello: ClientHello) -> ServerMessage {
    let staples = hello.evidence.requestsStaple ? presentation.staples : [:]
    let sctList = hello.evidence.requestsSCTs ? presentation.sctList : nil
    let size =
      presentation.certificates.reduce(64 + (sctList?.count ?? 0)) { $0 + $1.count + 5 }
      + staples.values.reduce(0) { $0 + $1.count + 8 }
    return ServerMessage(.certificate, reserving: size) { body in
      body.vector8 { _ in }
      body.vector24 { list in
        for (index, entry) in presentation.certificates.enumerated() {
          list.vector24 { $0.append(entry) }
          list.vector16 { extensions in
            if let staple = staples[index] {
              extensions.helloExtension(.statusRequest) {
                // ocsp (RFC 6066, section 8)
                $0.uint8(1)
                $0.vector24 { $0.append(staple) }
              }
            }
            if index == 0, let sctList { extensions.helloExtension(.signedCertificateTimestamp) { $0.append(sctList) } }
          }
        }
      }
    }
  }

  private func certificateVerify(_ scheme: SignatureScheme, _ transcript: [UInt8]) throws(TLSAbort) -> ServerMessage {
    var content = Self.signedContent("TLS 1.3, server CertificateVerify", transcript)
    pass(\.signedContent, &content)
    var signature = MadeSignature(
      bytes: try presentation.signer.sign(content, scheme), content: content, scheme: scheme)
    pass(\.signature, &signature)
    return ServerMessage(.certificateVerify) { body in
      body.uint16(scheme.rawValue)
      body.vector16 { $0.append(signature.bytes) }
    }
  }

  // MARK: Tickets (section 4.6.1)

  func giveTickets() throws(TLSAbort) {
    guard settings.givesTickets, let sessions = settings.sessions, let agreed, agreed.takesTickets else { return }
    let resumption = agreed.schedule.derive(agreed.masterSecret, "res master", agreed.transcript.value)
    // Two, as many servers give: clients that use a ticket once have another one for a connection at the same time.
    for number in 0..<UInt8(2) {
      let nonce = [number]
      let name = try sessions.remember(
        SwiftSessions.Session(
          version: .tls13, cipherSuite: agreed.suite,
          secret: agreed.schedule.ticketSecret(resumption, nonce: nonce),
          allowsEarlyData: settings.attempt[EarlyData.self], protocolName: agreed.protocolName,
          clientAuthentication: settings.attempt[ClientAuthentication.self]))
      let ageAdd = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(4) }
      let ticket = ServerMessage(.newSessionTicket) { body in
        body.uint32(settings.script.ticketLifetime)
        body.append(ageAdd)
        body.vector8 { $0.append(nonce) }
        body.vector16 { $0.append(name) }
        body.vector16 { extensions in
          guard settings.attempt[EarlyData.self] else { return }
          extensions.helloExtension(.earlyData) { $0.uint32(SwiftSessions.mostEarlyData) }
        }
      }
      now?.stage = .after
      _ = put(ticket)
      try outbox.flush(wire)
    }
  }
}
