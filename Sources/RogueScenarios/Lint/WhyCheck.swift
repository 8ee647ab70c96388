internal import RogueModel

/// `why` is read in a failure's report: one to three sentences, complete ones.
struct WhyCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    Self.problem(with: linted.scenario.why).map { [linted.finding(at: ScenarioKeys.why.key, $0)] } ?? []
  }

  static func problem(with why: String) -> String? {
    switch sentences(in: why) {
    case nil: "'why' ends in the middle of a sentence"
    case .some(1...3): nil
    case .some(let count): "'why' has \(count) sentences; write one to three"
    }
  }

  /// The number of sentences; nil when the last one has no end.
  static func sentences(in text: String) -> Int? {
    let words = text.utf8.split { $0 == 0x20 || $0 == 0x0a }
    guard let last = words.last, isEnd(last) else { return nil }
    return words.indices.count { index in
      guard isEnd(words[index]) else { return false }
      // A full stop before a small letter ended an abbreviation.
      return index + 1 == words.count || !(words[index + 1].first.map { (0x61...0x7a).contains($0) } ?? false)
    }
  }

  /// Whether a sentence ends with this word; it may end inside brackets or quotes.
  private static func isEnd(_ word: Substring.UTF8View) -> Bool {
    let closing = [UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'")]
    guard let last = word.last(where: { !closing.contains($0) }) else { return false }
    return last == UInt8(ascii: ".") || last == UInt8(ascii: "!") || last == UInt8(ascii: "?")
  }
}
