internal import RogueModel

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
  }

  private(set) var lines: [Line] = []

  var isHealthy: Bool { !lines.contains { $0.mark == .bad } }

  mutating func add(_ mark: Mark, _ text: String) { lines.append(Line(mark: mark, text: text)) }

  var text: String {
    lines.map { line in
      line.mark.rawValue + String(repeating: " ", count: 7 - line.mark.rawValue.count) + line.text + "\n"
    }.joined()
  }
}
