/// A line of an IMAP client: a tag, a command, and what the command is about (RFC 9051, section 2.2.1).
struct IMAPCommand: Hashable {
  var tag: String
  /// In capitals.
  var name: String
  /// Empty where there are none.
  var arguments: String

  /// Nil: the line is not a command, so no response could name its tag.
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count >= 2, words[0].utf8.allSatisfy(Self.mayStandInTag) else { return nil }
    tag = words[0]
    name = words[1].uppercased()
    arguments = words.count == 3 ? words[2] : ""
  }

  /// An untagged response begins with an asterisk, and a continuation request with a plus: neither may be in a tag (RFC
  /// 9051, section 9, `tag`).
  private static func mayStandInTag(_ byte: UInt8) -> Bool {
    (33..<127).contains(byte) && !"(){%*\"\\+".utf8.contains(byte)
  }
}
