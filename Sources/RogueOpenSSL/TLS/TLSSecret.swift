/// One line of the NSS key log: what a reader of the captured bytes needs to decrypt them.
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
  init?(line: [UInt8]) {
    let parts = line.split(separator: UInt8(ascii: " "))
    guard parts.count == 3, let random = Self.bytes(hex: parts[1]), let secret = Self.bytes(hex: parts[2]) else {
      return nil
    }
    self.init(label: String(decoding: parts[0], as: UTF8.self), clientRandom: random, secret: secret)
  }

  private static func bytes(hex: ArraySlice<UInt8>) -> [UInt8]? {
    guard hex.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(hex.count / 2)
    for index in stride(from: hex.startIndex, to: hex.endIndex, by: 2) {
      guard let high = digit(hex[index]), let low = digit(hex[index + 1]) else { return nil }
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
