import Foundation
import RogueModel
import Testing

@Suite struct `A JSON text` {
  @Test func `that is written while it is made is the same`() throws {
    let whole: JSON = [
      "a": "é\u{7}", "empty": [], "none": .object([]),
      "list": [["b": 1, "c": [true, .null]], "x", .array([.integer(1)])], "last": ["d": .object([.init("e", [])])],
    ]
    var text = ""
    var document = JSONDocument { text += $0 }
    document.beginObject()
    document.add("é\u{7}", "a")
    document.beginList("empty")
    document.end()
    document.beginObject("none")
    document.end()
    document.beginList("list")
    document.add(["b": 1, "c": [true, .null]])
    document.add("x")
    document.beginList()
    document.add(.integer(1))
    document.end()
    document.end()
    document.beginObject("last")
    document.add(.object([.init("e", [])]), "d")
    document.end()
    document.end()
    #expect(text == whole.pretty)
  }

  static func error(_ text: some Sequence<UInt8>, depth: Int = 64) -> JSON.ParseError? {
    do throws(JSON.ParseError) {
      _ = try JSON(parsing: text, maximumDepth: depth)
      return nil
    } catch {
      return error
    }
  }

  @Test func `is read value by value, its members in order`() throws {
    let text =
      #" { "b" : [ 1 , -0, 2.5, 1e2, true, false, null ] , "a" : { "x\u00e9\n" : "\ud83d\ude00\/" } , "c":[ ] } "#
    let value = try JSON(parsing: text)
    #expect(
      value
        == .object([
          .init("b", [1, 0, .number(2.5), .number(100), true, false, .null]),
          .init("a", ["x\u{e9}\n": "\u{1f600}/"]), .init("c", []),
        ]))
    #expect(value["a"]?["x\u{e9}\n"]?.string == "\u{1f600}/")
    #expect(value["b"]?.array?.first?.integer == 1 && value["b"]?.array?[4].bool == true)
    #expect(value["d"] == nil && value["b"]?["x"] == nil && value["a"]?.string == nil && value.integer == nil)
    #expect(value.members?.map(\.name) == ["b", "a", "c"])
  }

  @Test func `keeps whole numbers that fit, and approximates the others`() throws {
    #expect(try JSON(parsing: "9223372036854775807") == .integer(.max))
    #expect(try JSON(parsing: "-9223372036854775808") == .integer(.min))
    #expect(try JSON(parsing: "9223372036854775808") == .number(9_223_372_036_854_775_808))
    #expect(try JSON(parsing: "1.0") == .number(1))
  }

  @Test(arguments: [
    ("", 0, "the text ends where a value is expected"), ("{", 1, "a member name in quotes is expected here"),
    ("{\"a\"", 4, "a colon is expected here"), ("{\"a\":1", 6, "a comma or } is expected here"),
    ("{\"a\":1,}", 7, "a member name in quotes is expected here"),
    ("{a:1}", 1, "a member name in quotes is expected here"),
    ("{\"a\":1,\"a\":2}", 10, "the member \"a\" appears twice"), ("[1,]", 3, "not a JSON value"),
    ("[1 2]", 3, "a comma or ] is expected here"), ("tru", 0, "not a JSON value"), ("nul", 0, "not a JSON value"),
    ("1 2", 2, "text after the end of the value"), ("01", 2, "a number with a leading zero"),
    ("-", 1, "the text ends in a number"), ("1.", 2, "the text ends in a number"),
    ("1e+", 3, "the text ends in a number"),
    ("+1", 0, "not a JSON value"), (".5", 0, "not a JSON value"), ("1e999", 5, "a number out of range"),
    ("NaN", 0, "not a JSON value"), ("\"a", 2, "a string without an end"), ("\"a\\", 3, "a string without an end"),
    ("\"\\x\"", 3, "an unknown escape in a string"), ("\"\u{1}\"", 2, "a control character in a string"),
    ("\"\\u12\"", 3, "\\u needs four hexadecimal digits"), ("\"\\u+123\"", 3, "\\u needs four hexadecimal digits"),
    ("\"\\ud800\"", 7, "half of a surrogate pair"), ("\"\\ud800\\u0041\"", 13, "half of a surrogate pair"),
    ("\"\\udc00\"", 7, "half of a surrogate pair"), ("// x\n1", 0, "not a JSON value"),
  ])
  func `is refused where it is wrong`(text: String, offset: Int, message: String) {
    let error = Self.error(text.utf8)
    #expect(error?.message == message)
    #expect(error?.offset == offset)
    #expect(error?.description == "\(message) at byte \(offset)")
  }

  @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]])
  func `is UTF-8`(bytes: [UInt8]) {
    #expect(Self.error(bytes)?.message == "not valid UTF-8")
  }

  @Test func `is as deep as is allowed and no deeper`() {
    func nested(_ count: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: count) + Array(repeating: UInt8(ascii: "]"), count: count)
    }
    #expect(Self.error(nested(65)) == nil)
    #expect(Self.error(nested(66))?.message == "nested more than 64 levels deep")
    #expect(Self.error(nested(4), depth: 2)?.offset == 3)
    #expect(Self.error(Array(repeating: UInt8(ascii: "["), count: 1_000_000)) != nil)
  }

  @Test func `is written on one line or indented, and read back the same`() throws {
    let value: JSON = [
      "empty": [], "none": .object([]), "list": [1, .number(0.1), .null, true],
      "nested": ["text": "a \"b\" \\ \n\r\t\u{0}\u{7f}\u{202e}\u{2028} \u{1f600}"],
    ]
    let line = value.line
    #expect(
      line
        == #"{"empty":[],"none":{},"list":[1,0.1,null,true],"nested":{"text":"a \"b\" \\ \n\r\t"#
        + #"\u0000\u007f\u202e\u2028 "# + "\u{1f600}\"}}")
    #expect(value.pretty.hasPrefix("{\n  \"empty\": [],\n  \"none\": {},\n  \"list\": [\n    1,\n"))
    #expect(value.pretty.hasSuffix("}\n"))
    #expect(try JSON(parsing: line) == value)
    #expect(try JSON(parsing: value.pretty) == value)
    // Somebody else reads the same.
    let other = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect((other["nested"] as? [String: String])?["text"] == value["nested"]?["text"]?.string)
  }

  @Test func `cannot write a value that is not a number`() {
    #expect(JSON.array([.number(.nan), .number(.infinity), .number(-.infinity)]).line == "[null,null,null]")
  }

  @Test func `is made of optional values`() {
    #expect(JSON(nil as String?) == .null && JSON("x" as String?) == "x")
    #expect(JSON(nil as Int?) == .null && JSON(3 as Int?) == 3 && JSON(7 as UInt8?) == 7)
  }
}
