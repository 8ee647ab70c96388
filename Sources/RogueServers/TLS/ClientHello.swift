internal import RogueModel

/// A ClientHello, read as far as evidence and decryption need it (RFC 8446, section 4.1.2).
struct ClientHello {
  var random: [UInt8]
  var sessionID: ArraySlice<UInt8>
  /// The early_data extension is there: 0-RTT records may follow at once.
  var offersEarlyData = false
  var evidence: ClientHelloEvidence

  /// `body` is the message without its four-byte header. Nil when the fixed fields are not there; extensions that do
  /// not parse are left out.
  init?(body: ArraySlice<UInt8>) {
    var cursor = ByteCursor(body)
    guard let legacyVersion = cursor.uint16(), let random = cursor.bytes(32), let sessionID = cursor.vector8(),
      let suites = cursor.vector16(), cursor.vector8() != nil
    else { return nil }
    self.random = Array(random)
    self.sessionID = sessionID
    var suiteCursor = ByteCursor(suites)
    evidence = ClientHelloEvidence(versions: [legacyVersion], cipherSuites: suiteCursor.remainingUInt16s())
    guard let extensions = cursor.vector16() else { return }
    var extensionCursor = ByteCursor(extensions)
    while let type = extensionCursor.uint16(), let content = extensionCursor.vector16() { read(type, content) }
  }

  /// The first ClientHello in the plaintext records that a client opens a connection with; nil when they hold none, or
  /// not all of it yet.
  init?(firstFlight bytes: [UInt8]) {
    var records = RecordReader()
    var handshake = HandshakeReader()
    records.append(WireTranscript.Chunk(from: .client, at: 0, bytes: bytes))
    while let record = try? records.next(), record.type == .handshake {
      handshake.append(record.payload)
      guard let message = try? handshake.next(at: 0) else { continue }
      guard message.type == .clientHello else { return nil }
      self.init(body: message.body)
      return
    }
    return nil
  }

  private mutating func read(_ type: UInt16, _ content: ArraySlice<UInt8>) {
    var cursor = ByteCursor(content)
    switch type {
    case 0:  // server_name (RFC 6066, section 3)
      guard let list = cursor.vector16() else { return }
      var names = ByteCursor(list)
      while let kind = names.uint8(), let name = names.vector16() {
        if kind == 0, evidence.serverName == nil { evidence.serverName = String(decoding: name, as: UTF8.self) }
      }
    case 5:  // status_request (RFC 6066, section 8)
      evidence.asksForStaple = true
    case 10:  // supported_groups
      guard let list = cursor.vector16() else { return }
      var groups = ByteCursor(list)
      evidence.groups = groups.remainingUInt16s()
    case 16:  // application_layer_protocol_negotiation (RFC 7301)
      guard let list = cursor.vector16() else { return }
      var names = ByteCursor(list)
      while let name = names.vector8() { evidence.alpn.append(String(decoding: name, as: UTF8.self)) }
    case 18:  // signed_certificate_timestamp (RFC 6962, section 3.3.1)
      evidence.asksForSCTs = true
    case 42:  // early_data
      offersEarlyData = true
    case 43:  // supported_versions
      guard let list = cursor.vector8() else { return }
      var versions = ByteCursor(list)
      evidence.versions = versions.remainingUInt16s()
    default: break
    }
  }
}
