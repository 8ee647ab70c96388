internal import RogueModel

/// A closed list of words with their meaning: schemas have it once, as a definition.
struct WordList: Sendable {
  let name: String
  let summary: String
  let words: [(word: String, meaning: String)]

  init<Word: ExplainedWord>(of _: Word.Type) {
    name = Word.listName
    summary = Word.listSummary
    words = Word.allCases.map { ($0.rawValue, $0.meaning) }
  }

  private init(_ name: String, _ summary: String, _ words: [(word: String, meaning: String)]) {
    (self.name, self.summary, self.words) = (name, summary, words)
  }

  static let capabilities = WordList(
    "capability", "A feature that can be configured: what an adapter that declares it can do.",
    Capability.explained.map { ($0.capability.rawValue, $0.meaning) })

  var definition: [JSON.Member] {
    let alternatives: [JSON] = words.map { ["const": .string($0.word), "description": .string($0.meaning)] }
    return [JSON.Member("description", .string(summary)), JSON.Member("oneOf", .array(alternatives))]
  }
}
