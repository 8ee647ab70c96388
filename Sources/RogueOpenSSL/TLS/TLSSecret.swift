/// One line of the NSS key log, for decrypting captured bytes.
public struct TLSSecret: Sendable, Hashable {
  /// `CLIENT_RANDOM`, `SERVER_HANDSHAKE_TRAFFIC_SECRET`, …
  public var label: String
  public var clientRandom: [UInt8]
  public var secret: [UInt8]

  public init(label: String, clientRandom: [UInt8], secret: [UInt8]) {
    self.label = label
    self.clientRandom = clientRandom
    self.secret = secret
  }

  /// Reads `LABEL hex hex`; nil when the line is anything else.
  package init?(line: some BidirectionalCollection<UInt8>) {
    guard let first = line.firstIndex(of: UInt8(ascii: " ")), let second = line.lastIndex(of: UInt8(ascii: " ")),
      first > line.startIndex, first < second, let random = Self.bytes(hex: line[line.index(after: first)..<second]),
      let secret = Self.bytes(hex: line[line.index(after: second)...])
    else { return nil }
    self.init(label: String(decoding: line[..<first], as: UTF8.self), clientRandom: random, secret: secret)
  }

  private static func bytes(hex: some Collection<UInt8>) -> [UInt8]? {
    guard hex.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(hex.count / 2)
    var digits = hex.makeIterator()
    while let first = digits.next(), let second = digits.next() {
      guard let high = digit(first), let low = digit(second) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x61...0x66: character - 0x57
    case 0x41...0x46: character - 0x37
    default: nil
    }
  }
}
