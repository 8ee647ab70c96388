import RogueModel

extension Verdict {
  /// Worst first: the order of summaries, and of the verdicts that one cell of a matrix stands for.
  ///
  /// Unsupported comes after pass: a row that passed wherever it could run shows that it passed.
  static let worstFirst: [Verdict] = [
    .falseAccept, .leak, .certificateLeak, .badClientChain, .badClientHello, .error, .unstable, .falseCancel,
    .harnessError,
    .inconclusive, .notRun,
    .deviation, .notAsked,
    .pass, .unsupported,
  ]

  /// The order of counts and legends.
  static let passFirst: [Verdict] = [.pass] + worstFirst.filter { $0 != .pass }

  var rank: Int { Self.worstFirst.firstIndex(of: self) ?? 0 }

  /// The verdict's word; capital letters for what lets an attacker in.
  var word: String {
    switch self {
    case .falseAccept, .leak: rawValue.uppercased()
    default: rawValue
    }
  }

  /// The word at a level: at `may`, where good validators differ, it is not an alarm.
  func word(at level: Level) -> String { level == .may ? rawValue : word }

  func tint(at level: Level) -> Ink.Tint {
    level != .may || [.pass, .notAsked, .unsupported].contains(self) ? tint : .yellow
  }

  var tint: Ink.Tint {
    switch self {
    case .falseAccept, .leak: .alarm
    case .falseCancel, .badClientChain, .badClientHello, .certificateLeak, .error, .unstable, .harnessError: .red
    case .deviation, .inconclusive, .notRun: .yellow
    case .pass: .green
    case .unsupported, .notAsked: .dim
    }
  }

  /// At most two characters.
  func symbol(_ glyphs: Glyphs) -> String {
    switch self {
    case .pass: glyphs.pass
    case .notAsked: glyphs.notAsked
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
    guard level == .may else { return symbol(glyphs) }
    switch self {
    case .falseAccept: return "a"
    case .falseCancel: return "c"
    case .leak: return "l"
    case .badClientChain: return "n"
    case .badClientHello: return "h"
    case .certificateLeak: return "k"
    default: return symbol(glyphs)
    }
  }

  /// Whether the client decided, rightly or not.
  var isJudged: Bool { ![.unsupported, .notRun].contains(self) }

  /// Right, as far as it was asked.
  var isGood: Bool { self == .pass || self == .notAsked }

  /// One character, if the word is beside it.
  func mark(_ glyphs: Glyphs) -> String {
    switch self {
    case .falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak, .unstable: glyphs.fail
    default: symbol(glyphs)
    }
  }

  /// What the word means, for legends.
  var meaning: String {
    switch self {
    case .pass: "right, and both witnesses agree"
    case .notAsked: "right, but never put to the test: the client did not ask for what the fault is about"
    case .deviation: "right disposition, for another reason or in another phase"
    case .falseAccept: "accepted what it must cancel"
    case .leak: "let data out before it cancelled, or asked where asking is forbidden"
    case .falseCancel: "cancelled what it must accept"
    case .badClientHello: "sent a ClientHello that does not say what it must, or says what it must not"
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
