internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The record layer of one server connection: it turns bytes from the client into events, and messages into bytes.
///
/// It has the keys and the framing, and does not know which message may come when.
final class ServerWire {
  enum Event {
    case message(HandshakeMessage)
    /// `isWarning` is what the level byte says; TLS 1.3 does not listen to it.
    case alert(TLSAlertCode, isWarning: Bool)
    case data([UInt8])
  }

  /// Set when the version is agreed on.
  var version: TLSVersion?
  /// The version in records: the one in use before TLS 1.3.
  var legacyVersion = LegacyVersion.tls12
  /// The keys that take effect at the client's ChangeCipherSpec (TLS 1.2), while one may come.
  var pendingOpener: RecordProtection?
  /// Decrypts 0-RTT records, until the client's EndOfEarlyData (RFC 8446, section 4.5).
  var earlyOpener: RecordProtection?
  /// 0-RTT records up to this many bytes may be skipped: their keys are unknown (RFC 8446, section 4.2.10).
  var skippableEarlyBytes = 0
  private var records = RecordReader()
  private var handshake = HandshakeReader()
  private var opener: RecordProtection?
  private var sealer: RecordSealer?
  private var output: [UInt8] = []
  /// Where in `output` the last record begins.
  private var lastRecord = 0

  /// The longest plaintext of a record (RFC 8446, section 5.1).
  static let longestContent = 16_384
  /// The longest plaintext of a record that is sent.
  var longestRecord = ServerWire.longestContent

  /// How long the plaintext of a protected handshake record is made in TLS 1.3, content type and padding included.
  var paddedRecord: Int?

  // MARK: From the client

  func received(_ bytes: [UInt8]) { records.append(bytes, at: 0) }

  /// The client's next message; nil if more bytes are needed.
  func next() throws(TLSAbort) -> Event? {
    do throws(Undecodable) {
      if let message = try handshake.next(at: 0) { return .message(message) }
      while let record = try records.next() {
        guard let (type, content) = try open(record) else { continue }
        guard let event = try event(type, content) else { continue }
        return event
      }
      return nil
    } catch {
      throw TLSAbort(error)
    }
  }

  private func event(_ type: ContentType, _ content: ArraySlice<UInt8>) throws(Undecodable) -> Event? {
    switch type {
    case .handshake:
      guard !content.isEmpty else {
        throw Undecodable("an empty handshake record", alert: .unexpectedMessage)
      }
      handshake.append(content)
      return try handshake.next(at: 0).map { .message($0) }
    case .alert:
      var cursor = ByteCursor(content)
      guard let level = cursor.uint8(), let code = cursor.uint8(), cursor.isAtEnd else {
        throw Undecodable("an alert that is not two bytes long")
      }
      return .alert(TLSAlertCode(rawValue: code), isWarning: level == 1)
    case .applicationData:
      guard opener != nil, !handshake.hasRemainder else {
        throw Undecodable("application data out of place", alert: .unexpectedMessage)
      }
      return .data(Array(content))
    default: throw Undecodable("content of type \(type.rawValue)", alert: .unexpectedMessage)
    }
  }

  /// The content of a record; nil if it has none to process.
  private func open(_ record: Record) throws(Undecodable) -> (ContentType, ArraySlice<UInt8>)? {
    if record.type == .changeCipherSpec { return try changeCipherSpec(record) }
    guard let opener else {
      if record.type == .applicationData, passOver(record) { return nil }
      return (record.type, try checked(record.payload))
    }
    // Clients that gave up before they had keys send a plaintext alert; no sealed record is that short.
    if record.type == .alert, record.payload.count == 2 { return (.alert, record.payload) }
    guard version == .tls13 else {
      guard let content = opener.open(record) else { throw unopened }
      return (record.type, try checked(content[...]))
    }
    guard record.type == .applicationData else {
      throw Undecodable("an unprotected record after keys were set up", alert: .unexpectedMessage)
    }
    guard let padded = earlyOpener?.open(record) ?? opener.open(record) else {
      if passOver(record) { return nil }
      throw unopened
    }
    skippableEarlyBytes = 0
    // The content type and padding count (RFC 8446, section 5.4).
    guard padded.count <= RecordWriter.longestContent + 1 else {
      throw Undecodable("a record of \(padded.count) bytes with its type and padding", alert: .recordOverflow)
    }
    guard let end = padded.lastIndex(where: { $0 != 0 }) else {
      throw Undecodable("a record of nothing but padding", alert: .unexpectedMessage)
    }
    return (ContentType(rawValue: padded[end]), try checked(padded[..<end]))
  }

  private var unopened: Undecodable {
    Undecodable("a record does not open under its keys", alert: .badRecordMAC)
  }

  private func checked(_ content: ArraySlice<UInt8>) throws(Undecodable) -> ArraySlice<UInt8> {
    guard content.count <= Self.longestContent else {
      throw Undecodable("a record with \(content.count) bytes of content", alert: .recordOverflow)
    }
    return content
  }

  private func passOver(_ record: Record) -> Bool {
    guard skippableEarlyBytes >= record.payload.count else { return false }
    skippableEarlyBytes -= record.payload.count
    return true
  }

  /// In TLS 1.3 it says nothing (RFC 8446, section 5); in TLS 1.2 what follows is protected.
  private func changeCipherSpec(_ record: Record) throws(Undecodable) -> (ContentType, ArraySlice<UInt8>)? {
    let out = Undecodable("a ChangeCipherSpec out of place", alert: .unexpectedMessage)
    if version == .tls12 {
      // In a second handshake the change is protected under the keys that it ends.
      let content = try opener.map { (opener) throws(Undecodable) in
        guard let content = opener.open(record) else { throw unopened }
        return content[...]
      }
      guard (content ?? record.payload).elementsEqual([1]), let pendingOpener, !handshake.hasRemainder else {
        throw out
      }
      opener = pendingOpener
      self.pendingOpener = nil
      return nil
    }
    // Before a ClientHello was answered it must not come, and nothing else than this one byte either.
    guard version == .tls13, record.payload.elementsEqual([1]) else { throw out }
    return nil
  }

  /// The client's later records are under these keys. Messages must not straddle the change
  /// (RFC 8446, section 5.1).
  func expect(_ protection: RecordProtection?) throws(TLSAbort) {
    guard !handshake.hasRemainder else {
      throw TLSAbort(.unexpectedMessage, "a handshake message across a change of keys")
    }
    guard let protection else { throw TLSAbort(.internalError, "keys that do not match the cipher suite") }
    opener = protection
  }

  // MARK: To the client

  func send(_ type: ContentType, _ content: [UInt8]) throws(TLSAbort) {
    var rest = content[...]
    repeat {
      let part = rest.prefix(longestRecord)
      rest = rest.dropFirst(longestRecord)
      lastRecord = output.count
      if let sealer {
        let (type, part) = padded(type, part)
        guard sealer.seal(type, part, into: &output) else { throw TLSAbort(.internalError, "sealing failed") }
      } else {
        output += [type.rawValue] + recordVersion + [UInt8(part.count >> 8), UInt8(truncatingIfNeeded: part.count)]
        output += part
      }
    } while !rest.isEmpty
  }

  /// Zeros after the content type are padding (RFC 8446, section 5.4), so a record sealed as type
  /// zero may hold both.
  private func padded(_ type: ContentType, _ part: ArraySlice<UInt8>) -> (ContentType, ArraySlice<UInt8>) {
    guard let paddedRecord, version == .tls13, type == .handshake, part.count + 1 < paddedRecord else {
      return (type, part)
    }
    let padding = [UInt8](repeating: 0, count: paddedRecord - part.count - 2)
    return (ContentType(rawValue: 0), (part + [type.rawValue] + padding)[...])
  }

  func sendChangeCipherSpec() throws(TLSAbort) {
    // In TLS 1.3 it is never protected (RFC 8446, section 5); in the second handshake of TLS 1.2 it is.
    if version == .tls12, sealer != nil { return try send(.changeCipherSpec, [1]) }
    output += [ContentType.changeCipherSpec.rawValue] + recordVersion + [0, 1, 1]
  }

  private var recordVersion: [UInt8] { [3, UInt8(truncatingIfNeeded: legacyVersion.rawValue)] }

  /// Later records to the client are under these keys.
  func protect(_ sealer: RecordSealer?) throws(TLSAbort) {
    guard let sealer else { throw TLSAbort(.internalError, "keys that do not match the cipher suite") }
    self.sealer = sealer
  }

  /// Leaves the second half of the last record out of what is to be sent.
  func breakOffLastRecord() { output.removeLast((output.count - lastRecord) / 2) }

  /// The bytes to send since the last call.
  func takeOutput() -> [UInt8] {
    defer {
      output = []
      lastRecord = 0
    }
    return output
  }
}
