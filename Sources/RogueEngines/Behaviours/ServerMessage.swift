internal import RogueTLS

/// A handshake message that is about to be sent, open to be wrong.
struct ServerMessage: Hashable, Sendable {
  var type: HandshakeType
  var body: [UInt8]
  /// The length in its header; nil: the true one.
  var claimedLength: Int?

  init(_ type: HandshakeType, _ body: [UInt8] = [], claimedLength: Int? = nil) {
    self.type = type
    self.body = body
    self.claimedLength = claimedLength
  }

  init(_ type: HandshakeType, reserving capacity: Int = 256, _ write: (inout ByteWriter) -> Void) {
    var writer = ByteWriter(reserving: capacity)
    write(&writer)
    self.init(type, writer.bytes)
  }

  /// The message with its header of four bytes.
  var bytes: [UInt8] {
    var writer = ByteWriter(reserving: body.count + 4)
    writer.uint8(type.rawValue)
    let length = claimedLength ?? body.count
    writer.uint8(UInt8(truncatingIfNeeded: length >> 16))
    writer.uint16(UInt16(truncatingIfNeeded: length))
    writer.append(body)
    return writer.bytes
  }

  /// A signature with the scheme that it says it is made in.
  struct HandshakeSignature: Hashable, Sendable {
    var scheme: UInt16
    var signature: [UInt8]
  }

  /// The signature of a CertificateVerify (RFC 8446, section 4.4.3) or of a ServerKeyExchange with a named curve
  /// (RFC 8422, section 5.4); nil for other messages.
  var proof: HandshakeSignature? {
    get {
      guard let start = proofStart else { return nil }
      var cursor = ByteCursor(body[start...])
      guard let scheme = cursor.uint16(), let signature = cursor.vector16(), cursor.isAtEnd else { return nil }
      return HandshakeSignature(scheme: scheme, signature: Array(signature))
    }
    set {
      guard let start = proofStart, let newValue else { return }
      var writer = ByteWriter(reserving: body.count)
      writer.append(body[..<start])
      writer.uint16(newValue.scheme)
      writer.vector16 { $0.append(newValue.signature) }
      body = writer.bytes
    }
  }

  private var proofStart: Int? {
    switch type {
    case .certificateVerify: return 0
    case .serverKeyExchange:
      // curve type, named curve, point
      guard body.count > 3, 4 + Int(body[3]) <= body.count else { return nil }
      return 4 + Int(body[3])
    default: return nil
    }
  }
}
