internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// A TLS 1.3 handshake as a server (RFC 8446, section 2).
///
/// Here are the client's messages, one after the other; `Handshake13+Hello` chooses, `Handshake13+Flight` writes.
final class Handshake13: HandshakeState, ServerHandshake {
  enum Expecting {
    case hello, secondHello, certificate
    case certificateVerify(ClientCertificateVerifier.Candidate)
    case endOfEarlyData, finished, nothing
  }

  var expecting = Expecting.hello
  /// Set by the first ClientHello.
  var agreed: Negotiated?
  /// Of the first ClientHello, for the key log.
  var clientRandom: [UInt8] = []
  /// The client's Finished was right; later messages are after the handshake.
  private(set) var hasFinished = false
  /// Names the request that the client answers (section 4.3.2): empty in the handshake.
  var requestContext: [UInt8] = []

  /// The results of the first ClientHello, and the state of the key schedule.
  struct Negotiated {
    var suite: UInt16
    var schedule: KeySchedule13
    var transcript: TranscriptHash
    /// The group that the last HelloRetryRequest asked for, whether or not the engine supports it.
    var retryGroup: UInt16?
    /// How many HelloRetryRequests went out; an honest server sends one at most.
    var retries = 0
    var handshakeSecret: [UInt8] = []
    var clientHandshakeSecret: [UInt8] = []
    var clientSecret: [UInt8] = []
    var serverSecret: [UInt8] = []
    var masterSecret: [UInt8] = []
    /// The server may request the client's certificate after the handshake (section 4.6.2).
    var allowsLaterRequest = false
    /// The negotiated values beside the keys.
    var protocolName: String?
    /// psk_dhe_ke: the client can resume sessions in the mode that the engine supports.
    var takesTickets = false
  }

  var isEstablished: Bool {
    if case .nothing = expecting { true } else { false }
  }

  func take(_ message: HandshakeMessage) throws(TLSAbort) {
    switch (expecting, message.type) {
    case (.hello, .clientHello), (.secondHello, .clientHello): try answer(message)
    case (.certificate, .certificate): try takeCertificate(message)
    case (.certificateVerify(let candidate), .certificateVerify): try takeProof(message, of: candidate)
    case (.endOfEarlyData, .endOfEarlyData): try takeEndOfEarlyData(message)
    case (.finished, .finished): try takeFinished(message)
    default: throw TLSAbort(outOfPlace: message)
    }
  }

  private func takeCertificate(_ message: HandshakeMessage) throws(TLSAbort) {
    guard message.body.starts(with: [UInt8(requestContext.count)] + requestContext) else {
      throw TLSAbort(refusingClient: "a Certificate message for another request", .illegalParameter)
    }
    let candidate = try settings.judge.admit(message, .tls13)
    agreed?.transcript.add(message.whole)
    expecting = candidate.map { .certificateVerify($0) } ?? .finished
  }

  private func takeProof(
    _ message: HandshakeMessage, of candidate: ClientCertificateVerifier.Candidate
  ) throws(TLSAbort) {
    guard let agreed else { return }
    let signed = Self.signedContent("TLS 1.3, client CertificateVerify", agreed.transcript.value)
    try settings.judge.confirm(candidate, message, .tls13, signed: signed)
    self.agreed?.transcript.add(message.whole)
    expecting = .finished
  }

  /// A request may come before the handshake is over.
  var takesEarlyData: Bool { wire.earlyOpener != nil }

  private func takeEndOfEarlyData(_ message: HandshakeMessage) throws(TLSAbort) {
    guard message.body.isEmpty else { throw TLSAbort(.decodeError, "an EndOfEarlyData that is not empty") }
    agreed?.transcript.add(message.whole)
    wire.earlyOpener = nil
    expecting = .finished
  }

  private func takeFinished(_ message: HandshakeMessage) throws(TLSAbort) {
    guard let agreed else { return }
    // After the handshake it is made under the secret then in use (section 4.4).
    let secret = hasFinished ? agreed.clientSecret : agreed.clientHandshakeSecret
    let proof = agreed.schedule.finished(secret, agreed.transcript.value)
    guard message.body.elementsEqual(proof) else { throw TLSAbort(.decryptError, "the client's Finished is wrong") }
    guard !hasFinished else {
      expecting = .nothing
      return
    }
    hasFinished = true
    self.agreed?.transcript.add(message.whole)
    try wire.expect(agreed.schedule.protection(from: agreed.clientSecret))
    expecting = .nothing
    try giveTickets()
  }

  /// The signed content of a CertificateVerify (section 4.4.3).
  static func signedContent(_ context: String, _ transcript: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0x20, count: 64) + Array(context.utf8) + [0] + transcript
  }

  // MARK: After the handshake

  func takeLate(_ message: HandshakeMessage) throws(TLSAbort) {
    guard hasFinished, message.type == .keyUpdate else { throw TLSAbort(late: message) }
    try takeKeyUpdate(message)
  }

  func say(_ record: LateRecord) throws(TLSAbort) {
    switch record {
    case .record(let type, let content): try wire.send(type, content)
    case .keyUpdate(let asks): try updateKeys(asks: asks)
    }
  }

  /// The client changes its keys, and may want the server to change its own (section 4.6.3).
  private func takeKeyUpdate(_ message: HandshakeMessage) throws(TLSAbort) {
    guard var agreed, message.body.count == 1, let request = message.body.first, request <= 1 else {
      throw TLSAbort(.decodeError, "a KeyUpdate that does not parse")
    }
    agreed.clientSecret = agreed.schedule.next(after: agreed.clientSecret)
    try wire.expect(agreed.schedule.protection(from: agreed.clientSecret))
    self.agreed = agreed
    if request == 1 { try updateKeys(asks: false) }
  }

  /// The server changes its own keys.
  ///
  /// - Parameter asks: it requests the same of the client.
  private func updateKeys(asks: Bool) throws(TLSAbort) {
    guard let agreed else { return }
    try wire.send(.handshake, ByteWriter.message(.keyUpdate) { $0.uint8(asks ? 1 : 0) })
    let secret = agreed.schedule.next(after: agreed.serverSecret)
    self.agreed?.serverSecret = secret
    try wire.protect(agreed.schedule.sealer(from: secret))
  }
}
