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
    switch self {
    case .pass: glyphs.pass
    case .unexercised: glyphs.unexercised
    case .deviation: "~"
    case .falseAccept: glyphs.fail + "A"
    case .leak: glyphs.fail + "L"
    case .falseCancel: glyphs.fail + "C"
    case .badClientChain: glyphs.fail + "N"
    case .badClientHello: glyphs.fail + "H"
    case .certificateLeak: glyphs.fail + "K"
    case .error: "!"
    case .unstable: glyphs.fail + "U"
    case .harnessError: "!!"
    case .inconclusive: glyphs.inconclusive
    case .unsupported: glyphs.unsupported
    case .notRun: glyphs.notRun
    }
  }

  /// The same at a level: at `may`, where good validators differ, it must not look like a failure.
  func symbol(_ glyphs: Glyphs, at level: Level) -> String {
    guard level == .may, isWrongDecision, let letter = symbol(glyphs).last else { return symbol(glyphs) }
    return letter.lowercased()
  }

  /// Right, as far as it was asked, and for the right reason.
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

  /// The meaning of the word, for legends.
  var meaning: String {
    switch self {
    case .pass: "right, and both witnesses agree"
    case .unexercised: "right, but the client never met the fault"
    case .deviation: "right disposition, for another reason or in another phase"
    case .falseAccept: "accepted what it must cancel"
    case .leak: "sent data before it cancelled, or fetched although the policy forbids network access"
    case .falseCancel: "cancelled what it must accept"
    case .badClientHello: "sent a ClientHello that breaks the scenario's demand"
    case .badClientChain: "sent a client chain other than the one it must send"
    case .certificateLeak: "sent its client certificate to a server that must not get it"
    case .error: "the adapter crashed, hung, flooded or broke the contract"
    case .unstable: "was repeated, and its verdicts differ"
    case .harnessError: "a fault of this harness"
    case .inconclusive: "proves nothing"
    case .unsupported: "the adapter declares that it cannot be configured so"
    case .notRun: "planned but not reached"
    }
  }
}
