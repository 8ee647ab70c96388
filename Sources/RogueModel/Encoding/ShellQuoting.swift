/// Command lines that a person can paste into a shell.
public enum ShellQuoting {
  /// The word, quoted if a shell would interpret it.
  public static func quote(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        // % + , - . / : = @ _
        case 0x25, 0x2b, 0x2c, 0x2d, 0x2e, 0x2f, 0x3a, 0x3d, 0x40, 0x5f: true
        default: false
        }
      }
    if isPlain { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The command with its own variables and its input: `printf INPUT | NAME=VALUE PROGRAM ARGUMENTS`.
  ///
  /// - Parameter heldSeconds: how long the input stays open behind its text.
  public static func line(
    program: String, arguments: [String], variables: [(name: String, value: String)] = [], input: String? = nil,
    heldSeconds: Int = 0
  ) -> String {
    var words = variables.map { "\($0.name)=\(quote($0.value))" }
    words += ([program] + arguments).map(quote)
    let line = words.joined(separator: " ")
    guard let input else { return line }
    let written = "printf \(quote(printfFormat(input)))"
    return heldSeconds > 0 ? "{ \(written); sleep \(heldSeconds); } | \(line)" : "\(written) | \(line)"
  }

  /// The argument that `printf` of a POSIX shell turns into this text. Line ends and other controls are written as escapes: they would
  /// not survive a terminal.
  private static func printfFormat(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%%"
      case "\\": "\\\\"
      case "\r": "\\r"
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        "\\" + String(repeating: "0", count: 3 - String(scalar.value, radix: 8).count) + String(scalar.value, radix: 8)
      default: String(scalar)
      }
    }.joined()
  }
}

extension ShellQuoting {
  /// The words of a line that `quote` has made, as a shell splits it; nil if a quotation does not end.
  public static func words(of line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case " ":
        if let whole = word { words.append(whole) }
        word = nil
      case "'":
        guard let end = rest.firstIndex(of: "'") else { return nil }
        word = (word ?? "") + rest[..<end]
        rest = rest[rest.index(after: end)...]
      case "\\":
        guard let next = rest.popFirst() else { return nil }
        word = (word ?? "") + String(next)
      default: word = (word ?? "") + String(character)
      }
    }
    if let whole = word { words.append(whole) }
    return words
  }
}
