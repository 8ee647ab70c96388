internal import COpenSSL

/// Records which extensions a client sent, and whether the server's messages have others.
///
/// Both specifications require the client to abort then (RFC 8446, section 4.2; RFC 5246, section 7.4.1.4). libssl does
/// so for extensions that it knows, and ignores the rest.
struct AnsweredExtensions {
  /// The messages with extensions that the client sends, or that respond to them.
  static let messages: Set<CInt> = [SSL3_MT_CLIENT_HELLO, SSL3_MT_SERVER_HELLO, SSL3_MT_ENCRYPTED_EXTENSIONS]

  /// ServerHello or EncryptedExtensions contain an extension that the client did not send.
  private(set) var hasUnsolicited = false
  /// A client may offer renegotiation_info by a cipher suite instead (RFC 5746, section 3.3).
  private var sent: Set<UInt16> = [UInt16(TLSEXT_TYPE_renegotiate)]

  /// The random of a HelloRetryRequest (RFC 8446, section 4.1.3), whose cookie extension the client did not send.
  private static let retryRandom: [UInt8] = [
    0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
    0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
  ]

  /// - Parameter message: a message of the handshake with its header, that the client sends.
  mutating func note(sent message: [UInt8]) {
    var reader = Reader(rest: message[...])
    guard reader.number(1) == Int(SSL3_MT_CLIENT_HELLO), reader.skip(3 + 2 + 32), reader.skipVector(1),
      reader.skipVector(2), reader.skipVector(1)
    else { return }
    sent.formUnion(reader.extensions())
  }

  /// - Parameter message: a message of the handshake with its header, that the server sent.
  mutating func note(received message: [UInt8]) {
    var reader = Reader(rest: message[...])
    switch reader.number(1) {
    case Int(SSL3_MT_SERVER_HELLO):
      guard reader.skip(3 + 2), let random = reader.bytes(32), random != Self.retryRandom, reader.skipVector(1),
        reader.skip(2 + 1)
      else { return }
    case Int(SSL3_MT_ENCRYPTED_EXTENSIONS):
      guard reader.skip(3) else { return }
    default: return
    }
    if !sent.isSuperset(of: reader.extensions()) { hasUnsolicited = true }
  }

  /// Unreadable extensions are left to libssl, which reads them as well.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func bytes(_ count: Int) -> [UInt8]? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }

    mutating func number(_ octets: Int) -> Int? { bytes(octets)?.reduce(0) { $0 << 8 | Int($1) } }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// - Parameter octets: of the length in front.
    mutating func skipVector(_ octets: Int) -> Bool { number(octets).map { skip($0) } ?? false }

    /// The types; none where there is no list.
    mutating func extensions() -> Set<UInt16> {
      var types: Set<UInt16> = []
      guard skip(2) else { return types }
      while let type = number(2), skipVector(2) { types.insert(UInt16(type)) }
      return types
    }
  }
}
