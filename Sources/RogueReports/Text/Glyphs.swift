import RogueModel

/// The drawing characters of reports: one set for UTF-8, one for everything else.
struct Glyphs: Sendable {
  /// Of verdicts without a letter.
  let verdicts: [Verdict: String]
  let fail: String
  let differs: String
  let dot: String
  let ellipsis: String
  let arrow: String
  let times: String
  let rule: String
  let branch: String
  let lastBranch: String
  let trunk: String
  let upward: String
  /// To the left.
  let back: String

  static let unicode = Glyphs(
    verdicts: [.pass: "✓", .unexercised: "○", .inconclusive: "∅", .unsupported: "–", .notRun: "…"], fail: "✗",
    differs: "≠", dot: "·", ellipsis: "…", arrow: "→", times: "×", rule: "─", branch: "├─ ",
    lastBranch: "└─ ", trunk: "│  ", upward: "↑", back: "←")

  static let ascii = Glyphs(
    verdicts: [.pass: "+", .unexercised: "o", .inconclusive: "?", .unsupported: "-", .notRun: "."], fail: "X",
    differs: "*", dot: "|", ellipsis: "...", arrow: "->", times: "x", rule: "-", branch: "|- ",
    lastBranch: "`- ", trunk: "|  ", upward: "^", back: "<-")
}
