extension JSON {
  /// One line, no spaces, members in order: a line of the event log or of the session door.
  public var line: String { text(indent: nil) }

  /// Two-space indentation, for files that people read.
  public var pretty: String { text(indent: 2) + "\n" }

  /// Bytes are collected first: a string that grows scalar by scalar takes ten times as long, and event logs are long.
  private func text(indent: Int?) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(6144)
    write(to: &bytes, indent: indent, depth: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(to bytes: inout [UInt8], indent: Int?, depth: Int) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    // JSON has no words for what is not a number.
    case .number(let value): bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.newline(in: &bytes, indent: indent, depth: depth + 1)
        value.write(to: &bytes, indent: indent, depth: depth + 1)
      }
      if !values.isEmpty { Self.newline(in: &bytes, indent: indent, depth: depth) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.newline(in: &bytes, indent: indent, depth: depth + 1)
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if indent != nil { bytes.append(UInt8(ascii: " ")) }
        member.value.write(to: &bytes, indent: indent, depth: depth + 1)
      }
      if !members.isEmpty { Self.newline(in: &bytes, indent: indent, depth: depth) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  static func newline(in bytes: inout [UInt8], indent: Int?, depth: Int) {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * depth))
  }

  static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Almost every string is printable ASCII without quotes, and goes out as it is; bytes in an array are looked at
    // faster than those of a string.
    let start = bytes.count
    bytes.append(contentsOf: string.utf8)
    if !bytes[start...].allSatisfy(isPlain) {
      bytes.removeSubrange(start...)
      for scalar in string.unicodeScalars { write(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func write(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes.append(contentsOf: #"\""#.utf8)
    case "\\": bytes.append(contentsOf: #"\\"#.utf8)
    case "\n": bytes.append(contentsOf: #"\n"#.utf8)
    case "\r": bytes.append(contentsOf: #"\r"#.utf8)
    case "\t": bytes.append(contentsOf: #"\t"#.utf8)
    // Controls must be escaped; U+2028 and U+2029 break lines in some readers of JSON Lines; and what turns the direction
    // of text around would show a line otherwise than it is.
    case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{61c}", "\u{200e}", "\u{200f}", "\u{2028}"..."\u{202e}",
      "\u{2066}"..."\u{2069}":
      let digits = String(scalar.value, radix: 16)
      bytes.append(contentsOf: #"\u"#.utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
      bytes.append(contentsOf: digits.utf8)
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
