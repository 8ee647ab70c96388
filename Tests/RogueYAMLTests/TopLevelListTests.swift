import RogueYAML
import Testing

@Suite struct TopLevelListTests {
  private static func list(_ text: String) -> TopLevelList { TopLevelList("aliases", in: Array(text.utf8)) }

  @Test(arguments: [
    ("scenario: a/b\ntitle: x\n", TopLevelList.absent),
    ("", .absent),
    ("aliases: [a/b]\n", .words(["a/b"])),
    ("scenario: a/b\naliases: [ c/d , e-1/f ]  \ntags: [x]\n", .words(["c/d", "e-1/f"])),
    ("scenario: a/b\naliases: [c/d]", .words(["c/d"])),
    ("scenario: a/b\naliases:\n  - c/d\n\n  -  e/f\nwhy: x\n", .words(["c/d", "e/f"])),
    ("aliases:\n- c/d\n- e/f", .words(["c/d", "e/f"])),
  ])
  func `a list as people write it is read from the bytes`(text: String, expected: TopLevelList) {
    #expect(Self.list(text) == expected)
  }

  /// Every way of having the key that a tree understands, and some that none does.
  static let unusual = [
    "aliases: []\n", "aliases:\n", "aliases: c/d\n", "aliases: [\"c/d\"]\n", "aliases: ['c/d']\n",
    "aliases: [c/d,\n  e/f]\n", "aliases: [c/d] # former\n", "aliases: # former\n  - c/d\n",
    "aliases:\n  - c/d # former\n",
    "aliases:\n  [c/d]\n", "aliases : [c/d]\n", "  aliases: [c/d]\n", "  scenario: a/b\n  aliases: [c/d]\n",
    "\"aliases\": [c/d]\n", "'aliases': [c/d]\n", "? aliases\n: [c/d]\n", "\"\\x61liases\": [c/d]\n",
    "\"ali\\\n  ases\": [c/d]\n", "{scenario: a/b, aliases: [c/d]}\n", "{scenario: a/b,\naliases: [c/d]}\n",
    "{scenario: a/b,\naliases: [c/d]\n}\n", "{scenario: a/b,\naliases:\n  [c/d]}\n", "aliases: &x [c/d]\n",
    "tags: &x [c/d]\naliases: *x\n", "tags: [&k aliases]\n*k : [c/d]\n", "aliases:\n  - &x c/d\n",
    "aliases:\n  - c/d\n    e/f\n",
    "aliases:\n  - - c/d\n", "aliases:\n  -\n    c/d\n", "aliases: [c/d]\r\ntitle: x\r\n", "title: x\raliases: [c/d]\r",
    "\u{feff}aliases: [c/d]\n", "--- \naliases: [c/d]\n", "why: the aliases\naliases: [c/d]\n",
    "why: \"x\naliases: [c/d]\ny\"\n", "aliases: [c/d]\naliases: [e/f]\n", "title: x # aliases\n",
    "aliases: >-\n  c/d\n",
    "aliases:\n  c/d: e/f\n", "aliases:\n\t- c/d\n", "aliases: [C/D]\n", "aliases: [c/d\n", "aliases",
  ]

  @Test(arguments: unusual + ["aliases: [c/d]\n", "title: x\n", "aliases:\n- c/d\n"])
  func `nothing that the tree has is missed`(text: String) throws {
    let list = Self.list(text)
    guard case .mapping(let root)? = try? YAMLParser.parse(Array(text.utf8), file: "f.yaml"),
      let node = root["aliases"]
    else { return }
    var words: Set<String> = []
    if case .sequence(let sequence) = node {
      for case .scalar(let scalar) in sequence.items { words.insert(scalar.text) }
    }
    switch list {
    case .absent: Issue.record("the key is there")
    case .words(let told): #expect(words.isSubset(of: told))
    case .unclear: break
    }
  }

  @Test func `what is written otherwise is for the tree`() {
    for text in Self.unusual {
      switch Self.list(text) {
      case .absent: Issue.record("\(text) has the word")
      case .unclear: break
      // These mean the same to the tree.
      case .words(let words): #expect(words == ["c/d"], "\(text)")
      }
    }
  }
}
