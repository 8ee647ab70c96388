internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import RogueTLS

// The results of the ClientHello (RFC 8446, section 4.1).
extension Handshake13 {
  /// Preferred first.
  private static let suites: [UInt16] = [0x1301, 0x1302, 0x1303]

  /// A session that the client resumes, and its index in the offer.
  struct Resumption {
    var secret: [UInt8]
    /// The secret with which the server continues: another one if it only claims to have it.
    var claimed: [UInt8]
    var index: Int
  }

  func answer(_ message: HandshakeMessage) throws(TLSAbort) {
    guard let hello = ClientHello(body: message.body) else {
      throw TLSAbort(.decodeError, "a ClientHello that does not parse")
    }
    try Negotiation.check(hello, for: .tls13)
    wire.version = .tls13
    guard hello.extensions.contains(.supportedGroups), hello.extensions.contains(.keyShare) else {
      throw TLSAbort(.missingExtension, "a ClientHello without supported_groups or key_share")
    }
    now = HandshakeMoment(hello, presentation.signer.kind)
    let session = sessionOffered(in: hello)
    var agreed: Negotiated
    if let begun = self.agreed { agreed = begun } else { agreed = try begin(hello, session?.session.cipherSuite) }
    guard hello.evidence.cipherSuites.contains(agreed.suite) else {
      throw TLSAbort(.illegalParameter, "the second ClientHello lacks the selected cipher suite")
    }
    now?.retries = agreed.retries
    var request: HelloRetryRequest?
    pass(\.retry, &request)
    if let request { return try retry(hello, message, agreed, request) }
    guard let (group, value) = share(in: hello, retried: agreed.retryGroup) else {
      guard agreed.retries == 0 else {
        throw TLSAbort(.illegalParameter, "the second ClientHello lacks the requested key share")
      }
      guard let group = settings.script.groups.first(where: { hello.evidence.groups.contains($0.number) }) else {
        throw TLSAbort(.handshakeFailure, "the client offers no group that this server supports")
      }
      return try retry(hello, message, agreed, .group(group.number))
    }
    var resumption: Resumption?
    if let session, settings.script.honoursSessions,
      let suite = CipherSuite(tls13: session.session.cipherSuite), suite.digest == agreed.schedule.suite.digest
    {
      try checkBinder(of: session, hello, message, agreed)
      var claimed = session.session.secret
      pass(\.sessionSecret, &claimed)
      resumption = Resumption(secret: session.session.secret, claimed: claimed, index: session.index)
    }
    agreed.transcript.add(message.whole)
    agreed.allowsLaterRequest = hello.extensions.contains(.postHandshakeAuthentication)
    agreed.takesTickets = hello.preSharedKeyModes.contains(1)
    agreed.protocolName = Negotiation.protocolName(hello, settings.alpn)
    purpose = ConnectionOrigin(host: hello.evidence.serverName, protocolName: agreed.protocolName)
    self.agreed = agreed
    if let session, hello.offersEarlyData { try readEarlyData(of: session, resumption) }
    // Rejected early data is skipped (section 4.2.10).
    wire.skippableEarlyBytes = hello.offersEarlyData && !takesEarlyData ? 1 << 18 : 0
    try sendFlight(hello, group, peer: value, resumption)
  }

  private func begin(_ hello: ClientHello, _ resumed: UInt16?) throws(TLSAbort) -> Negotiated {
    let offered = hello.evidence.cipherSuites
    let candidates = (resumed.map { [$0] } ?? []) + Self.suites
    guard let number = candidates.first(where: { offered.contains($0) }), let suite = CipherSuite(tls13: number) else {
      throw TLSAbort(.handshakeFailure, "the client offers no cipher suite of TLS 1.3 that this server supports")
    }
    clientRandom = hello.random
    return Negotiated(
      suite: number, schedule: KeySchedule13(suite: suite), transcript: TranscriptHash(suite.digest))
  }

  /// The key share to answer; nil if the engine supports none of the groups. It skips others, such as hybrids.
  private func share(in hello: ClientHello, retried: UInt16?) -> (NamedGroup, [UInt8])? {
    if let retried {
      guard hello.keyShares.count == 1, let only = hello.keyShares.first, only.group == retried,
        let group = NamedGroup.known.first(where: { $0.number == retried })
      else { return nil }
      return (group, only.value)
    }
    // A group that this server requires is requested, if necessary.
    if let wanted = settings.script.preferredGroup, hello.evidence.groups.contains(wanted),
      !hello.keyShares.contains(where: { $0.group == wanted })
    {
      return nil
    }
    for group in settings.script.groups {
      if let share = hello.keyShares.first(where: { $0.group == group.number }) { return (group, share.value) }
    }
    return nil
  }

  // MARK: HelloRetryRequest (section 4.1.4)

  private func retry(
    _ hello: ClientHello, _ message: HandshakeMessage, _ begun: Negotiated, _ wanted: HelloRetryRequest
  ) throws(TLSAbort) {
    var agreed = begun
    agreed.retries += 1
    // The hash replaces the ClientHello (section 4.4.1). A client that follows a second request has forgotten the first.
    let digest = agreed.schedule.suite.digest
    agreed.transcript = TranscriptHash(digest)
    agreed.transcript.add(ByteWriter.message(.messageHash) { $0.append(digest.hash(message.whole)) })
    agreed.retryGroup = if case .group(let number) = wanted { number } else { nil }
    let request = ServerMessage(.serverHello) { body in
      writeHelloStart(&body, random: ServerHello.retryRandom, hello.sessionID, agreed.suite)
      body.vector16 { extensions in
        extensions.helloExtension(.supportedVersions) { $0.uint16(TLSVersion.tls13.wireValue) }
        if let group = agreed.retryGroup { extensions.helloExtension(.keyShare) { $0.uint16(group) } }
      }
    }
    now?.stage = .retry
    self.agreed = agreed
    say(request)
    try outbox.flush(wire)
    if !hello.sessionID.isEmpty, agreed.retries == 1 { try wire.sendChangeCipherSpec() }
    wire.skippableEarlyBytes = hello.offersEarlyData ? 1 << 18 : 0
    expecting = .secondHello
  }

  func writeHelloStart(
    _ body: inout ByteWriter, random: [UInt8], _ sessionID: ArraySlice<UInt8>, _ suite: UInt16
  ) {
    body.uint16(TLSVersion.tls12.wireValue)
    body.append(random)
    body.vector8 { $0.append(sessionID) }
    body.uint16(suite)
    body.uint8(0)
  }

  // MARK: Sessions (section 4.2.11)

  private func sessionOffered(in hello: ClientHello) -> (session: SwiftSessions.Session, index: Int)? {
    guard let sessions = settings.sessions, let offer = hello.preSharedKeys, hello.preSharedKeyModes.contains(1) else {
      return nil
    }
    // Only a handful of identities is read; no honest list has more.
    for (index, identity) in offer.identities.prefix(8).enumerated() {
      guard let session = sessions.session(identity), session.version == .tls13,
        session.clientAuthentication == settings.attempt[ClientAuthentication.self],
        hello.evidence.cipherSuites.contains(session.cipherSuite)
      else { continue }
      return (session, index)
    }
    return nil
  }

  /// Early data is protected with the secret of the first offered session. A server with that secret can read the data,
  /// whether or not it accepts it.
  private func readEarlyData(
    of session: (session: SwiftSessions.Session, index: Int), _ resumption: Resumption?
  ) throws(TLSAbort) {
    guard let agreed, agreed.retries == 0, session.index == 0,
      let suite = CipherSuite(tls13: session.session.cipherSuite), suite.digest == agreed.schedule.suite.digest
    else { return }
    let schedule = KeySchedule13(suite: suite)
    let early = schedule.earlySecret(session.session.secret)
    let secret = schedule.derive(early, "c e traffic", agreed.transcript.value)
    log("CLIENT_EARLY_TRAFFIC_SECRET", secret)
    guard settings.attempt[EarlyData.self], resumption != nil, session.session.allowsEarlyData,
      session.session.cipherSuite == agreed.suite, session.session.protocolName == agreed.protocolName,
      settings.script.takesEarlyData
    else { return }
    wire.earlyOpener = schedule.protection(from: secret)
  }

  private func checkBinder(
    of session: (session: SwiftSessions.Session, index: Int), _ hello: ClientHello, _ message: HandshakeMessage,
    _ agreed: Negotiated
  ) throws(TLSAbort) {
    guard let offer = hello.preSharedKeys, offer.isLast, session.index < offer.binders.count,
      offer.bindersLength <= message.whole.count
    else { throw TLSAbort(.illegalParameter, "a pre_shared_key extension out of place") }
    var transcript = agreed.transcript
    transcript.add(message.whole.dropLast(offer.bindersLength))
    let early = agreed.schedule.earlySecret(session.session.secret)
    let binder = agreed.schedule.finished(agreed.schedule.binderKey(early), transcript.value)
    guard offer.binders[session.index] == binder else {
      throw TLSAbort(.decryptError, "the client does not hold the session's secret")
    }
  }
}
