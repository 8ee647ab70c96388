internal import RogueModel
internal import RogueOpenSSL

/// A TLS 1.3 handshake after the ServerHello (RFC 8446, section 2).
struct Flight13 {
  /// The number of the cipher suite.
  let suite: UInt16
  let schedule: KeySchedule13
  /// The resumed session: then the server presents and signs nothing.
  let resumed: ClientSession?
  /// The server has read what went out with the hello.
  var takesEarlyData = false
  var shared: [UInt8]
  var progress: FlightProgress
  var certificates = ServerCertificates()
  var proof: ServerSignature?
  var request: ClientCertificateRequest?
  var handshakeSecret: [UInt8] = []
  var clientSecret: [UInt8] = []
  var serverSecret: [UInt8] = []
}

/// The keys of an established TLS 1.3 connection.
struct Traffic13 {
  let suite: UInt16
  let schedule: KeySchedule13
  var clientSecret: [UInt8]
  var serverSecret: [UInt8]
  /// The secret from which ticket secrets are derived.
  var resumptionSecret: [UInt8] = []
  /// A KeyUpdate has come; the keys change when its record is over.
  var renews = false
  var answersUpdate = false
}

extension TLSClient {
  func take13(_ hello: ServerHello, _ message: HandshakeMessage, _ suite: CipherSuite) throws(ClientFault) {
    try checkSessionID(hello)
    try check(hello.extensions, allowed: [.supportedVersions, .keyShare, .preSharedKey], in: "a ServerHello")
    try rules.demand(
      .retrySuite, retry.map { $0.cipherSuite == hello.cipherSuite } ?? true, .illegalParameter,
      "the ServerHello has another cipher suite than the HelloRetryRequest")
    transcript.add(message.whole)
    let resumed = try resumption(in: hello, suite)
    isResumed = resumed != nil
    let flight = Flight13(
      suite: hello.cipherSuite, schedule: KeySchedule13(suite: suite), resumed: resumed,
      shared: try sharedSecret(hello),
      progress: FlightProgress(resumed == nil ? FlightProgress.flight13 : FlightProgress.resumed13, rules))
    transcript.begin(suite.transcript)
    phase = .flight13(flight)
  }

  private func sharedSecret(_ hello: ServerHello) throws(ClientFault) -> [UInt8] {
    guard let content = hello.content(.keyShare) else {
      throw .refusing(.missingExtension, "a ServerHello without a key share")
    }
    var cursor = ByteCursor(content)
    guard let number = cursor.uint16(), let value = cursor.vector16(), cursor.isAtEnd else {
      throw .refusing(.decodeError, "a key share that does not parse")
    }
    let named = offer.shares.first { $0.group.number == number }
    try rules.demand(
      .group, named != nil, .illegalParameter, "the server chose group \(number), of which there was no share")
    guard let share = named ?? offer.shares.first,
      let secret = rules(.sharedSecret, PeerShare(key: share.key, value: value))
    else {
      throw .refusing(.illegalParameter, "the server's key share is not a point of its group")
    }
    return secret
  }

  /// The hello's record is complete: later records are protected.
  func setUpHandshakeKeys(_ flight: inout Flight13) throws(ClientFault) {
    guard flight.handshakeSecret.isEmpty else { return }
    let schedule = flight.schedule
    flight.handshakeSecret = schedule.handshakeSecret(
      after: schedule.earlySecret(flight.resumed?.secret), shared: flight.shared)
    flight.clientSecret = schedule.derive(flight.handshakeSecret, "c hs traffic", transcript.value)
    flight.serverSecret = schedule.derive(flight.handshakeSecret, "s hs traffic", transcript.value)
    try wire.expect(schedule.protection(from: flight.serverSecret))
    // Data under the key of a session that was not resumed is never read.
    if hasSentChange, flight.resumed == nil { try wire.protect(schedule.sealer(from: flight.clientSecret)) }
  }

  func take(_ message: HandshakeMessage, _ flight: inout Flight13) throws(ClientFault) {
    // One takes the place of the other.
    try flight.progress.admit(message.type == .compressedCertificate ? .certificate : message.type)
    let before = transcript.value
    remember(message)
    switch message.type {
    case .serverHello: try takeAgain(message, &flight)
    case .encryptedExtensions: try takeExtensions(message, &flight)
    case .certificateRequest:
      let request = try ClientCertificateRequest(tls13: message.body)
      try rules.demand(
        .requestSchemes, !request.schemes.isEmpty, .decodeError, "a CertificateRequest that names no algorithm")
      flight.request = request
    case .certificate, .compressedCertificate:
      var shown = message
      if message.type == .compressedCertificate { shown = try expanded(message) }
      let list = try list(shown, .tls13)
      flight.certificates = ServerCertificates(
        message: Array(shown.whole), list: list.entries, staples: list.staples, sctList: list.sctList)
      try judge(flight.certificates)
      try confirm(flight)
    case .certificateVerify:
      var cursor = ByteCursor(message.body)
      guard let proof = ServerSignature(&cursor, over: ServerSignature.content13(.server, before)) else {
        throw .refusing(.decodeError, "a CertificateVerify that does not parse")
      }
      try rules.demand(.surplus, cursor.isAtEnd, .decodeError, "a CertificateVerify with bytes after its end")
      flight.proof = proof
      try confirm(flight)
    case .finished: try check(message, against: flight.schedule.finished(flight.serverSecret, before))
    default: throw Self.unexpected(message)
    }
  }

  /// The Certificate message that was compressed (RFC 8879, section 4).
  private func expanded(_ message: HandshakeMessage) throws(ClientFault) -> HandshakeMessage {
    guard let compressed = CompressedCertificate(body: message.body) else {
      throw .refusing(.decodeError, "a CompressedCertificate that does not parse")
    }
    try rules.demand(
      .compressionOffered, compressed.algorithm == CompressedCertificate.Algorithm.zlib, .illegalParameter,
      "certificates compressed by algorithm \(compressed.algorithm), which was not offered")
    guard compressed.length <= HandshakeReader.longestMessage, let text = compressed.text() else {
      throw .refusing(.badCertificate, "compressed certificates that do not expand, or to too much", reason: .malformed)
    }
    try rules.demand(
      .compressedLength, text.count == compressed.length, .badCertificate,
      "compressed certificates that expand to another length than the message says", reason: .malformed)
    let whole = ByteWriter.message(.certificate, reserving: text.count + 4) { $0.append(text) }
    return HandshakeMessage(type: .certificate, whole: whole[...], at: message.at)
  }

  /// A second ServerHello, for clients that accept it: the keys come from the last one.
  private func takeAgain(_ message: HandshakeMessage, _ flight: inout Flight13) throws(ClientFault) {
    guard flight.handshakeSecret.isEmpty, let hello = ServerHello(body: message.body) else {
      throw Self.unexpected(message)
    }
    flight.shared = try sharedSecret(hello)
  }

  private func takeExtensions(_ message: HandshakeMessage, _ flight: inout Flight13) throws(ClientFault) {
    var cursor = ByteCursor(message.body)
    guard let fields = cursor.extensionFields() else {
      throw .refusing(.decodeError, "EncryptedExtensions that do not parse")
    }
    try rules.demand(.surplus, cursor.isAtEnd, .decodeError, "EncryptedExtensions that go on after their end")
    try check(
      fields, allowed: [.serverName, .supportedGroups, .applicationProtocols, .earlyData], in: "EncryptedExtensions")
    try checkProtocol(fields)
    flight.takesEarlyData = try takesEarlyData(fields, flight)
  }

  /// Verifies the proof once there are both a certificate and a proof by its key.
  private func confirm(_ flight: Flight13) throws(ClientFault) {
    guard let proof = flight.proof, let leaf = flight.certificates.list.first else { return }
    try proof.verify(by: leaf, isBare: showsBareKey, .tls13, rules)
  }

  /// Compares a Finished with the expected verify_data.
  func check(_ message: HandshakeMessage, against expected: [UInt8]) throws(ClientFault) {
    try rules.demand(
      .wholeFinished, message.body.count == expected.count, .decodeError, "a Finished of the wrong length")
    try rules.demand(
      .finished, message.body.starts(with: expected), .decryptError,
      "the server's Finished does not match the handshake")
  }

  /// The server's flight is complete: answers it, and changes to the application traffic keys.
  func finish(_ flight: Flight13) throws(ClientFault) {
    let schedule = flight.schedule
    let master = schedule.masterSecret(after: flight.handshakeSecret)
    var traffic = Traffic13(
      suite: flight.suite, schedule: schedule, clientSecret: schedule.derive(master, "c ap traffic", transcript.value),
      serverSecret: schedule.derive(master, "s ap traffic", transcript.value))
    // For boxes in the middle that know only TLS 1.2 (appendix D.4).
    if retry == nil, !hasSentChange { wire.sendChangeCipherSpec() }
    earlyDataWasTaken = flight.takesEarlyData
    if flight.takesEarlyData { try say(ByteWriter.message(.endOfEarlyData) { _ in }) }
    try wire.protect(schedule.sealer(from: flight.clientSecret))
    if let request = flight.request {
      let identity = request.identity(of: settings, .tls13)
      try say(request.certificate(identity, .tls13))
      if let proof = try request.proof(identity, .tls13, transcript) { try say(proof) }
    }
    try say(ByteWriter.message(.finished) { $0.append(schedule.finished(flight.clientSecret, transcript.value)) })
    traffic.resumptionSecret = schedule.derive(master, "res master", transcript.value)
    try wire.protect(schedule.sealer(from: traffic.clientSecret))
    try wire.expect(schedule.protection(from: traffic.serverSecret))
    establish(.data13(traffic))
  }

  /// Sends a message that counts for the transcript.
  func say(_ message: [UInt8]) throws(ClientFault) {
    transcript.add(message)
    try wire.send(.handshake, message)
  }

  // MARK: After the handshake (RFC 8446, section 4.6)

  func take(_ message: HandshakeMessage, _ traffic: inout Traffic13) throws(ClientFault) {
    switch message.type {
    case .newSessionTicket:
      guard settings.takesUpSessions else { return }
      guard let ticket = ClientSession(ticket: message.body, traffic, applicationProtocol: applicationProtocol) else {
        throw .refusing(.decodeError, "a NewSessionTicket that does not parse")
      }
      session = ticket
    case .keyUpdate:
      guard message.body.count == 1, let wish = message.body.first else {
        throw .refusing(.decodeError, "a KeyUpdate that does not parse")
      }
      guard wish <= 1 else { throw .refusing(.illegalParameter, "a KeyUpdate with the request \(wish)") }
      guard !traffic.renews else { throw Self.unexpected(message) }
      traffic.renews = true
      traffic.answersUpdate = wish == 1
    default: throw Self.unexpected(message)
    }
  }

  func renewKeys(_ traffic: inout Traffic13) throws(ClientFault) {
    guard traffic.renews else { return }
    traffic.renews = false
    renewals += 1
    traffic.serverSecret = traffic.schedule.next(after: traffic.serverSecret)
    try wire.expect(traffic.schedule.protection(from: traffic.serverSecret))
    guard traffic.answersUpdate else { return }
    try wire.send(.handshake, ByteWriter.message(.keyUpdate) { $0.uint8(0) })
    traffic.clientSecret = traffic.schedule.next(after: traffic.clientSecret)
    try wire.protect(traffic.schedule.sealer(from: traffic.clientSecret))
  }
}
