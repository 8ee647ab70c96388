internal import RogueModel
internal import RogueReports

/// What the doctor found about one adapter: sentences, in the order in which they were found out.
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

  /// - Parameter standardError: what the program said there; the last lines of it are shown.
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
