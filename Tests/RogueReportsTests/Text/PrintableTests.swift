import Testing

@testable import RogueReports

@Suite struct PrintableTests {
  @Test func `characters that move a cursor or reverse text are replaced`() {
    #expect("a\u{1b}[2Jb\u{7}\u{9b}c\u{202e}d".printable() == "a\u{fffd}[2Jb\u{fffd}\u{fffd}c\u{fffd}d")
    #expect("line\r\nnext\tcell".printable() == "line next cell")
    #expect("line\nnext".printable(keepingLines: true) == "line\nnext")
    #expect("Zürich ✓".printable() == "Zürich ✓")
  }

  @Test func `evidence shows control characters, and loses nothing`() {
    let said = "\u{1b}[31mred\u{7}\u{9b}1m\u{202e}x\r\n\ty"
    #expect(said.visible(keepsLines: true) == #"\u{1b}[31mred\u{7}\u{9b}1m\u{202e}x\u{d}"# + "\n\ty")
    #expect(said.visible(keepsLines: false) == #"\u{1b}[31mred\u{7}\u{9b}1m\u{202e}x\u{d}\u{a}\u{9}y"#)
    #expect("Zürich ✓".visible(keepsLines: true) == "Zürich ✓")
  }

  @Test func `wrapping keeps every word and no line is too long`() {
    let text = "one two three fourteen-letters five"
    let lines = text.wrapped(to: 12)
    #expect(lines == ["one two", "three", "fourteen-letters", "five"])
    #expect("".wrapped(to: 10) == [""])
  }

  @Test func `truncation is marked`() {
    #expect("abcdef".truncated(to: 4, ellipsis: "…") == "abc…")
    #expect("abc".truncated(to: 3, ellipsis: "…") == "abc")
    #expect("abcdef".truncated(to: 0, ellipsis: "…") == "")
  }

  @Test(arguments: [
    (0, "0 ms"), (999, "999 ms"), (1000, "1.0 s"), (59_999, "59.9 s"), (60_000, "1 min 00 s"), (65_430, "1 min 05 s"),
  ])
  func `durations are readable`(milliseconds: Int, text: String) {
    #expect(DurationText.short(milliseconds: milliseconds) == text)
  }
}
