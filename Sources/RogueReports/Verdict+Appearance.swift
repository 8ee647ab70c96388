import RogueModel

/// The kind of a case in JUnit and similar formats.
enum CaseStatus: String, Sendable, CaseIterable { case passed, failed, error, skipped }

extension Verdict {
  /// Worst first: the order of summaries, and of the verdicts that one cell of a matrix covers.
  ///
  /// Unsupported comes after pass: a row that passed wherever it could run shows that it passed.
  static let worstFirst: [Verdict] =
    allCases.filter { $0 != .unsupported }.sorted { $0.severity > $1.severity } + [.unsupported]

  /// The order of counts and legends.
  static let passFirst: [Verdict] = [.pass] + worstFirst.filter { $0 != .pass }

  private static let ranks = Dictionary(uniqueKeysWithValues: zip(worstFirst, 0...))

  var rank: Int { Self.ranks[self] ?? 0 }

  /// The verdict's word; capital letters for what lets an attacker in.
  var word: String {
    tint == .alarm ? rawValue.uppercased() : rawValue
  }

  /// The word at a level: at `may`, where good validators differ, it is not an alarm.
  func word(at level: Level) -> String { level == .may ? rawValue : word }

  func tint(at level: Level) -> Ink.Tint {
    level != .may || isRight && self != .deviation || self == .unsupported ? tint : .yellow
  }

  var tint: Ink.Tint {
    switch kind {
    case .pass: self == .deviation ? .yellow : .green
    case .failure: severity >= Verdict.leak.severity ? .alarm : .red
    case .noProof: self == .harnessError ? .red : self == .unexercised ? .dim : .yellow
    case .notRun: self == .unsupported ? .dim : .yellow
    }
  }

  /// At most two characters.
  func symbol(_ glyphs: Glyphs) -> String {
    glyphs.verdicts[self] ?? (kind == .failure && self != .error ? glyphs.fail + letter : letter)
  }

  /// The same at a level: at `may`, where good validators differ, it must not look like a failure.
  func symbol(_ glyphs: Glyphs, at level: Level) -> String {
    guard level == .may, isWrongDecision, let letter = symbol(glyphs).last else { return symbol(glyphs) }
    return letter.lowercased()
  }

  /// Right in every case that ran, and for the right reason.
  var isGood: Bool { isRight && self != .deviation }

  /// One character, if the word is beside it.
  func mark(_ glyphs: Glyphs) -> String { kind == .failure && self != .error ? glyphs.fail : symbol(glyphs) }

  /// How a report of few words counts a case: without proof it is an error; known or informational it is skipped.
  func status(at level: Level, isKnown: Bool, strict: Bool) -> CaseStatus {
    let status: CaseStatus =
      switch kind {
      case .pass: fails(strict: strict) ? .failed : .passed
      case .failure: isDecision ? .failed : .error
      case .noProof, .notRun: self == .unexercised || self == .unsupported ? .skipped : .error
      }
    return (level == .may || isKnown) && status != .passed ? .skipped : status
  }
}
