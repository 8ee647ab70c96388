import Foundation
import Testing

/// Names say what a thing is, not when it was made; and the catalogue alone names its scenarios.
@Suite struct NamingTests {
  /// Words that tell the age of a file or declaration among others.
  private static let ages: Set<String> = [
    "Batch", "Earlier", "Further", "Former", "Gathered", "Later", "Latest", "More", "New", "Newer", "Newest", "Next",
    "Old",
    "Older", "Previously", "Recent", "Reported", "Round", "Wave",
  ]
  /// Ordinals, at the beginning of a name.
  private static let ordinals: Set<String> = ["First", "Second", "Third", "Another"]
  /// Numbers that end names of the field: versions of TLS and SSL, PKCS #12, MD5, and widths in bits.
  private static let numbers: Set<String> = ["5", "12", "13", "30", "64"]
  /// Names that are about an age or an order, not of one.
  private static let timely: [String: String] = [
    "FirstUse": "trust on first use", "Mutant+FirstUse": "trust on first use",
    "FirstReadings": "what is read only once",
    "OldVersion": "a version of TLS", "SecondHandshakeTests": "renegotiation",
  ]
  /// The same words for scenarios, findings, worlds and pages, where others have a meaning: OCSP's tryLater, a new pin.
  private static let dataAges: Set<String> = [
    "Batch", "Further", "Former", "Gathered", "Latest", "Newer", "Previously", "Recent", "Reported", "Round",
    "Wave",
  ]

  private static func tellsAge(_ name: Substring) -> Bool {
    guard timely[String(name)] == nil else { return false }
    let number = name.reversed().prefix(while: \.isNumber).reversed()
    return !ages.isDisjoint(with: words(of: name)) || ordinals.contains { name.hasPrefix($0) }
      || !number.isEmpty && !numbers.contains(String(number))
  }

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
    let aged = Self.files.filter { file in Self.tellsAge(file.split(separator: "/").last?.dropLast(6) ?? "") }
    #expect(aged == [])
  }

  @Test func `no scenario, finding, world or page is named by its age`() {
    var count = 0
    for folder in ["Scenarios", "Findings", "Certs", "docs", "Adapters", "FrontEnds"] {
      let url = ArchitectureTests.root.appendingPathComponent(folder)
      for case let path as String in FileManager.default.enumerator(atPath: url.path)! {
        count += 1
        let name = path.split(separator: "/").last ?? ""
        #expect(Self.dataAges.isDisjoint(with: Self.words(of: name)), "\(folder)/\(path)")
      }
    }
    #expect(count > 1500)
  }

  @Test func `no type is named by its age`() throws {
    let declaration = try Regex(
      "^ *[a-z ]*\\b(?:struct|enum|class|protocol|actor) (\\w+)", as: (Substring, Substring).self
    )
    .anchorsMatchLineEndings()
    var aged: [String] = []
    for file in Self.files {
      for match in try Self.text(file).matches(of: declaration)
      where Self.tellsAge(match.output.1) {
        aged.append("\(file): \(match.output.1)")
      }
    }
    #expect(aged == [])
  }

  @Test func `names by age are recognized`() {
    #expect(Self.words(of: "Mutant+FurtherCells") == ["Mutant", "", "Further", "Cells"])
    #expect(Self.words(of: "further-cells").contains("Further"))
    #expect(!Self.dataAges.isDisjoint(with: Self.words(of: "batch-12-cells.yaml")))
    for name in ["FurtherCells", "LonersOfRound12", "SecondWave", "Cells2", "MoreCells", "Mutant+NewPins"] {
      #expect(Self.tellsAge(name[...]), "\(name)")
    }
    for name in ["AttemptFolder", "Handshake13", "Renewal", "FirstUse"] {
      #expect(!Self.tellsAge(name[...]), "\(name)")
    }
  }

  /// Where the product names scenarios or tables, by path, with the reason.
  private static let exceptions = [
    "Sources/rogues/": "examples of help",
    "Sources/RogueLab/Mutants/": "a mutant that no cell catches says what does",
    "Sources/RogueScenarios/Decisions/DecisionKeys.swift": "an example of what a key takes",
    "Sources/RogueScenarios/Ledger/LedgerKeys.swift": "an example of what a key takes",
    "Sources/RogueScenarios/Profiles/ProfileKeys.swift": "an example of what a key takes",
  ]

  @Test func `sources name no scenario`() throws {
    let folder = ArchitectureTests.root.appendingPathComponent("Scenarios")
    let ids = Set(
      (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".yaml") && $0.contains("/") }.map { String($0.dropLast(5)) })
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
