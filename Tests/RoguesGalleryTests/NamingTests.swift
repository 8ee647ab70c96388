import Foundation
import Testing

/// Names say what a thing is, not when it was made; and the catalogue alone names its scenarios.
@Suite struct NamingTests {
  /// Words that tell the age of a file or declaration among others.
  private static let ages: Set<String> = [
    "Batch", "Further", "Former", "Gathered", "Later", "Latest", "Newer", "Older", "Previously", "Recent", "Reported",
  ]

  /// The words of a name: "FurtherCells" has two, "AttemptFolder" has no "older".
  private static func words(of name: Substring) -> Set<String> {
    var words: [String] = []
    for character in name {
      if character.isUppercase || words.isEmpty { words.append("") }
      if character.isLetter { words[words.count - 1].append(character) } else { words.append("") }
    }
    return Set(words.map(\.capitalized))
  }

  private static let files: [String] = ["Sources", "Tests", "Benchmarks"].flatMap { folder in
    FileManager.default.enumerator(atPath: ArchitectureTests.root.appendingPathComponent(folder).path)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" } ?? []
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: ArchitectureTests.root.appendingPathComponent(file), encoding: .utf8)
  }

  @Test func `no file is named by its age`() {
    #expect(Self.files.count > 1000)
    let aged = Self.files.filter { file in
      !Self.ages.isDisjoint(with: Self.words(of: file.split(separator: "/").last?.dropLast(6) ?? ""))
    }
    #expect(aged == [])
  }

  @Test func `no type is named by its age`() throws {
    let declaration = try Regex(
      "^ *[a-z ]*\\b(?:struct|enum|class|protocol|actor) (\\w+)", as: (Substring, Substring).self
    )
    .anchorsMatchLineEndings()
    var aged: [String] = []
    for file in Self.files {
      for match in try Self.text(file).matches(of: declaration)
      where !Self.ages.isDisjoint(with: Self.words(of: match.output.1)) {
        aged.append("\(file): \(match.output.1)")
      }
    }
    #expect(aged == [])
  }

  @Test func `names by age are recognized`() {
    #expect(Self.words(of: "Mutant+FurtherCells") == ["Mutant", "", "Further", "Cells"])
    #expect(Self.words(of: "further-cells").contains("Further"))
    #expect(Self.ages.isDisjoint(with: Self.words(of: "AttemptFolder")))
  }

  /// Where the product names scenarios or tables, by path, with the reason.
  private static let exceptions = [
    "Sources/rogues/": "examples of help",
    "Sources/RoguesGallery/Doctor/": "the doctor shows with two shipped scenarios that a capability has an effect",
    "Sources/RogueLab/Mutants/": "a mutant that no cell catches says what does",
    "Sources/RogueScenarios/Decisions/DecisionKeys.swift": "an example of what a key takes",
    "Sources/RogueScenarios/Ledger/LedgerKeys.swift": "an example of what a key takes",
    "Sources/RogueScenarios/Profiles/ProfileKeys.swift": "an example of what a key takes",
  ]

  @Test func `sources name no scenario`() throws {
    let folder = ArchitectureTests.root.appendingPathComponent("Scenarios")
    let ids = Set(
      (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) })
    #expect(ids.count > 1000)
    let word = try Regex("[A-Za-z0-9/-]+", as: Substring.self)
    var named: [String: [String]] = [:]
    for file in Self.files where file.hasPrefix("Sources/") {
      // Comments explain; they choose nothing.
      for line in try Self.text(file).split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for match in line.matches(of: word) where ids.contains(String(match.output)) {
          named[file, default: []].append(String(match.output))
        }
      }
    }
    let open = named.filter { path, _ in !Self.exceptions.keys.contains { path.hasPrefix($0) } }
    #expect(open == [:])
    for place in Self.exceptions.keys { #expect(named.keys.contains { $0.hasPrefix(place) }, "\(place)") }
  }

  /// `make record` runs what looks at `Recording.isOn`.
  @Test func `no test records without the switch`() throws {
    let readers = try Self.files.filter { file in
      try Self.text(file).contains("\"ROGUES_RECORD\"") && !file.hasSuffix("/NamingTests.swift")
    }
    // The fuzzer is no test: `make fuzz-seeds`.
    #expect(readers.sorted() == ["Tests/FuzzTests/LibFuzzer.swift", "Tests/TestSupport/Recording.swift"])
  }
}
