internal import RogueModel
internal import RogueOpenSSL

/// The record layer of one client connection: it turns bytes from the server into events, and messages into bytes.
///
/// It has the keys and the framing, and does not know which message may come when.
struct ClientWire {
  enum Event {
    case message(HandshakeMessage)
    /// Every message of a record was returned: keys may change here, and nowhere else.
    case recordEnd
    case alert(TLSAlertCode, isWarning: Bool)
    case data([UInt8])
  }

  /// Set when the version is agreed on.
  var version: TLSVersion?
  /// The version in records: the one in use before TLS 1.3.
  var legacyVersion = LegacyVersion.tls12
  /// The keys that take effect at the server's ChangeCipherSpec (TLS 1.2).
  var pendingOpener: RecordProtection?
  /// The server may still send the ChangeCipherSpec that says nothing (RFC 8446, section 5).
  var allowsIdleChange = true
  private let rules: Rulebook
  private var records = RecordReader()
  private var handshake: HandshakeReader
  private var isInRecord = false
  private(set) var opener: RecordProtection?
  private var writer = RecordWriter()

  init(_ rules: Rulebook) {
    self.rules = rules
    handshake = HandshakeReader(longest: rules(.longestMessage, HandshakeReader.longestMessage))
  }

  // MARK: From the server

  mutating func received(_ bytes: [UInt8]) { records.append(bytes, at: 0) }

  /// The server's next message; nil if more bytes are needed.
  mutating func next() throws(ClientFault) -> Event? {
    if let message = try message() { return .message(message) }
    if isInRecord {
      isInRecord = false
      return .recordEnd
    }
    while let record = try record() {
      guard let (type, content) = try open(record) else { continue }
      if let event = try event(type, content) { return event }
    }
    return nil
  }

  private mutating func message() throws(ClientFault) -> HandshakeMessage? {
    do throws(Undecodable) { return try handshake.next(at: 0) } catch { throw ClientFault(error) }
  }

  private mutating func record() throws(ClientFault) -> Record? {
    do throws(Undecodable) { return try records.next() } catch { throw ClientFault(error) }
  }

  private mutating func event(_ type: ContentType, _ content: ArraySlice<UInt8>) throws(ClientFault) -> Event? {
    guard type == .handshake || !handshake.hasRemainder else {
      throw .refusing(.unexpectedMessage, "a record of type \(type.rawValue) inside of a handshake message")
    }
    switch type {
    case .handshake:
      try rules.demand(.emptyRecord, !content.isEmpty, .unexpectedMessage, "a handshake record without content")
      handshake.append(content)
      guard let message = try message() else { return nil }
      isInRecord = true
      return .message(message)
    case .alert:
      var cursor = ByteCursor(content)
      guard let level = cursor.uint8(), let code = cursor.uint8(), cursor.isAtEnd else {
        throw .refusing(.decodeError, "an alert that is not two bytes long")
      }
      return .alert(TLSAlertCode(rawValue: code), isWarning: level == 1)
    case .applicationData: return .data(Array(content))
    default: throw .refusing(.unexpectedMessage, "content of type \(type.rawValue)")
    }
  }

  /// The content of a record; nil if it has none to process.
  private mutating func open(_ record: Record) throws(ClientFault) -> (ContentType, ArraySlice<UInt8>)? {
    if record.type == .changeCipherSpec {
      // In a renegotiation it comes under the keys that it replaces.
      let content = version == .tls12 ? opener.map { $0.open(record) ?? [] } : nil
      try changeCipherSpec(content ?? Array(record.payload))
      return nil
    }
    guard let opener else { return (record.type, try checked(record.payload)) }
    // A server that gave up before it had keys sends a plaintext alert; no sealed record is that short.
    if record.type == .alert, record.payload.count == 2 { return (.alert, record.payload) }
    if version == .tls13, record.type != .applicationData {
      throw .refusing(.unexpectedMessage, "an unprotected record after keys were set up")
    }
    guard let content = opener.open(record) else {
      throw .refusing(.badRecordMAC, "a record does not open under its keys")
    }
    guard version == .tls13 else { return (record.type, try checked(content[...])) }
    // The content type and padding count (RFC 8446, section 5.4).
    try rules.demand(
      .recordLength, content.count <= RecordWriter.longestContent + 1, .recordOverflow,
      "a record of \(content.count) bytes with its type and padding")
    guard let end = content.lastIndex(where: { $0 != 0 }) else {
      throw .refusing(.unexpectedMessage, "a record of nothing but padding")
    }
    return (ContentType(rawValue: content[end]), try checked(content[..<end]))
  }

  private func checked(_ content: ArraySlice<UInt8>) throws(ClientFault) -> ArraySlice<UInt8> {
    guard content.count <= RecordWriter.longestContent else {
      throw .refusing(.recordOverflow, "a record with \(content.count) bytes of content")
    }
    return content
  }

  /// In TLS 1.3 it says nothing (RFC 8446, section 5); in TLS 1.2 what follows is protected.
  private mutating func changeCipherSpec(_ content: [UInt8]) throws(ClientFault) {
    let why = "a ChangeCipherSpec out of place"
    guard let version, content == [1], !handshake.hasRemainder else {
      throw .refusing(.unexpectedMessage, why)
    }
    if version == .tls13 {
      guard allowsIdleChange else { throw .refusing(.unexpectedMessage, why) }
      return
    }
    try rules.demand(.earlyChange, pendingOpener != nil, .unexpectedMessage, why)
    guard let pendingOpener else { return }
    opener = pendingOpener
    self.pendingOpener = nil
  }

  /// The server's later records are under these keys. Messages must not straddle the change
  /// (RFC 8446, section 5.1).
  mutating func expect(_ protection: RecordProtection?) throws(ClientFault) {
    guard !handshake.hasRemainder else {
      throw .refusing(.unexpectedMessage, "a handshake message across a change of keys")
    }
    guard let protection else { throw .unable("keys that do not match the cipher suite") }
    opener = protection
  }

  // MARK: To the server

  mutating func send(_ type: ContentType, _ content: [UInt8]) throws(ClientFault) {
    // The first record of a connection says TLS 1.0 (RFC 8446, section 5.1).
    guard writer.write(type, content, version: version == nil ? 0x0301 : legacyVersion.rawValue) else {
      throw .unable("sealing failed")
    }
  }

  /// Under the keys that are in use, if there are any (TLS 1.2).
  mutating func changeCipherSpec() throws(ClientFault) { try send(.changeCipherSpec, [1]) }

  /// The one that says nothing (TLS 1.3).
  mutating func sendChangeCipherSpec() { writer.writeChangeCipherSpec(version: legacyVersion.rawValue) }

  /// Later records to the client are under these keys.
  mutating func protect(_ sealer: RecordSealer?) throws(ClientFault) {
    guard let sealer else { throw .unable("keys that do not match the cipher suite") }
    writer.sealer = sealer
  }

  /// From now on, records are sent in plaintext again.
  mutating func unprotect() { writer.sealer = nil }

  /// The bytes to send since the last call.
  mutating func takeOutput() -> [UInt8] { writer.take() }
}
