/// The words by which a server proves that it answered: 32 hexadecimal digits.
enum Nonce {
  static func isNonce(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { digit in
        (0x30...0x39).contains(digit) || (0x61...0x66).contains(digit) || (0x41...0x46).contains(digit)
      }
  }

  /// The nonce in a response of a protocol that starts in plaintext; nil: the line contains none.
  ///
  /// SMTP has it in the text of a reply with code 214, IMAP in the value of an `ID` response (RFC 2971).
  static func inReply(_ line: some StringProtocol) -> String? {
    for (before, after) in [("214 ", ""), ("* ID (\"nonce\" \"", "\")"), ("", "")]
    where line.hasPrefix(before) && line.hasSuffix(after) {
      let text = line.dropFirst(before.count).dropLast(after.count)
      if isNonce(text) { return String(text) }
    }
    return nil
  }

  /// The last line that is a nonce and nothing else, or an answer that gives one.
  static func find(in output: [UInt8]) -> String? {
    for line in output.split(separator: UInt8(ascii: "\n")).reversed() {
      let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      if let nonce = inReply(text) { return nonce }
    }
    return nil
  }
}
