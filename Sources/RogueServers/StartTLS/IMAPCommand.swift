/// A line of an IMAP client: a tag, a command, and what the command is about (RFC 9051, section 2.2.1).
struct IMAPCommand: Hashable {
  var tag: String
  /// In capitals.
  var name: String
  /// Empty where there are none.
  var arguments: String

  /// Nil: the line is no command, so that no answer could name it.
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count >= 2, words[0].utf8.allSatisfy(Self.mayStandInTag) else { return nil }
    tag = words[0]
    name = words[1].uppercased()
    arguments = words.count == 3 ? words[2] : ""
  }

  /// An answer that belongs to no command begins with an asterisk, and one that asks for more with a plus: neither may
  /// be a tag (RFC 9051, section 9, `tag`).
  private static func mayStandInTag(_ byte: UInt8) -> Bool {
    (33..<127).contains(byte) && !"(){%*\"\\+".utf8.contains(byte)
  }
}
