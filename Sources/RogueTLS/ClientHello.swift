package import RogueModel

/// A ClientHello, parsed as far as evidence, decryption and the server's answer need it (RFC 8446, section 4.1.2).
package struct ClientHello {
  package var legacyVersion: UInt16
  package var random: [UInt8]
  package var sessionID: ArraySlice<UInt8>
  package var compressionMethods: ArraySlice<UInt8>
  package var evidence: ClientHelloEvidence
  package var extensions: Set<HelloExtension> = []
  /// The early_data extension is there: 0-RTT records may follow at once.
  package var offersEarlyData: Bool { extensions.contains(.earlyData) }
  /// Wire numbers, in the client's order.
  package var signatureSchemes: [UInt16] = []
  package var keyShares: [KeyShare] = []
  /// How certificates may be compressed (RFC 8879, section 3), wire numbers.
  package var compressionAlgorithms: [UInt16] = []
  /// psk_key_exchange_modes (RFC 8446, section 4.2.9).
  package var preSharedKeyModes: [UInt8] = []
  package var preSharedKeys: PreSharedKeys?
  /// The ticket of TLS 1.2 (RFC 5077, section 3.2); empty when the client has none.
  package var sessionTicket: [UInt8] = []
  /// The renegotiated_connection of RFC 5746, section 3.2.
  package var renegotiatedConnection: [UInt8] = []
  /// The first extension that cannot be parsed; evidence ignores it, a server refuses it.
  package var unreadable: UInt16?

  package struct KeyShare {
    /// NamedGroup; may be one that the engine does not support.
    package var group: UInt16
    package var value: [UInt8]
  }

  /// The pre_shared_key extension (RFC 8446, section 4.2.11).
  package struct PreSharedKeys {
    package var identities: [[UInt8]] = []
    package var binders: [[UInt8]] = []
    /// How many bytes of the message the binders take, with their length: the binders are made over the rest.
    package var bindersLength: Int
    /// It must be the last extension, because binders cover everything before them.
    package var isLast: Bool
  }

  /// `body` is the message without its four-byte header. Nil when the fixed fields are not there.
  package init?(body: ArraySlice<UInt8>) {
    var cursor = ByteCursor(body)
    guard let legacyVersion = cursor.uint16(), let random = cursor.bytes(32), let sessionID = cursor.vector8(),
      let suites = cursor.vector16(), let compressionMethods = cursor.vector8()
    else { return nil }
    self.legacyVersion = legacyVersion
    self.random = Array(random)
    self.sessionID = sessionID
    self.compressionMethods = compressionMethods
    var suiteCursor = ByteCursor(suites)
    evidence = ClientHelloEvidence(versions: [legacyVersion], cipherSuites: suiteCursor.remainingUInt16s())
    guard !cursor.isAtEnd else { return }
    guard let extensions = cursor.vector16(), cursor.isAtEnd else {
      unreadable = 0xFFFF
      return
    }
    var extensionCursor = ByteCursor(extensions)
    while let type = extensionCursor.uint16(), let content = extensionCursor.vector16() {
      let isRead = read(HelloExtension(rawValue: type), content, isLast: extensionCursor.isAtEnd)
      if !isRead, unreadable == nil { unreadable = type }
    }
    if !extensionCursor.isAtEnd { unreadable = unreadable ?? 0xFFFF }
  }

  /// The first ClientHello in the plaintext records at the start of a connection; nil if there is none, or not all of
  /// it yet.
  package init?(firstFlight bytes: [UInt8]) {
    var records = RecordReader()
    var handshake = HandshakeReader()
    records.append(bytes, at: 0)
    while let record = try? records.next(), record.type == .handshake {
      handshake.append(record.payload)
      guard let message = try? handshake.next(at: 0) else { continue }
      guard message.type == .clientHello else { return nil }
      self.init(body: message.body)
      return
    }
    return nil
  }

  /// False when the extension does not parse, or came twice.
  private mutating func read(_ type: HelloExtension, _ content: ArraySlice<UInt8>, isLast: Bool) -> Bool {
    guard extensions.insert(type).inserted else { return false }
    var cursor = ByteCursor(content)
    switch type {
    case .serverName: return readServerName(&cursor)
    case .statusRequest:
      evidence.requestsStaple = true
    case .supportedGroups: return Self.read(cursor.vector16(), to: &evidence.groups) && cursor.isAtEnd
    case .signatureAlgorithms: return Self.read(cursor.vector16(), to: &signatureSchemes) && cursor.isAtEnd
    case .applicationProtocols: return readProtocols(&cursor)
    case .postHandshakeAuthentication:
      evidence.offersPostHandshakeAuthentication = true
    case .signedCertificateTimestamp:
      evidence.requestsSCTs = true
    case .sessionTicket:
      sessionTicket = Array(content)
    case .supportedVersions: return Self.read(cursor.vector8(), to: &evidence.versions) && cursor.isAtEnd
    case .compressCertificate: return Self.read(cursor.vector8(), to: &compressionAlgorithms) && cursor.isAtEnd
    case .preSharedKeyModes:
      guard let modes = cursor.vector8() else { return false }
      preSharedKeyModes = Array(modes)
      return cursor.isAtEnd
    case .keyShare: return readKeyShares(&cursor)
    case .preSharedKey: return readPreSharedKeys(&cursor, isLast: isLast)
    case .renegotiationInfo:
      guard let verify = cursor.vector8() else { return false }
      renegotiatedConnection = Array(verify)
      return cursor.isAtEnd
    default: break
    }
    return true
  }

  /// False without a list, or if it ends within a number.
  private static func read(_ list: ArraySlice<UInt8>?, to numbers: inout [UInt16]) -> Bool {
    guard let list else { return false }
    var cursor = ByteCursor(list)
    numbers = cursor.remainingUInt16s()
    return cursor.isAtEnd
  }

  private mutating func readServerName(_ cursor: inout ByteCursor) -> Bool {
    guard let list = cursor.vector16() else { return false }
    var names = ByteCursor(list)
    while let kind = names.uint8(), let name = names.vector16() {
      if kind == 0, evidence.serverName == nil { evidence.serverName = String(decoding: name, as: UTF8.self) }
    }
    return names.isAtEnd && cursor.isAtEnd
  }

  private mutating func readProtocols(_ cursor: inout ByteCursor) -> Bool {
    guard let list = cursor.vector16() else { return false }
    var names = ByteCursor(list)
    while let name = names.vector8() { evidence.alpn.append(String(decoding: name, as: UTF8.self)) }
    return names.isAtEnd && cursor.isAtEnd
  }

  private mutating func readKeyShares(_ cursor: inout ByteCursor) -> Bool {
    guard let list = cursor.vector16() else { return false }
    var shares = ByteCursor(list)
    while let group = shares.uint16(), let value = shares.vector16() {
      keyShares.append(KeyShare(group: group, value: Array(value)))
    }
    return shares.isAtEnd && cursor.isAtEnd
  }

  private mutating func readPreSharedKeys(_ cursor: inout ByteCursor, isLast: Bool) -> Bool {
    guard let identities = cursor.vector16(), let binders = cursor.vector16(), cursor.isAtEnd else { return false }
    var offer = PreSharedKeys(bindersLength: binders.count + 2, isLast: isLast)
    var identityCursor = ByteCursor(identities)
    while let identity = identityCursor.vector16(), identityCursor.bytes(4) != nil {
      offer.identities.append(Array(identity))
    }
    var binderCursor = ByteCursor(binders)
    while let binder = binderCursor.vector8() { offer.binders.append(Array(binder)) }
    preSharedKeys = offer
    return identityCursor.isAtEnd && binderCursor.isAtEnd && offer.identities.count == offer.binders.count
  }
}
