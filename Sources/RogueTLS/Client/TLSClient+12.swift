internal import RogueModel
internal import RogueOpenSSL

/// A handshake of TLS 1.2 after the ServerHello (RFC 5246, section 7.3; RFC 8422), or of an older version for a client
/// that accepts one.
struct Flight12 {
  let suite: CipherSuite
  let hello: ServerHello
  var progress: FlightProgress
  var certificates = ServerCertificates()
  var exchange: KeyExchange12?
  var request: ClientCertificateRequest?
  var master: [UInt8] = []
  /// The resumed session: then the server presents nothing, and its Finished comes first.
  var resumed: ClientSession?
  /// The verify_data of both Finished messages, as far as they were sent and read.
  var proofs = RenegotiationBinding()
  /// The ticket of a NewSessionTicket, with its lifetime in seconds.
  var ticket: (name: [UInt8], lifetime: UInt32)?
}

/// The verify_data that a renegotiation repeats (RFC 5746, section 3.1).
struct RenegotiationBinding {
  var client: [UInt8] = []
  var server: [UInt8] = []
}

extension TLSClient {
  /// Begins another handshake on the connection, tied to the last one.
  func renegotiate() throws(ClientFault) {
    var again = settings
    again.versions = .tls12 ... .tls12
    again.session = nil
    again.earlyData = nil
    offer = try ClientOffer(again)
    offer.binding = binding?.client ?? []
    transcript = ClientTranscript()
    showsBareKey = false
    phase = .hello
    try sendHello()
  }

  func take12(
    _ hello: ServerHello, _ message: HandshakeMessage, _ suite: CipherSuite
  ) throws(ClientFault) {
    try checkSentinel(hello)
    try check12(hello)
    transcript.add(message.whole)
    transcript.begin(suite.transcript)
    if try resume12(hello, suite) { return }
    var flight = Flight12(
      suite: suite, hello: hello, progress: FlightProgress(FlightProgress.flight12(suite), rules))
    flight.certificates.sctList = hello.sctList
    phase = .flight12(flight)
  }

  private func check12(_ hello: ServerHello) throws(ClientFault) {
    try check(
      hello.extensions,
      allowed: [
        .serverName, .statusRequest, .pointFormats, .applicationProtocols, .signedCertificateTimestamp,
        .extendedMasterSecret, .renegotiationInfo, .sessionTicket,
      ], in: "a ServerHello")
    try checkProtocol(hello.extensions)
    if let binding {
      let expected = [UInt8(binding.client.count + binding.server.count)] + binding.client + binding.server
      return try rules.demand(
        .renegotiationBinding, hello.content(.renegotiationInfo).map { $0.elementsEqual(expected) } ?? false,
        .handshakeFailure, "a renegotiation that is not tied to the handshake before it")
    }
    try rules.demand(
      .firstHandshake, hello.content(.renegotiationInfo).map { $0.elementsEqual([0]) } ?? true, .handshakeFailure,
      "a first handshake that claims to be a renegotiation")
  }

  func take(_ message: HandshakeMessage, _ flight: inout Flight12) throws(ClientFault) {
    if message.type == .finished { return try takeEarlyFinished(message, flight) }
    try flight.progress.admit(message.type)
    remember(message)
    switch message.type {
    // A client that skips a second one continues with the first.
    case .serverHello: break
    case .certificate:
      let list = try list(message, .tls12)
      flight.certificates.message = Array(message.whole)
      flight.certificates.list = list.entries
    case .certificateStatus:
      guard settings.requestsStaple else { throw Self.unexpected(message) }
      flight.certificates.staples = CertificateStatus(body: message.body).responses
    case .serverKeyExchange: flight.exchange = try keyExchange(message, flight)
    case .certificateRequest: flight.request = try ClientCertificateRequest(tls12: message.body)
    case .serverHelloDone:
      try rules.demand(.surplus, message.body.isEmpty, .decodeError, "a ServerHelloDone with bytes after its end")
    default: throw Self.unexpected(message)
    }
  }

  /// A Finished before there are keys (CVE-2014-6593).
  private func takeEarlyFinished(_ message: HandshakeMessage, _ flight: Flight12) throws(ClientFault) {
    try rules.demand(
      .keysBeforeFinished, false, .unexpectedMessage, "a Finished before any key was agreed on")
    try judge(flight.certificates)
    let expected = KeySchedule12.finished(flight.suite, [], .server, transcript: transcript.value)
    try check(message, against: expected)
    remember(message)
    establish(.data12)
  }

  /// The server's first flight is complete: judges and answers it.
  func answer(_ flight: Flight12) throws(ClientFault) {
    var flight = flight
    try judge(flight.certificates)
    if let leaf = flight.certificates.list.first {
      try checkKind(of: leaf, flight.suite)
      try flight.exchange?.proof?.verify(by: leaf, isBare: showsBareKey, .tls12, rules)
    }
    let (premaster, exchange) = try agree(flight)
    let identity = flight.request?.identity(of: settings, .tls12)
    if let request = flight.request { try say(request.certificate(identity, .tls12)) }
    try say(exchange)
    flight.master = master(premaster, flight)
    if let proof = try flight.request?.proof(identity, .tls12, transcript) { try say(proof) }
    try sayFinished(&flight)
    wire.pendingOpener = keys(flight).protection(of: .server)
    flight.progress = FlightProgress(FlightProgress.last12, rules)
    phase = .last12(flight)
  }

  func keys(_ flight: Flight12) -> KeySchedule12 {
    KeySchedule12(
      suite: flight.suite, masterSecret: flight.master, clientRandom: offer.random, serverRandom: flight.hello.random)
  }

  private func sayFinished(_ flight: inout Flight12) throws(ClientFault) {
    try wire.changeCipherSpec()
    try wire.protect(keys(flight).sealer(of: .client))
    let proof = KeySchedule12.finished(flight.suite, flight.master, .client, transcript: transcript.value)
    flight.proofs.client = proof
    try say(ByteWriter.message(.finished) { $0.append(proof) })
  }

  /// The server's Finished was read; in a resumption, the client sends its own.
  func finish(_ flight: Flight12) throws(ClientFault) {
    var flight = flight
    if flight.resumed != nil { try sayFinished(&flight) }
    binding = flight.hello.content(.renegotiationInfo).map { _ in flight.proofs }
    keep(flight)
    establish(.data12)
  }

  private func master(_ premaster: [UInt8], _ flight: Flight12) -> [UInt8] {
    guard flight.hello.content(.extendedMasterSecret) == nil else {
      return KeySchedule12.extendedMasterSecret(flight.suite, premaster: premaster, transcript: transcript.value)
    }
    return KeySchedule12.masterSecret(
      flight.suite, premaster: premaster, clientRandom: offer.random, serverRandom: flight.hello.random)
  }

  /// The suite determines the kind of the signing key (RFC 8422, section 2).
  private func checkKind(of leaf: [UInt8], _ suite: CipherSuite) throws(ClientFault) {
    let signer: CipherSuite.Signer
    switch CertificateFields(der: leaf)?.keyKind {
    case .ecdsa, .ed25519, .ed448: signer = .ecdsa
    case .rsa, .rsaPSS: signer = .rsa
    case nil: return
    }
    guard signer == suite.signer else {
      throw .refusing(.illegalParameter, "the certificate's key is not of the kind that the cipher suite names")
    }
  }

  func takeLast(_ message: HandshakeMessage, _ flight: inout Flight12) throws(ClientFault) {
    if message.type == .finished {
      try rules.demand(
        .changeBeforeFinished, wire.pendingOpener == nil, .unexpectedMessage, "a Finished before the ChangeCipherSpec")
    }
    try flight.progress.admit(message.type)
    let expected = KeySchedule12.finished(flight.suite, flight.master, .server, transcript: transcript.value)
    remember(message)
    guard message.type == .finished else { return try takeTicket(message, &flight) }
    try check(message, against: expected)
    flight.proofs.server = expected
  }

  /// RFC 5077, section 3.3. An empty one means that the server issues none after all.
  private func takeTicket(_ message: HandshakeMessage, _ flight: inout Flight12) throws(ClientFault) {
    guard settings.takesUpSessions else { return }
    var cursor = ByteCursor(message.body)
    guard let lifetime = cursor.bytes(4), let name = cursor.vector16(), cursor.isAtEnd else {
      throw .refusing(.decodeError, "a NewSessionTicket that does not parse")
    }
    if !name.isEmpty { flight.ticket = (Array(name), lifetime.number) }
  }
}
