import RogueModel
import Testing

@Suite struct `A near miss` {
  static let known = ["present", "staple", "staples", "resumption", "alpn", "key"]

  @Test(arguments: [
    ("presnt", ["present"]), ("PRESENT", ["present"]), ("stapel", ["staple", "staples"]),
    ("staple", ["staple", "staples"]),
    ("res", ["resumption"]), ("kye", ["key"]), ("banana", []), ("", []),
  ])
  func `is found by few letters that differ, or by its beginning`(word: String, found: [String]) {
    #expect(NearMiss.suggestions(for: word, among: Self.known) == found)
  }

  @Test func `is asked about in a sentence`() {
    #expect(NearMiss.question(for: "presnt", among: Self.known) == "did you mean 'present'?")
    #expect(NearMiss.question(for: "stapel", among: Self.known) == "did you mean 'staple' or 'staples'?")
    #expect(
      NearMiss.question(for: "aab", among: ["aaa", "aac", "aad", "aae"]) == "did you mean 'aaa', 'aac' or 'aad'?")
    #expect(NearMiss.question(for: "banana", among: Self.known) == nil)
    #expect(NearMiss.question(for: String(repeating: "x", count: 100_000), among: Self.known) == nil)
  }
}

@Suite struct `A finding` {
  private func finding(_ line: String, column: Int, length: Int = 1) -> Finding {
    Finding(
      at: SourceLocation(file: "f.yaml", line: 3, column: column), "wrong", help: "do this", sourceLine: line,
      length: length)
  }

  @Test func `is rendered with a caret under what is wrong`() {
    #expect(
      finding("server: x", column: 9, length: 1).rendered
        == "f.yaml:3:9: error: wrong\n  server: x\n          ^\n  help: do this\n")
    #expect(Finding(.warning, "wrong").rendered == "warning: wrong\n")
    #expect(finding("ab", column: 1, length: 0).rendered.contains("\n  ^\n"))
  }

  @Test func `shows a part of a long line, and none of its control characters`() {
    let line = String(repeating: "a", count: 500) + "\u{1b}[31mX" + String(repeating: "b", count: 500)
    let lines = finding(line, column: 506).rendered.split(separator: "\n").map(Array.init)
    #expect(lines[1].count <= 142 && !lines[1].contains("\u{1b}"))
    #expect(lines[2].firstIndex(of: "^").map { lines[1][$0] } == "X")
  }

  @Test(arguments: [-5, 0, 1, 3, 4, 1000])
  func `points nowhere outside of its line`(column: Int) {
    let lines = finding("abc", column: column).rendered.split(separator: "\n")
    #expect(lines[1] == "  abc" && lines[2].count <= 6 && lines[2].hasSuffix("^"))
  }
}
