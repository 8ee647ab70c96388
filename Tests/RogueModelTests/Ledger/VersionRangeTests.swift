import RogueModel
import Testing

@Suite struct VersionRangeTests {
  @Test(arguments: [
    ("7.88", ["7.88", "7.88.1", "7.88.1-10"], ["7.8", "7.89", "7.8.8", "8.14.1", "17.88"]),
    ("3.0-3.4", ["3.0.19", "3.2", "3.4.1"], ["3.5.0", "2.9", "1.1.1w"]),
    ("1.1.1", ["1.1.1w", "1.1.1"], ["1.1.0", "1.1.10"]),
    ("17", ["17.0.15", "17"], ["21", "16.9"]),
    ("3.11/3.0", ["3.11.2/3.0.19"], ["3.11.2/3.5.1", "3.13.1/3.0.19", "3.11.2"]),
    ("*/3.0", ["3.13.1/3.0.19"], ["3.13.1/3.5.1"]),
    ("*", ["", "?", "1"], []),
    ("2-2.1", ["2.0", "2.1.9"], ["2.2", "1.9"]),
  ])
  func `a range holds the versions that begin with its ends, and those between them`(
    text: String, inside: [String], outside: [String]
  ) throws {
    let range = try #require(VersionRange(text))
    #expect(range.description == text)
    for version in inside { #expect(range.contains(version), "\(version)") }
    for version in outside { #expect(!range.contains(version), "\(version)") }
  }

  @Test func `an unreadable version is in the unlimited range alone`() throws {
    #expect(try #require(VersionRange("0")).contains("?") == false)
    #expect(try #require(VersionRange("0-99")).contains("") == false)
  }

  @Test(arguments: ["", "3.x", "3..1", "3-", "-3", "3-2", "3.5-3.4", "3-4-5", "3/", "v3", "3 "])
  func `an invalid range is refused`(text: String) {
    #expect(VersionRange(text) == nil)
  }
}
