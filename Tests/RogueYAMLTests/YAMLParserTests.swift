import RogueYAML
import Testing

/// What the parser says about a text, as `line:column+length code: message`.
private func complaint(_ bytes: [UInt8]) -> String {
  do throws(YAMLError) {
    return "read as " + (try YAMLParser.parse(bytes, file: "f.yaml")).flow
  } catch {
    let place = "\(error.position.line):\(error.position.column)+\(error.position.length)"
    return "\(place) \(error.code.rawValue): \(error.message)"
  }
}

private func complaint(_ text: String) -> String { complaint(Array(text.utf8)) }

private func parsed(_ text: String) throws -> YAMLNode { try YAMLParser.parse(Array(text.utf8), file: "f.yaml") }

@Suite struct YAMLParserTests {
  @Test func `blocks and flows keep order, text and quoting`() throws {
    #expect(try parsed("b: 1\na: [x, 'y', ~]\nc:\n  - k: v\n").flow == "{b: 1, a: [x, \"y\", null], c: [{k: v}]}")
  }

  @Test func `every node knows its line, column and length`() throws {
    guard case .mapping(let root) = try parsed("äb: [one, \"twö\"]\nblock:\n  inner: x\nnone:\n") else {
      Issue.record("not a mapping")
      return
    }
    func place(_ position: YAMLPosition) -> [Int] { [position.line, position.column, position.length] }
    #expect(root.entries.map { place($0.key.position) } == [[1, 1, 2], [2, 1, 5], [4, 1, 4]])
    guard case .sequence(let list) = root["äb"], case .mapping(let block) = root["block"] else {
      Issue.record("other shapes")
      return
    }
    #expect(place(list.position) == [1, 5, 12])
    #expect(list.items.map { place($0.position) } == [[1, 6, 3], [1, 11, 5]])
    #expect(place(block.position) == [3, 3, 5])
    #expect(root["none"]?.isNull == true)
    #expect(list.position.sourceLine == "äb: [one, \"twö\"]")
  }

  @Test func `only unquoted words can be null`() throws {
    #expect(try parsed("[~, null, '', 'null', \"~\", x]").flow == "[null, null, \"\", \"null\", \"~\", x]")
  }

  @Test func `lines end with CR, LF or both`() throws {
    guard case .mapping(let root) = try parsed("a: 1\r\nb: 2\rc: 3\nd: 4") else {
      Issue.record("not a mapping")
      return
    }
    #expect(root.entries.map(\.key.position.line) == [1, 2, 3, 4])
    #expect(root.entries.map(\.key.position.sourceLine) == ["a: 1", "b: 2", "c: 3", "d: 4"])
  }

  @Test func `a byte order mark moves no column`() throws {
    #expect(complaint("\u{feff}a: 1\n\u{feff}b: 2\n") == "2:1+1 not-text: the invisible character U+FEFF")
    #expect(complaint("\u{feff}a: 1\n") == "read as {a: 1}")
  }

  @Test(arguments: [
    ("", "1:1+1 empty: the file is empty"),
    ("# only a comment\n", "1:1+1 empty: the file is empty"),
    ("---\n", "1:1+1 empty: the file is empty"),
    ("a: 1\n\tb: 2\n", "2:1+1 tab: a tab in the indentation"),
    ("a:\n  b: 1\n  \tc: 2\n", "3:3+1 tab: a tab in the indentation"),
    ("a: 1\na: 2\n", "2:1+1 duplicate-key: the key 'a' appears twice; the first is on line 1"),
    ("a: {k: 1, 'k': 2}\n", "1:11+3 duplicate-key: the key 'k' appears twice; the first is on line 1"),
    ("a: &x [*x]\n", "1:8+2 alias: the alias *x is inside the value that it names: a cycle"),
    ("a: *x\n", "1:4+2 alias: no anchor &x comes before this alias"),
    ("a: &x {k: 1}\nb:\n  <<: *x\n", "3:3+2 unsupported: merge keys are not supported"),
    ("a: !!str 1\n", "1:4+1 unsupported: the tag tag:yaml.org,2002:str is not understood; tags are not used here"),
    ("a: 1\n---\nb: 2\n", "2:1+3 unsupported: a second document begins; a file holds one"),
    ("? [a]\n: b\n", "1:3+1 bad-key: a key must be a word"),
    ("'': b\n", "1:1+1 bad-key: a key must be a word"),
    (
      "a: [1, 2\nb: 3\n",
      "2:2+1 syntax: not valid YAML: did not find expected ',' or ']', while parsing a flow sequence that begins on line 1"
    ),
    (
      "a: 'x\n",
      "1:6+1 syntax: not valid YAML: found unexpected end of stream, while scanning a quoted scalar"
    ),
    ("a: b: c\n", "1:5+1 syntax: not valid YAML: mapping values are not allowed in this context"),
    ("a: x\u{0}y\n", "1:5+1 not-text: the invisible character U+0000"),
    ("a: x\u{202e}y\n", "1:5+1 not-text: the invisible character U+202E"),
    ("a: x\u{2028}y\n", "1:5+1 not-text: the invisible character U+2028"),
    ("a: x\u{1b}[2J\n", "1:5+1 not-text: the invisible character U+001B"),
  ])
  func `an unsupported construct is reported with position and reason`(text: String, expected: String) {
    #expect(complaint(text) == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0x3a, 0x20, 0xff], "1:4+1 not-text: the byte 0xff is not valid UTF-8 here"),
      // Overlong, surrogate, beyond the last plane, cut off.
      ([0x61, 0x3a, 0x0a, 0x20, 0xc0, 0xaf], "2:2+1 not-text: the byte 0xc0 is not valid UTF-8 here"),
      ([0xed, 0xa0, 0x80], "1:1+1 not-text: the byte 0xed is not valid UTF-8 here"),
      ([0xf4, 0x90, 0x80, 0x80], "1:1+1 not-text: the byte 0xf4 is not valid UTF-8 here"),
      ([0x61, 0xe2, 0x82], "1:2+1 not-text: the byte 0xe2 is not valid UTF-8 here"),
      // UTF-16 with its mark, which libyaml alone would take.
      ([0xff, 0xfe, 0x61, 0x00], "1:1+1 not-text: the byte 0xff is not valid UTF-8 here"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are shown at their column`(bytes: [UInt8], expected: String) {
    #expect(complaint(bytes) == expected)
  }

  @Test func `a file of more than a mebibyte is refused unread`() {
    let large = [UInt8](repeating: UInt8(ascii: "\t"), count: 50_000_000)
    #expect(complaint(large) == "1:1+1 too-large: the file has 50000000 bytes, more than the 1048576 that are read")
    let largest = Array("a: ".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: YAMLParser.maximumBytes - 3)
    #expect(complaint(largest).hasPrefix("read as {a: xxx"))
  }

  @Test func `sixty-four levels are read and sixty-five are not`() {
    let nested = { (levels: Int) in String(repeating: "[", count: levels) + String(repeating: "]", count: levels) }
    #expect(complaint(nested(64)) == "read as " + nested(64))
    #expect(complaint(nested(65)) == "1:65+1 too-deep: nested more than 64 levels deep")
    #expect(
      complaint(String(repeating: "- ", count: 100_000)) == "1:129+1 too-deep: nested more than 64 levels deep")
    #expect(complaint(String(repeating: "[", count: 1_000_000)) == "1:65+1 too-deep: nested more than 64 levels deep")
    #expect(complaint(String(repeating: "{a: ", count: 200_000)) == "1:254+1 too-deep: nested more than 64 levels deep")
  }

  @Test func `aliases share their node and keep its place`() throws {
    guard case .mapping(let root) = try parsed("a: &x [1, 2]\nb: *x\n") else {
      Issue.record("not a mapping")
      return
    }
    #expect(root["b"]?.flow == "[1, 2]")
    #expect(root["b"]?.position.line == 1)
  }

  @Test func `aliases that multiply are stopped where they pass the cap`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    #expect(
      complaint(text)
        == "5:45+3 too-many-nodes: the file grows to more than 100000 values here, aliases expanded")
  }

  @Test func `aliases that deepen are stopped where they pass the cap`() {
    var text = "a0: &a0 [x]\n"
    for level in 1...80 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(complaint(text) == "63:12+4 too-deep: nested more than 64 levels deep, aliases expanded")
  }

  @Test func `plain lists of too many values are stopped as well`() {
    #expect(
      complaint(String(repeating: "- x\n", count: 100_001))
        == "100000:3+1 too-many-nodes: the file grows to more than 100000 values here, aliases expanded")
  }

  @Test func `an anchor may be used again with another value`() throws {
    #expect(try parsed("a: &x 1\nb: *x\nc: &x 2\nd: *x\n").flow == "{a: 1, b: 1, c: 2, d: 2}")
  }

  @Test func `flow form quotes where necessary`() throws {
    #expect(try parsed("a: |\n  two\n  lines\nb: \"q\\\"\\e\"\n").flow == #"{a: "two\nlines\n", b: "q\"\U0000001b"}"#)
  }
}
