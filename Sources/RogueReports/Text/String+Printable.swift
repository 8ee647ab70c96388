extension String {
  /// The text without what would move a terminal's cursor or change its state.
  ///
  /// Clients and adapters say whatever they like; their words reach a person's terminal. Line breaks stay when asked
  /// for, every other control character (C0, DEL, C1, bidirectional overrides) becomes U+FFFD.
  public func printable(keepingLines: Bool = false) -> String {
    // Most texts are plain ASCII, and a list has thousands of them.
    if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += keepingLines ? "\n" : " "
      case "\t": text += " "
      case "\r": continue
      case _ where scalar.steersTerminals: text += "\u{fffd}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text with everything that would steer a terminal written out, such as `\u{1b}`: for files that are evidence, and
  /// that people show on terminals all the same.
  ///
  /// - Parameter keepsLines: line breaks and tabs stay what they are; else they are written out as well.
  public func visible(keepsLines: Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where keepsLines, "\t" where keepsLines: text.unicodeScalars.append(scalar)
      case _ where scalar.steersTerminals: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
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
