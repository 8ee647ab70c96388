/// FNV-1a, 64 bits: names that must repeat from run to run, without cryptographic meaning.
enum StableHash {
  static func hexadecimal(_ text: String) -> String { hexadecimal([text]) }

  /// Of several texts, one after the other.
  static func hexadecimal(_ texts: some Sequence<String>) -> String {
    let digits = String(number(texts), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func number(_ texts: some Sequence<String>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in texts {
      for byte in text.utf8 {
        hash ^= UInt64(byte)
        hash &*= 0x0000_0100_0000_01b3
      }
    }
    return hash
  }
}

/// Random values that no adapter can guess.
enum RandomToken {
  /// 32 lower-case hex digits.
  static func nonce() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in pad(String(generator.next(), radix: 16)) }.joined()
  }

  /// 16 lower-case hex digits.
  static func id() -> String {
    var generator = SystemRandomNumberGenerator()
    return pad(String(generator.next(), radix: 16))
  }

  private static func pad(_ digits: String) -> String { String(repeating: "0", count: 16 - digits.count) + digits }
}
