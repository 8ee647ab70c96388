internal import RogueModel
internal import RogueOpenSSL

// What the server says (RFC 8446, section 4.3 and after).
extension Handshake13 {
  /// Everything from ServerHello to Finished, and the keys for what follows.
  func sendFlight(
    _ hello: ClientHello, _ group: NamedGroup, peer: [UInt8], _ resumption: Resumption?
  ) throws(TLSAbort) {
    guard var agreed else { return }
    let isRetry = agreed.retryGroup != nil
    let own = try orAbort { () throws(OpenSSLFailure) in try KeyAgreement(group.agreement) }
    guard let shared = own.sharedSecret(with: peer) else {
      throw TLSAbort(.illegalParameter, "the client's key share is no point of its group")
    }
    // The choice comes before the first byte, so that a client that cannot be served is told so in plaintext.
    let scheme = resumption == nil ? try signatureScheme(for: hello) : nil
    let random = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(32) }
    let serverHello = ByteWriter.message(.serverHello) { body in
      writeHelloStart(&body, random: random, hello.sessionID, agreed.suite)
      body.vector16 { extensions in
        extensions.helloExtension(.supportedVersions) { $0.uint16(TLSVersion.tls13.wireValue) }
        extensions.helloExtension(.keyShare) {
          $0.uint16(group.number)
          $0.vector16 { $0.append(own.publicValue) }
        }
        if let resumption { extensions.helloExtension(.preSharedKey) { $0.uint16(UInt16(resumption.index)) } }
      }
    }
    agreed.transcript.add(serverHello)
    try wire.send(.handshake, serverHello)
    // For boxes in the middle that know only TLS 1.2 (appendix D.4).
    if !hello.sessionID.isEmpty, !isRetry { wire.sendChangeCipherSpec() }

    let schedule = agreed.schedule
    agreed.handshakeSecret = schedule.handshakeSecret(
      after: schedule.earlySecret(resumption?.secret), shared: shared)
    let hellos = agreed.transcript.value
    agreed.clientHandshakeSecret = schedule.derive(agreed.handshakeSecret, "c hs traffic", hellos)
    let serverHandshakeSecret = schedule.derive(agreed.handshakeSecret, "s hs traffic", hellos)
    log("CLIENT_HANDSHAKE_TRAFFIC_SECRET", agreed.clientHandshakeSecret)
    log("SERVER_HANDSHAKE_TRAFFIC_SECRET", serverHandshakeSecret)
    try wire.protect(schedule.sealer(from: serverHandshakeSecret))
    try wire.expect(schedule.protection(from: agreed.clientHandshakeSecret))

    let asks = settings.judge.asks && resumption == nil
    var flight = encryptedExtensions(hello)
    if asks { flight += certificateRequest() }
    if resumption == nil { flight += certificate(hello) }
    agreed.transcript.add(flight)
    if let scheme {
      let proof = try certificateVerify(scheme, agreed.transcript.value)
      agreed.transcript.add(proof)
      flight += proof
    }
    let verify = schedule.finished(serverHandshakeSecret, agreed.transcript.value)
    let finished = ByteWriter.message(.finished) { $0.append(verify) }
    agreed.transcript.add(finished)
    try wire.send(.handshake, flight + finished)

    agreed.masterSecret = schedule.masterSecret(after: agreed.handshakeSecret)
    let handshake = agreed.transcript.value
    agreed.clientSecret = schedule.derive(agreed.masterSecret, "c ap traffic", handshake)
    agreed.serverSecret = schedule.derive(agreed.masterSecret, "s ap traffic", handshake)
    log("CLIENT_TRAFFIC_SECRET_0", agreed.clientSecret)
    log("SERVER_TRAFFIC_SECRET_0", agreed.serverSecret)
    try wire.protect(schedule.sealer(from: agreed.serverSecret))
    self.agreed = agreed
    expecting = asks ? .certificate : .finished
  }

  private func log(_ label: String, _ secret: [UInt8]) {
    secrets.append(WireTranscript.Secret(label: label, clientRandom: clientRandom, secret: secret))
  }

  private func signatureScheme(for hello: ClientHello) throws(TLSAbort) -> SignatureScheme {
    guard hello.extensions.contains(.signatureAlgorithms) else {
      throw TLSAbort(.missingExtension, "a ClientHello without signature_algorithms")
    }
    guard let scheme = SignatureScheme.choose(for: presentation.signer.kind, .tls13, from: hello.signatureSchemes)
    else { throw TLSAbort(.handshakeFailure, "the client verifies no signatures by such a key") }
    return scheme
  }

  private func encryptedExtensions(_ hello: ClientHello) -> [UInt8] {
    let name = Negotiation.protocolName(hello, settings.alpn)
    return ByteWriter.message(.encryptedExtensions) { body in
      body.vector16 { Negotiation.writeProtocolName(name, &$0) }
    }
  }

  private func certificateRequest() -> [UInt8] {
    ByteWriter.message(.certificateRequest) { body in
      body.vector8 { _ in }
      body.vector16 { extensions in
        extensions.helloExtension(.signatureAlgorithms) { Negotiation.writeSignatureSchemes(&$0) }
        if !settings.authorities.isEmpty {
          extensions.helloExtension(.certificateAuthorities) { settings.writeAuthorities(&$0) }
        }
      }
    }
  }

  private func certificate(_ hello: ClientHello) -> [UInt8] {
    let staple = hello.evidence.asksForStaple ? presentation.staple : nil
    let sctList = hello.evidence.asksForSCTs ? presentation.sctList : nil
    let size = presentation.certificates.reduce(64 + (staple?.count ?? 0) + (sctList?.count ?? 0)) {
      $0 + $1.count + 5
    }
    return ByteWriter.message(.certificate, reserving: size) { body in
      body.vector8 { _ in }
      body.vector24 { list in
        for (index, entry) in presentation.certificates.enumerated() {
          list.vector24 { $0.append(entry) }
          list.vector16 { extensions in
            guard index == 0 else { return }
            if let staple {
              extensions.helloExtension(.statusRequest) {
                // ocsp (RFC 6066, section 8)
                $0.uint8(1)
                $0.vector24 { $0.append(staple) }
              }
            }
            if let sctList { extensions.helloExtension(.certificateTimestamps) { $0.append(sctList) } }
          }
        }
      }
    }
  }

  private func certificateVerify(_ scheme: SignatureScheme, _ transcript: [UInt8]) throws(TLSAbort) -> [UInt8] {
    let content = Self.signedContent("TLS 1.3, server CertificateVerify", transcript)
    let signature = try presentation.signer.sign(content, scheme)
    return ByteWriter.message(.certificateVerify) { body in
      body.uint16(scheme.rawValue)
      body.vector16 { $0.append(signature) }
    }
  }

  // MARK: Tickets (section 4.6.1)

  func giveTickets() throws(TLSAbort) {
    guard let sessions = settings.sessions, let agreed, agreed.takesTickets else { return }
    let resumption = agreed.schedule.derive(agreed.masterSecret, "res master", agreed.transcript.value)
    // Two, as many servers give: clients that use a ticket once have another one for a connection at the same time.
    for number in 0..<UInt8(2) {
      let nonce = [number]
      let name = try sessions.remember(
        OwnSessions.Session(
          version: .tls13, cipherSuite: agreed.suite,
          secret: agreed.schedule.ticketSecret(resumption, nonce: nonce),
          clientAuthentication: settings.attempt.clientAuthentication))
      let ageAdd = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(4) }
      let ticket = ByteWriter.message(.newSessionTicket) { body in
        body.uint32(OwnSessions.lifetime)
        body.append(ageAdd)
        body.vector8 { $0.append(nonce) }
        body.vector16 { $0.append(name) }
        body.vector16 { _ in }
      }
      try wire.send(.handshake, ticket)
    }
  }
}
