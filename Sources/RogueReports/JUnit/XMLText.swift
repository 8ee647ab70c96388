/// Text that an XML 1.0 document may contain.
enum XMLText {
  /// An attribute's value, without its quotes. Line breaks are kept as references: a parser would make spaces of them.
  static func attribute(_ text: String) -> String {
    escaped(text, ["\"": "&quot;", "\n": "&#10;", "\t": "&#9;"])
  }

  /// An element's content.
  static func content(_ text: String) -> String { escaped(text, ["\n": "\n", "\t": "\t"]) }

  private static func escaped(_ text: String, _ others: [Unicode.Scalar: String]) -> String {
    text.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: others[scalar] ?? (isAllowed(scalar) ? nil : "")
      }
    }
  }

  /// Leaves out what is not a Char (XML 1.0, section 2.2), and the control characters that are discouraged there: one
  /// of them in a client's error message would make the whole report unreadable. Characters that change the direction
  /// of text are left out, too.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.steersTerminals else { return false }
    switch scalar.value {
    case 0x20...0x7e, 0xa0...0xd7ff, 0xe000...0xfdcf, 0xfdf0...0xfffd, 0x10000...0x10ffff: return true
    default: return false
    }
  }
}
