/// Handshake message types (RFC 8446, section 4; RFC 5246, section 7.4).
package struct HandshakeType: RawRepresentable, Hashable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A server requests a second handshake (RFC 5246, section 7.4.1.1).
  package static let helloRequest = HandshakeType(rawValue: 0)
  package static let clientHello = HandshakeType(rawValue: 1)
  package static let serverHello = HandshakeType(rawValue: 2)
  package static let newSessionTicket = HandshakeType(rawValue: 4)
  package static let endOfEarlyData = HandshakeType(rawValue: 5)
  package static let encryptedExtensions = HandshakeType(rawValue: 8)
  package static let certificate = HandshakeType(rawValue: 11)
  package static let serverKeyExchange = HandshakeType(rawValue: 12)
  package static let certificateRequest = HandshakeType(rawValue: 13)
  package static let serverHelloDone = HandshakeType(rawValue: 14)
  package static let certificateVerify = HandshakeType(rawValue: 15)
  package static let clientKeyExchange = HandshakeType(rawValue: 16)
  package static let finished = HandshakeType(rawValue: 20)
  package static let certificateStatus = HandshakeType(rawValue: 22)
  package static let keyUpdate = HandshakeType(rawValue: 24)
  package static let compressedCertificate = HandshakeType(rawValue: 25)
  /// Replaces a ClientHello that was answered with a HelloRetryRequest in the transcript (RFC 8446, section 4.4.1).
  package static let messageHash = HandshakeType(rawValue: 254)
}

/// One complete handshake message.
package struct HandshakeMessage {
  package var type: HandshakeType
  /// With the four bytes of type and length.
  package var whole: ArraySlice<UInt8>
  package var body: ArraySlice<UInt8> { whole.dropFirst(4) }
  /// When its last byte was sent, in microseconds since the attempt began.
  package var at: Int

  package init(type: HandshakeType, whole: ArraySlice<UInt8>, at: Int) {
    self.type = type
    self.whole = whole
    self.at = at
  }
}

/// Puts the handshake messages of one direction together from the fragments that records carry.
package struct HandshakeReader {
  /// Longer messages than any chain of certificates that makes sense are not waited for.
  package static let longestMessage = 1 << 20

  /// A message that was skipped because of its length.
  package struct Unread: Hashable {
    package var type: HandshakeType
    /// The length in its header, in bytes.
    package var length: Int

    package init(type: HandshakeType, length: Int) {
      self.type = type
      self.length = length
    }
  }

  /// In the order in which they began.
  package private(set) var unread: [Unread] = []
  private let passesOverLong: Bool
  private let longest: Int
  /// So many bytes of a message that is too long have yet to come.
  private var missing = 0
  private var bytes: [UInt8] = []
  private var position = 0

  /// - Parameter passesOverLong: true for a reader that skips a message that is too long, without keeping any of it;
  ///   otherwise such a message is undecodable.
  /// - Parameter longest: the length of the longest message that is read, in bytes.
  package init(passesOverLong: Bool = false, longest: Int = longestMessage) {
    self.passesOverLong = passesOverLong
    self.longest = longest
  }

  package mutating func append(_ fragment: ArraySlice<UInt8>) {
    let passed = min(missing, fragment.count)
    missing -= passed
    let fragment = fragment.dropFirst(passed)
    if position == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      position = 0
    }
    bytes.append(contentsOf: fragment)
  }

  /// Whether a message has begun and not ended.
  package var hasRemainder: Bool { missing > 0 || position < bytes.count }

  /// The next complete message, whose last fragment was sent at `at`.
  package mutating func next(at: Int) throws(Undecodable) -> HandshakeMessage? {
    guard bytes.count - position >= 4 else { return nil }
    let type = HandshakeType(rawValue: bytes[position])
    let count = Int(bytes[position + 1]) << 16 | Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
    guard count <= longest || passesOverLong else {
      throw Undecodable("a handshake message of type \(type.rawValue) claims \(count) bytes")
    }
    guard count <= longest else {
      unread.append(Unread(type: type, length: count))
      let there = min(count, bytes.count - position - 4)
      position += 4 + there
      missing = count - there
      return try next(at: at)
    }
    guard bytes.count - position - 4 >= count else { return nil }
    let start = position
    position += 4 + count
    return HandshakeMessage(type: type, whole: bytes[start..<position], at: at)
  }
}
