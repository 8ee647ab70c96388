/// Text that an HTML document may contain, even from a stranger.
enum HTMLText {
  /// The content of an element, or an attribute's value in double quotes.
  ///
  /// Control characters, and what turns the direction of text around, become U+FFFD: a page is shown to people, and a
  /// client's name must not rearrange it.
  static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    text.printable(keepingLines: keepingLines).escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }

  /// A paragraph of Markdown as the ledger and the catalogue use it: `code`, and links.
  ///
  /// - Parameter address: where a link's target is on the page; nil: its text alone is shown.
  static func markdown(_ text: String, address: (String) -> String? = { _ in nil }) -> String {
    let paragraphs = text.split(separator: "\n\n").map { paragraph in
      var html = ""
      var rest = paragraph[...]
      while let middle = rest.firstRange(of: "]("),
        let open = rest[..<middle.lowerBound].lastIndex(of: "["),
        let end = rest[middle.upperBound...].firstIndex(of: ")")
      {
        let text = inline(rest[rest.index(after: open)..<middle.lowerBound])
        html += inline(rest[..<open])
        if let target = address(String(rest[middle.upperBound..<end])) {
          let rel = target.hasPrefix("https:") ? " rel=\"noreferrer\"" : ""
          html += "<a\(rel) href=\"\(target)\">\(text)</a>"
        } else {
          html += text
        }
        rest = rest[rest.index(after: end)...]
      }
      return "<p>\(html + inline(rest))</p>\n"
    }
    return paragraphs.joined()
  }

  private static func inline(_ text: Substring) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // An odd part is between two backticks; the last one only if its backtick was closed.
    return parts.enumerated().map { index, part in
      let escaped = escaped(String(part))
      guard index % 2 == 1 else { return escaped }
      return index < parts.count - 1 ? "<code>\(escaped)</code>" : "`" + escaped
    }.joined()
  }

  /// The text without folders of the machine that made it: of an absolute path only the last part is left, `…/leaf.pem`.
  ///
  /// A target of HTTP looks like a path as well; it stays behind its method, and within a URL.
  static func withoutFolders(_ text: String) -> String {
    guard text.contains("/") else { return text }
    let characters = Array(text)
    var kept = ""
    var index = 0
    while index < characters.count {
      let length = Self.isPathStart(characters, index) ? pathLength(characters, index) : 0
      let path = characters[index..<index + length]
      if path.count(where: { $0 == "/" }) > 1, let last = path.dropLast().lastIndex(of: "/") {
        kept += "…" + String(path[last...])
        index += length
      } else {
        kept.append(characters[index])
        index += 1
      }
    }
    return kept
  }

  private static func isPathStart(_ text: [Character], _ index: Int) -> Bool {
    guard text[index] == "/" else { return false }
    guard index > 0 else { return true }
    let before = text[index - 1]
    guard !before.isLetter, !before.isNumber, !"/._-~*]".contains(before) else { return false }
    // `https://host`, and `GET /status/leaf`.
    if before == ":", index + 1 < text.count, text[index + 1] == "/" { return false }
    guard before == " " else { return true }
    let word = text[..<(index - 1)].reversed().prefix { $0.isLetter && $0.isASCII }
    return word.count < 3 || !word.allSatisfy(\.isUppercase)
  }

  private static func pathLength(_ text: [Character], _ start: Int) -> Int {
    text[start...].prefix { !$0.isWhitespace && !"'\"`<>|;,:()[]{}".contains($0) }.count
  }
}
