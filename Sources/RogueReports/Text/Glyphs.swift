/// The drawing characters of reports: one set for UTF-8, one for everything else.
struct Glyphs: Sendable {
  let pass: String
  let unexercised: String
  let fail: String
  let inconclusive: String
  let unsupported: String
  let notRun: String
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

  static let unicode = Glyphs(
    pass: "✓", unexercised: "○", fail: "✗", inconclusive: "∅", unsupported: "–", notRun: "…", differs: "≠", dot: "·",
    ellipsis: "…", arrow: "→",
    times: "×", rule: "─", branch: "├─ ", lastBranch: "└─ ", trunk: "│  ", upward: "↑")

  static let ascii = Glyphs(
    pass: "+", unexercised: "o", fail: "X", inconclusive: "?", unsupported: "-", notRun: ".", differs: "*", dot: "|",
    ellipsis: "...",
    arrow: "->", times: "x", rule: "-", branch: "|- ", lastBranch: "`- ", trunk: "|  ", upward: "^")
}
