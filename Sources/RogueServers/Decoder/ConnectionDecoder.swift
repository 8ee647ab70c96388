internal import RogueEngines
internal import RogueModel
internal import RogueTLS

/// Follows both directions of a connection through the record layer; `ConnectionDecoder+Handshake` reads the messages.
///
/// Chunks come in the order in which the server saw them. After the ClientHello, the decoder holds back the client's
/// bytes until the server has answered, because only the answer says how to read the client's next records (0-RTT data,
/// for one).
struct ConnectionDecoder {
  /// More alerts than an honest connection can have; a client that sends thousands is not listed thousands of times.
  static let mostAlerts = 64

  let transcript: WireTranscript
  var evidence: ConnectionEvidence
  let client = Direction(.client)
  let server = Direction(.server)
  /// A ClientHello that the server has not answered yet.
  var openHello: ClientHello?
  /// The ClientHello and ServerHello of the handshake under way, or of the last one.
  var hello: ClientHello?
  var serverHello: ServerHello?
  var schedule12: KeySchedule12?
  /// Set while 0-RTT records may come; its protection is nil when their keys are not known.
  var earlyData: EarlyData?
  var unreadEarlyBytes = 0
  /// The record that is being read is 0-RTT.
  private var isEarly = false
  /// The server has sent a message that does not occur in an abbreviated TLS 1.2 handshake.
  var isFullHandshake = false
  var sessions = SessionTrace()
  /// The server's messages are kept whole, for later inspection.
  var keepsMessages = false
  var serverMessages: [HandshakeMessage] = []
  /// The client's data that is part of a request.
  private var requests = RequestBytes()
  /// The handshake under way is the second on this connection, or one after it (TLS 1.2).
  var isRenegotiating = false

  struct EarlyData {
    var protection: RecordProtection?
  }

  init(transcript: WireTranscript, evidence: ConnectionEvidence) {
    self.transcript = transcript
    self.evidence = evidence
  }

  mutating func feed(_ chunk: WireTranscript.Chunk) {
    let direction = chunk.from == .client ? client : server
    direction.records.append(chunk.bytes, at: chunk.at)
    drain(direction)
    if chunk.from == .server { drain(client) }
  }

  /// The data read so far is of an earlier attempt: only the state of the connection remains.
  mutating func beginAnotherAttempt() {
    evidence.serverCertificates = nil
    evidence.staples = [:]
    evidence.sctList = nil
    evidence.certificatesSentAt = nil
    evidence.clientFinishedAt = nil
    evidence.renegotiation = nil
    evidence.resumed = false
    evidence.alerts = []
    evidence.applicationBytes = 0
    evidence.earlyBytes = 0
    evidence.firstApplicationAt = nil
    serverMessages = []
  }

  /// Reads what was held back, and records what is left over.
  mutating func finish() {
    client.isWaiting = false
    drain(client)
    evidence.applicationBytes += requests.undecided
    for direction in [client, server] where direction.trouble == nil {
      if direction.records.hasRemainder {
        direction.trouble = Undecodable("ends inside a record")
      } else if direction.handshake.hasRemainder {
        direction.trouble = Undecodable("ends inside a handshake message")
      }
    }
    var notes = [client, server].compactMap { direction in
      direction.trouble.map { "\(direction.side.rawValue): \($0.why)" }
    }
    if unreadEarlyBytes > 0 { notes.append("client: \(unreadEarlyBytes) bytes of 0-RTT records without keys") }
    if !notes.isEmpty { evidence.undecoded = notes.joined(separator: "; ") }
    // A close of an old connection shows nothing in this attempt.
    if evidence.reused, evidence.applicationBytes == 0 {
      evidence.clientCertificates = nil
      evidence.clientCertificateMessage = nil
    }
    // Alerts of a client that was held back were read late.
    if evidence.alerts.count > 1 { evidence.alerts.sort { $0.at < $1.at } }
  }

  private mutating func drain(_ direction: Direction) {
    guard !direction.hasStopped else { return }
    do throws(Undecodable) {
      while !direction.isWaiting, let record = try direction.records.next() { try read(record, from: direction) }
    } catch {
      if direction.trouble == nil { direction.trouble = error }
      direction.hasStopped = true
    }
  }

  private mutating func read(_ record: Record, from direction: Direction) throws(Undecodable) {
    switch (direction.protection, evidence.version) {
    case (.none, _): try readUnprotected(record, from: direction)
    case (.sealed(let protection), .tls13?): try readSealed13(record, protection, from: direction)
    case (.sealed(let protection), _): try readSealed12(record, protection, from: direction)
    case (.unknown(let why), .tls13?): try readUnknown13(record, why, from: direction)
    case (.unknown(let why), _): readUnknown12(record, why, from: direction)
    }
  }

  private mutating func readUnprotected(_ record: Record, from direction: Direction) throws(Undecodable) {
    switch record.type {
    case .applicationData:
      guard direction.side == .client, hello?.offersEarlyData == true else {
        // A client that took a plaintext Finished for the end of the handshake sends its request to any server.
        if direction.side == .client, case .none = server.protection, server.hasFinished {
          noteApplicationData(record.payload.count, at: record.at)
        }
        throw Undecodable("application data before any keys")
      }
      // 0-RTT that a HelloRetryRequest has turned down (RFC 8446, section 4.2.10).
      unreadEarlyBytes += record.payload.count
    case .changeCipherSpec where evidence.version == .tls12: changeCipherSpec12(direction)
    case .changeCipherSpec: break
    default: try readContent(record.type, record.payload, at: record.at, from: direction)
    }
  }

  private mutating func readSealed13(
    _ record: Record, _ protection: RecordProtection, from direction: Direction
  ) throws(Undecodable) {
    switch record.type {
    case .changeCipherSpec: break
    // OpenSSL clients send the alerts of a failed handshake in plaintext.
    case .alert: readAlerts(record.payload, at: record.at, from: direction.side)
    case .applicationData:
      isEarly = false
      guard let plaintext = try open13(record, protection, from: direction) else { return }
      guard let end = plaintext.lastIndex(where: { $0 != 0 }) else {
        throw Undecodable("a record of nothing but padding")
      }
      try readContent(ContentType(rawValue: plaintext[end]), plaintext[..<end], at: record.at, from: direction)
    default: throw Undecodable("an unprotected record of type \(record.type.rawValue) after keys were set up")
    }
  }

  /// Nil for 0-RTT records whose keys are not known.
  private mutating func open13(
    _ record: Record, _ protection: RecordProtection, from direction: Direction
  ) throws(Undecodable) -> [UInt8]? {
    guard direction.side == .client, let earlyData else {
      guard let plaintext = protection.open(record) else { throw Undecodable("a record does not open under its keys") }
      return plaintext
    }
    if let plaintext = earlyData.protection?.open(record) {
      isEarly = true
      return plaintext
    }
    if let plaintext = protection.open(record) {
      self.earlyData = nil
      return plaintext
    }
    unreadEarlyBytes += record.payload.count
    return nil
  }

  private mutating func readSealed12(
    _ record: Record, _ protection: RecordProtection, from direction: Direction
  ) throws(Undecodable) {
    // No sealed record is that short: the peer gave up with a plaintext alert.
    if record.type == .alert, record.payload.count == 2 {
      readAlerts(record.payload, at: record.at, from: direction.side)
      return
    }
    guard let plaintext = protection.open(record) else { throw Undecodable("a record does not open under its keys") }
    if record.type == .changeCipherSpec {
      changeCipherSpec12(direction)
    } else {
      try readContent(record.type, plaintext[...], at: record.at, from: direction)
    }
  }

  private mutating func readUnknown13(
    _ record: Record, _ why: Undecodable, from direction: Direction
  ) throws(Undecodable) {
    switch record.type {
    case .changeCipherSpec: break
    case .alert: readAlerts(record.payload, at: record.at, from: direction.side)
    case .applicationData where direction.side == .client && direction.hasFinished:
      // A server that refuses the client's certificate never derives these keys (libssl), and what was sent to it all the
      // same has to be seen. After a Finished, all that a client has to say besides data is an alert or a KeyUpdate.
      if direction.trouble == nil { direction.trouble = why }
      let count = record.payload.count - Self.overhead13
      if count > Self.longestNote13 { noteApplicationData(count, at: record.at) }
    default: throw why
    }
  }

  /// The content's type and the tag (RFC 8446, section 5.2).
  private static let overhead13 = 17
  /// A KeyUpdate, in bytes; an alert has two.
  private static let longestNote13 = 5

  /// TLS 1.2 says outside of the protection what is inside: without keys, a Finished and the
  /// application data after it still show.
  private mutating func readUnknown12(_ record: Record, _ why: Undecodable, from direction: Direction) {
    if record.type == .alert, record.payload.count == 2 {
      readAlerts(record.payload, at: record.at, from: direction.side)
      return
    }
    if direction.trouble == nil { direction.trouble = why }
    guard direction.side == .client else { return }
    if record.type == .handshake, evidence.clientFinishedAt == nil { evidence.clientFinishedAt = record.at }
    if record.type == .applicationData, evidence.clientFinishedAt != nil {
      let suite = serverHello.flatMap { CipherSuite(tls12: $0.cipherSuite) }
      noteApplicationData(record.payload.count - (suite?.overhead12 ?? 0), at: record.at)
    }
  }

  private mutating func readContent(
    _ type: ContentType, _ content: ArraySlice<UInt8>, at: Int, from direction: Direction
  ) throws(Undecodable) {
    switch type {
    case .alert: readAlerts(content, at: at, from: direction.side)
    case .handshake:
      direction.handshake.append(content)
      while let message = try direction.handshake.next(at: at) { try read(message, from: direction) }
    case .applicationData:
      if direction.side == .client { readApplicationData(content, at: at) }
    default: throw Undecodable("content of type \(type.rawValue)")
    }
  }

  private mutating func readApplicationData(_ content: ArraySlice<UInt8>, at: Int) {
    noteApplicationData(requests.count(content), at: at)
  }

  /// Bytes that count as application data, or that cannot be decrypted.
  private mutating func noteApplicationData(_ count: Int, at: Int) {
    guard count > 0 else { return }
    evidence.applicationBytes += count
    if isEarly { evidence.earlyBytes += count }
    if evidence.renegotiation?.certificatesSentAt != nil { evidence.renegotiation?.applicationBytes += count }
    if evidence.firstApplicationAt == nil { evidence.firstApplicationAt = at }
  }

  private mutating func readAlerts(_ content: ArraySlice<UInt8>, at: Int, from side: Side) {
    var cursor = ByteCursor(content)
    while evidence.alerts.count < Self.mostAlerts, let level = cursor.uint8(), let code = cursor.uint8() {
      // TLS 1.3 ignores the level: all but close_notify and user_canceled end the connection (RFC 8446, section 6).
      let isFatal = evidence.version == .tls13 ? code != 0 && code != 90 : level == 2
      evidence.alerts.append(AlertEvidence(from: side, isFatal: isFatal, code: code, at: at))
    }
    if side == .server { client.isWaiting = false }
  }
}
