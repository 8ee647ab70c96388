/// The words by which a server proves that it answered: 32 hexadecimal digits.
enum Nonce {
  static func isNonce(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { digit in
        (0x30...0x39).contains(digit) || (0x61...0x66).contains(digit) || (0x41...0x46).contains(digit)
      }
  }

  /// The last line that is a nonce and nothing else.
  static func find(in output: [UInt8]) -> String? {
    for line in output.split(separator: UInt8(ascii: "\n")).reversed() {
      let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      if isNonce(text) { return text }
    }
    return nil
  }
}
