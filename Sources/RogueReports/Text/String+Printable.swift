import RogueModel

extension String {
  /// The text without what would move a terminal's cursor or change its state.
  ///
  /// Clients and adapters say whatever they like; their words reach a person's terminal. Line breaks stay when asked
  /// for, every other control character (C0, DEL, C1, bidirectional overrides) becomes U+FFFD.
  public func printable(keepingLines: Bool = false) -> String {
    // Most texts are plain ASCII, and a list has thousands of them.
    if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return self }
    return escaped { scalar in
      switch scalar {
      case "\n": keepingLines ? nil : " "
      case "\t": " "
      case "\r": ""
      default: scalar.steersTerminals ? "\u{fffd}" : nil
      }
    }
  }

  /// The text with everything that would steer a terminal written out, such as `\u{1b}`: for files that are evidence, and
  /// that people show on terminals all the same.
  ///
  /// - Parameter keepsLines: line breaks and tabs stay what they are; else they are written out as well.
  public func visible(keepsLines: Bool) -> String {
    escaped { scalar in
      guard scalar.steersTerminals, !keepsLines || scalar != "\n" && scalar != "\t" else { return nil }
      return "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  /// The text with some characters written in another way.
  ///
  /// - Parameter replacement: nil: the character stays.
  func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    text.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if let replacement = replacement(scalar) { text += replacement } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// The text as a part of a URL (RFC 3986, section 2.1).
  ///
  /// - Parameter others: characters that stay beside the unreserved ones.
  func percentEncoded(keeping others: String = "") -> String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: String(UnicodeScalar(byte))
      default: others.utf8.contains(byte) ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.encode([byte]).uppercased()
      }
    }.joined()
  }

  /// The text padded with spaces to at least `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

  func paddedLeft(to width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }

  /// At most `width` characters, the last of them `ellipsis` when something is missing.
  func truncated(to width: Int, ellipsis: String) -> String {
    guard count > width else { return self }
    guard width > ellipsis.count else { return String(prefix(Swift.max(0, width))) }
    return prefix(width - ellipsis.count) + ellipsis
  }

  /// The words of the text in lines of at most `width` characters; a longer word has a separate line.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty, line.count + 1 + word.count > width {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
      }
      lines.append(line)
    }
    return lines
  }

  /// "1 case", "2 cases".
  package static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) " + (number == 1 ? noun : plural ?? noun + "s")
  }
}

extension Unicode.Scalar {
  /// Control characters (C0, DEL, C1) and what turns the direction of text around.
  var steersTerminals: Bool {
    switch self {
    case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{61c}", "\u{200e}", "\u{200f}", "\u{202a}"..."\u{202e}",
      "\u{2066}"..."\u{2069}":
      true
    default: false
    }
  }
}
