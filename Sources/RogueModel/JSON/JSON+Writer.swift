extension JSON {
  /// One line, no spaces, members in order: a line of the event log or of the session door.
  public var line: String {
    var text = ""
    write(to: &text, indent: nil, depth: 0)
    return text
  }

  /// Two-space indentation, for files that people read.
  public var pretty: String {
    var text = ""
    write(to: &text, indent: 2, depth: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int?, depth: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON has no words for what is not a number.
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        Self.newline(in: &text, indent: indent, depth: depth + 1)
        value.write(to: &text, indent: indent, depth: depth + 1)
      }
      if !values.isEmpty { Self.newline(in: &text, indent: indent, depth: depth) }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.newline(in: &text, indent: indent, depth: depth + 1)
        Self.write(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent, depth: depth + 1)
      }
      if !members.isEmpty { Self.newline(in: &text, indent: indent, depth: depth) }
      text += "}"
    }
  }

  private static func newline(in text: inout String, indent: Int?, depth: Int) {
    guard let indent else { return }
    text += "\n" + String(repeating: " ", count: indent * depth)
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Controls must be escaped; U+2028 and U+2029 break lines in some readers of JSON Lines.
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
