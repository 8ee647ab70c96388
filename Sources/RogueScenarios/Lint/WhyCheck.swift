internal import RogueModel

/// `why` is read in a failure's report: one to three sentences, complete ones.
struct WhyCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let count = Self.sentences(in: linted.scenario.why)
    switch count {
    case nil: return [linted.finding(at: ScenarioKeys.why.key, "'why' ends in the middle of a sentence")]
    case .some(1...3): return []
    case .some(let count):
      return [linted.finding(at: ScenarioKeys.why.key, "'why' has \(count) sentences; one to three are read")]
    }
  }

  /// The number of sentences; nil when the last one has no end.
  static func sentences(in text: String) -> Int? {
    let ends: Set<Character> = [".", "!", "?"]
    let words = text.split(whereSeparator: \.isWhitespace).map { word in
      // A sentence may end inside brackets or quotes.
      String(word.reversed().drop { $0 == ")" || $0 == "\"" || $0 == "'" }.reversed())
    }
    guard let last = words.last?.last, ends.contains(last) else { return nil }
    return words.indices.count { index in
      guard let end = words[index].last, ends.contains(end) else { return false }
      // What goes on with a small letter was an abbreviation.
      return index + 1 == words.count || words[index + 1].first?.isLowercase != true
    }
  }
}
