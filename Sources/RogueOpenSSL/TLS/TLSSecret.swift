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
  init?(line: String) {
    let parts = line.split(separator: " ")
    guard parts.count == 3, let random = Self.bytes(hex: parts[1]), let secret = Self.bytes(hex: parts[2]) else {
      return nil
    }
    self.init(label: String(parts[0]), clientRandom: random, secret: secret)
  }

  private static func bytes(hex: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(hex.utf8.count / 2)
    var high: UInt8?
    for character in hex.utf8 {
      let digit: UInt8
      switch character {
      case 0x30...0x39: digit = character - 0x30
      case 0x61...0x66: digit = character - 0x57
      case 0x41...0x46: digit = character - 0x37
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }
}
