internal import RogueModel
internal import RogueReports

/// The doctor's findings about one adapter, as sentences in order.
struct Diagnosis: Sendable {
  enum Mark: String, Sendable {
    case good = "ok"
    /// The adapter does not keep the contract, or cannot be judged.
    case bad = "WRONG"
    /// Worth knowing; nothing is wrong with the adapter.
    case note
  }

  struct Line: Sendable, Hashable {
    var mark: Mark
    var text: String
    /// The program's own words, shown below.
    var words: [String]
  }

  private(set) var lines: [Line] = []

  var isHealthy: Bool { !lines.contains { $0.mark == .bad } }

  /// - Parameter standardError: the program's output there; its last lines are shown.
  mutating func add(_ mark: Mark, _ text: String, standardError: String? = nil) {
    lines.append(Line(mark: mark, text: text, words: Self.lastWords(standardError ?? "")))
  }

  var text: String {
    lines.map { line in
      let words = line.words.map { "       | \($0)\n" }.joined()
      return line.mark.rawValue + String(repeating: " ", count: 7 - line.mark.rawValue.count) + line.text.printable()
        + "\n" + words
    }.joined()
  }

  /// Lines of standard error to show: a compiler prints the error before its summary.
  private static let shownLines = 20

  private static func lastWords(_ text: String) -> [String] {
    text.split(separator: "\n").suffix(shownLines).map { String($0.prefix(300)).printable() }
  }
}
