internal import RogueTLS

// Extensions of the messages that have a list of them and nothing after it.
extension ServerMessage {
  /// One extension, with bytes that need not mean anything.
  struct Extension: Hashable, Sendable {
    var type: UInt16
    var content: [UInt8]
  }

  /// The extensions of a ServerHello (RFC 8446, section 4.1.3; RFC 5246, section 7.4.1.3) or of EncryptedExtensions
  /// (section 4.3.1); nil if the message has none, or cannot be parsed.
  var extensions: [Extension]? {
    get {
      guard let start = extensionsStart else { return nil }
      var cursor = ByteCursor(body[start...])
      guard let list = cursor.vector16(), cursor.isAtEnd else { return nil }
      var found: [Extension] = []
      var entries = ByteCursor(list)
      while !entries.isAtEnd {
        guard let type = entries.uint16(), let content = entries.vector16() else { return nil }
        found.append(Extension(type: type, content: Array(content)))
      }
      return found
    }
    set {
      guard let start = extensionsStart, let newValue else { return }
      var writer = ByteWriter(reserving: body.count)
      writer.append(body[..<start])
      writer.vector16 { list in
        for entry in newValue {
          list.uint16(entry.type)
          list.vector16 { $0.append(entry.content) }
        }
      }
      body = writer.bytes
    }
  }

  /// A ServerHello in type only (RFC 8446, section 4.1.3).
  var isRetryRequest: Bool { type == .serverHello && ServerHello(body: body[...])?.isRetryRequest == true }

  /// Where the session id of a ServerHello is, its length byte included.
  var sessionIDRange: Range<Int>? {
    guard type == .serverHello, body.count > 34, 35 + Int(body[34]) + 3 <= body.count else { return nil }
    return 34..<(35 + Int(body[34]))
  }

  private var extensionsStart: Int? {
    switch type {
    case .encryptedExtensions: return 0
    case .serverHello:
      // cipher suite and compression method
      guard let sessionID = sessionIDRange, sessionID.upperBound + 3 < body.count else { return nil }
      return sessionID.upperBound + 3
    default: return nil
    }
  }
}
