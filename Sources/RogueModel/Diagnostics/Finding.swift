/// One thing that is wrong with a file, with its position and a way out.
///
/// Findings are values, not thrown errors: a file may have many, and all of them are shown at once.
public struct Finding: Hashable, Sendable, Error {
  public enum Severity: String, Hashable, Sendable {
    case error, warning
  }

  public var severity: Severity
  /// Nil when the whole file or run is meant.
  public var location: SourceLocation?
  /// The error, one sentence, lower case, no final stop.
  public var message: String
  /// The remedy, if known: "did you mean 'present'?".
  public var help: String?
  /// The source line that `location` points into, for the caret.
  public var sourceLine: String?
  /// How many columns the caret underlines; at least 1.
  public var length: Int

  public init(
    _ severity: Severity = .error, at location: SourceLocation? = nil, _ message: String, help: String? = nil,
    sourceLine: String? = nil, length: Int = 1
  ) {
    self.severity = severity
    self.location = location
    self.message = message
    self.help = help
    self.sourceLine = sourceLine
    self.length = length
  }

  /// The finding as compilers print it: position, severity, message, source line, caret, help.
  public var rendered: String {
    var text = ""
    if let location { text += "\(location): " }
    text += "\(severity.rawValue): \(message)\n"
    if let sourceLine, let location {
      let (shown, offset) = Self.window(of: sourceLine, around: location.column)
      text += "  \(shown)\n"
      text += "  " + String(repeating: " ", count: offset) + String(repeating: "^", count: max(1, length)) + "\n"
    }
    if let help { text += "  help: \(help)\n" }
    return text
  }

  /// Cuts an over-long line to what is worth showing and keeps the caret under its column.
  private static func window(of line: String, around column: Int) -> (shown: String, offset: Int) {
    let scalars = Array(line.unicodeScalars)
    let start = max(0, min(scalars.count, column - 1) - 100)
    let shown = scalars[start..<min(scalars.count, start + 140)].map { scalar -> Character in
      // Control characters would move the caret or the user's terminal.
      scalar.value < 0x20 || scalar.value == 0x7f ? " " : Character(scalar)
    }
    return (String(shown), max(0, min(column - 1, scalars.count) - start))
  }
}
