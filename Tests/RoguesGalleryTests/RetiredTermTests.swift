import Foundation
import Testing

/// What the glossary retired stays away, from names, comments and pages: a second word for one thing is one to learn.
@Suite struct RetiredTermTests {
  /// Words, with what stands for them now.
  private static let words: [String: String] = [
    "deaf": "ignores", "disgrace": "pendingFault", "loner": "exclusive waiter", "mend": "fix",
    "neediest": "queue with most remaining time", "prey": "caughtBy", "shelve": "cached", "spokesman": "representative",
    "summon": "choose", "toothless": "vacuous", "twin": "control",
  ]

  /// Phrases of messages and pages, in small letters.
  private static let phrases: [String: String] = [
    "our taste": "judgement", "our-taste": "judgement", "nobody came": "no connection", "the lie ": "the fault",
    "the lie,": "the fault", "the lie.": "the fault", "the lie\"": "the fault", "lying server": "faulty server",
    "how versions are had": "where versions come from", "not asked whose": "owners were not verified",
    "the healthy twin": "the control",
  ]

  /// The retired words of code or prose. What is quoted, in code or with backquotes, is another's name.
  private static func retired(in text: String) -> [String] {
    let open = text.replacing(/"(?:\\.|[^"\\\n])*"|`[^`\n]*`/) { match in
      // A test's title is prose.
      match.output.hasPrefix("`") && match.output.contains(" ") ? String(match.output) : ""
    }
    var found: [String] = []
    for match in open.matches(of: /[A-Z]?[a-z]+/) {
      let word = match.output.lowercased()
      for term in words.keys where word.hasPrefix(term) {
        let ending = word.dropFirst(term.count)
        if ["", "s", "d", "ed", "ing"].contains(ending) { found.append(word) }
      }
    }
    let small = text.lowercased()
    return found + phrases.keys.filter(small.contains)
  }

  private static func files(_ folder: String, _ endings: [String]) -> [String] {
    FileManager.default.enumerator(atPath: ArchitectureTests.root.appendingPathComponent(folder).path)?
      .compactMap { $0 as? String }.filter { path in endings.contains { path.hasSuffix($0) } }
      .map { "\(folder)/\($0)" } ?? []
  }

  @Test func `no retired term comes back`() throws {
    let code = ["Sources", "Tests", "Benchmarks"].flatMap { Self.files($0, [".swift"]) }
    let pages =
      Self.files("docs", [".md"]).filter { !$0.hasPrefix("docs/records/") }
      + ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    #expect(code.count > 1000 && pages.count > 20)
    for file in code + pages where !file.hasSuffix("/RetiredTermTests.swift") {
      let text = try String(contentsOf: ArchitectureTests.root.appendingPathComponent(file), encoding: .utf8)
      #expect(Self.retired(in: text) == [], "\(file)")
    }
  }

  /// A certificate of a world may be called twin; nothing in its sentences is.
  @Test func `no retired phrase comes back in data`() throws {
    let data = ["Scenarios", "Findings", "Certs"].flatMap { Self.files($0, [".yaml"]) }
    #expect(data.count > 1400)
    for file in data {
      let text = try String(contentsOf: ArchitectureTests.root.appendingPathComponent(file), encoding: .utf8)
        .lowercased()
      #expect(Self.phrases.keys.filter(text.contains) == [], "\(file)")
    }
  }

  @Test func `retired terms are recognized in names, comments and titles`() {
    #expect(Self.retired(in: "let preyOfAll = 1 // the twins are mended") == ["prey", "twins", "mended"])
    #expect(Self.retired(in: "@Test func `a summoned verifier decides`()") == ["summoned"])
    #expect(Self.retired(in: "struct LonersFirst") == ["loners"])
    #expect(Self.retired(in: "Shows the lie and nobody came").sorted() == ["nobody came", "the lie "])
    #expect(Self.retired(in: "let recommended = \"twin\" // amends `twin`, prepares, deafening") == [])
  }
}
