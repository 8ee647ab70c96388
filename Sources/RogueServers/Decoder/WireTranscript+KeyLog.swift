extension WireTranscript.Secret {
  /// Reads one line of a key log: label, client random and secret, the latter two in hexadecimal.
  ///
  /// Nil for comments, empty lines and whatever else is not such a line.
  public init?(keyLogLine line: some StringProtocol) {
    let bytes = line.utf8
    guard let labelEnd = bytes.firstIndex(of: UInt8(ascii: " ")), labelEnd > bytes.startIndex,
      bytes.first != UInt8(ascii: "#")
    else { return nil }
    let afterLabel = bytes[bytes.index(after: labelEnd)...]
    guard let randomEnd = afterLabel.firstIndex(of: UInt8(ascii: " ")),
      let clientRandom = Self.bytes(hex: afterLabel[..<randomEnd]), clientRandom.count == 32,
      let secret = Self.bytes(hex: afterLabel[afterLabel.index(after: randomEnd)...]), !secret.isEmpty
    else { return nil }
    self.init(label: String(line[..<labelEnd]), clientRandom: clientRandom, secret: secret)
  }

  private static func bytes(hex: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(48)
    var high: UInt8?
    for character in hex {
      // Line ends that a caller did not strip.
      if character == 0x0a || character == 0x0d { break }
      guard let digit = Self.digit(character) else { return nil }
      if let first = high {
        result.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? result : nil
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension WireTranscript {
  /// Reads a whole key log; lines that are none are skipped.
  public static func secrets(keyLog text: some StringProtocol) -> [Secret] {
    text.split(whereSeparator: \.isNewline).compactMap { Secret(keyLogLine: $0) }
  }

  /// The secret with this label, of the handshake that began with this client random.
  func secret(_ label: String, clientRandom: [UInt8]) -> [UInt8]? {
    secrets.first { $0.clientRandom == clientRandom && $0.label == label }?.secret
  }
}
