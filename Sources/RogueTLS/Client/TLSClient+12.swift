internal import RogueModel
internal import RogueOpenSSL

/// A TLS 1.2 handshake after the ServerHello (RFC 5246, section 7.3; RFC 8422).
struct Flight12 {
  let number: UInt16
  let suite: CipherSuite
  let hello: ServerHello
  var progress: FlightProgress
  var certificates = ServerCertificates()
  var exchange: KeyExchange?
  var request: ClientCertificateRequest?
  var master: [UInt8] = []

  /// What a ServerKeyExchange says.
  struct KeyExchange {
    var group: NamedGroup
    var point: ArraySlice<UInt8>
    var proof: ServerProof
  }
}

extension TLSClient {
  func take12(
    _ hello: ServerHello, _ message: HandshakeMessage, _ number: UInt16, _ suite: CipherSuite
  ) throws(ClientFault) {
    try checkSentinel(hello)
    try check12(hello)
    transcript.add(message.whole)
    transcript.begin(suite.digest)
    var flight = Flight12(
      number: number, suite: suite, hello: hello, progress: FlightProgress(FlightProgress.flight12, checks))
    flight.certificates.sctList = hello.sctList
    phase = .flight12(flight)
  }

  private func check12(_ hello: ServerHello) throws(ClientFault) {
    try check(
      hello.extensions,
      allowed: [
        .serverName, .statusRequest, .pointFormats, .applicationProtocols, .certificateTimestamps,
        .extendedMasterSecret, .renegotiationInfo,
      ], in: "a ServerHello")
    try checkProtocol(hello.extensions)
    // RFC 5746, section 3.4.
    guard hello.content(.renegotiationInfo).map({ $0.elementsEqual([0]) }) ?? true else {
      throw .refusing(.handshakeFailure, "a first handshake that claims to be a renegotiation")
    }
  }

  func take(_ message: HandshakeMessage, _ flight: inout Flight12) throws(ClientFault) {
    if message.type == .finished { return try takeEarlyFinished(message, flight) }
    try flight.progress.admit(message.type)
    remember(message)
    switch message.type {
    // Whoever reads past a second one goes on with the first.
    case .serverHello: break
    case .certificate:
      let list = try list(message, .tls12)
      flight.certificates.message = Array(message.whole)
      flight.certificates.list = list.entries
    case .certificateStatus:
      guard settings.asksForStaple else { throw Self.unexpected(message) }
      flight.certificates.staples = CertificateStatus(body: message.body).responses
    case .serverKeyExchange: flight.exchange = try keyExchange(message, flight)
    case .certificateRequest: flight.request = try ClientCertificateRequest(tls12: message.body)
    case .serverHelloDone:
      try checks.demand(.surplus, message.body.isEmpty, .decodeError, "a ServerHelloDone that goes on after its end")
    default: throw Self.unexpected(message)
    }
  }

  private func keyExchange(
    _ message: HandshakeMessage, _ flight: Flight12
  ) throws(ClientFault) -> Flight12.KeyExchange {
    var cursor = ByteCursor(message.body)
    // named_curve
    guard cursor.uint8() == 3, let number = cursor.uint16(), let point = cursor.vector8() else {
      throw .refusing(.decodeError, "a ServerKeyExchange that does not parse")
    }
    guard let group = NamedGroup.known.first(where: { $0.number == number }) else {
      throw .refusing(.illegalParameter, "the server chose group \(number), which was not offered")
    }
    let parameters = message.body[message.body.startIndex..<cursor.rest.startIndex]
    guard let proof = ServerProof(&cursor, over: offer.random + flight.hello.random + parameters) else {
      throw .refusing(.decodeError, "a ServerKeyExchange without a signature")
    }
    try checks.demand(.surplus, cursor.isAtEnd, .decodeError, "a ServerKeyExchange that goes on after its end")
    return Flight12.KeyExchange(group: group, point: point, proof: proof)
  }

  /// A Finished where there are no keys yet (CVE-2014-6593).
  private func takeEarlyFinished(_ message: HandshakeMessage, _ flight: Flight12) throws(ClientFault) {
    try checks.demand(
      .keysBeforeFinished, false, .unexpectedMessage, "a Finished before any key was agreed on")
    try judge(flight.certificates)
    let expected = KeySchedule12.finished(flight.suite, [], .server, transcript: transcript.value)
    try check(message, against: expected)
    remember(message)
    establish(.data12)
  }

  /// The server's first flight is over: judges it, and answers it.
  func answer(_ flight: Flight12) throws(ClientFault) {
    var flight = flight
    try judge(flight.certificates)
    guard let exchange = flight.exchange else {
      throw .refusing(.unexpectedMessage, "the server agreed on no key")
    }
    if let leaf = flight.certificates.list.first {
      try checkKind(of: leaf, flight.number)
      try exchange.proof.verify(by: leaf, .tls12, checks)
    }
    let own = try orUnable { () throws(OpenSSLFailure) in try KeyAgreement(exchange.group.agreement) }
    guard let premaster = own.sharedSecret(with: exchange.point) ?? careless(exchange.point) else {
      throw .refusing(.illegalParameter, "the server's key is no point of its group")
    }
    if let request = flight.request { try say(request.certificate(settings.identity, .tls12)) }
    try say(ByteWriter.message(.clientKeyExchange) { body in body.vector8 { $0.append(own.publicValue) } })
    flight.master = master(premaster, flight)
    if let proof = try flight.request?.proof(settings.identity, .tls12, transcript) { try say(proof) }
    wire.sendChangeCipherSpec()
    let keys = KeySchedule12(
      suite: flight.suite, masterSecret: flight.master, clientRandom: offer.random, serverRandom: flight.hello.random)
    try wire.protect(keys.sealer(of: .client))
    try say(
      ByteWriter.message(.finished) {
        $0.append(KeySchedule12.finished(flight.suite, flight.master, .client, transcript: transcript.value))
      })
    wire.pendingOpener = keys.protection(of: .server)
    flight.progress = FlightProgress(FlightProgress.last12, checks)
    phase = .last12(flight)
  }

  private func master(_ premaster: [UInt8], _ flight: Flight12) -> [UInt8] {
    guard flight.hello.content(.extendedMasterSecret) == nil else {
      return KeySchedule12.extendedMasterSecret(flight.suite, premaster: premaster, transcript: transcript.value)
    }
    return KeySchedule12.masterSecret(
      flight.suite, premaster: premaster, clientRandom: offer.random, serverRandom: flight.hello.random)
  }

  /// The suite says what kind of key signs (RFC 8422, section 2).
  private func checkKind(of leaf: [UInt8], _ number: UInt16) throws(ClientFault) {
    let isECDSA: Bool
    switch CertificateFields(der: leaf)?.keyKind {
    case .ecdsa, .ed25519, .ed448: isECDSA = true
    case .rsa, .rsaPSS: isECDSA = false
    case nil: return
    }
    guard isECDSA == [0xC02B, 0xC02C, 0xCCA9].contains(number) else {
      throw .refusing(.illegalParameter, "the certificate's key is not of the kind that the cipher suite names")
    }
  }

  func takeLast(_ message: HandshakeMessage, _ flight: inout Flight12) throws(ClientFault) {
    if message.type == .finished {
      try checks.demand(
        .changeBeforeFinished, wire.pendingOpener == nil, .unexpectedMessage, "a Finished before the ChangeCipherSpec")
    }
    try flight.progress.admit(message.type)
    let expected = KeySchedule12.finished(flight.suite, flight.master, .server, transcript: transcript.value)
    remember(message)
    guard message.type == .finished else { return }
    try check(message, against: expected)
  }
}
