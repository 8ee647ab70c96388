import Foundation
@testable import RogueLab
import RogueModel
@testable import RogueScenarios
import TestSupport
import Testing

/// What the profiles catch, by the record of mutants; the list of `core` and the page are computed from it.
@Suite struct ProfileReachTests {
  @Test func `core is the smallest list of scenarios that catches its validators, whatever a client trusts`() throws {
    if Recording.isOn { try ProfileReach.write() }
    let (file, text) = try ProfileReach(MutantRecord()).core()
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(kept == text, "\(file.lastPathComponent) is out of date: `make record` writes it anew")
  }

  @Test func `the page shows what each profile catches and misses`() throws {
    if Recording.isOn { try ProfileReach.write() }
    let (file, text) = try ProfileReach(MutantRecord()).page()
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(kept == text, "docs/records/\(file.lastPathComponent) is out of date: `make record` writes it anew")
  }

  @Test func `some scenario of core catches each of its validators in each circumstance`() throws {
    let reach = try ProfileReach(MutantRecord())
    let core = try reach.scenarios(of: "core")
    let elements = ProfileGoal.core.elements(reach.admitted, in: OfflineCatalogue.catalogue())
    #expect(Set(elements.map(\.mutant)) == Set(ProfileGoal.core.mutants))
    for circumstance in TrustCircumstance.allCases {
      #expect(elements.contains { $0.circumstance == circumstance })
    }
    let open = elements.filter { $0.scenarios.isDisjoint(with: core) }
    #expect(open.map { "\($0.mutant) with \($0.circumstance.rawValue)" } == [])
  }

  @Test func `a cover is the cheapest, and leaves nothing out`() {
    #expect(SmallestCover<String>.choose(for: [], cost: { _ in 1 }) == [])
    // Three that share nothing twice: greed takes the largest first, and then needs both of the others.
    let elements: [Set<String>] = [["a", "x"], ["a", "x"], ["b", "x"], ["b", "x"], ["a"], ["b"]]
    #expect(SmallestCover.choose(for: elements, cost: { _ in 1 }) == ["a", "b"])
    // No candidate is the only one of an element.
    let circle: [Set<String>] = [["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["e", "a"]]
    #expect(SmallestCover.choose(for: circle, cost: { _ in 1 }).count == 3)
    #expect(SmallestCover.choose(for: [["a", "b"], ["b", "c"]], cost: { $0 == "b" ? 5 : 2 }) == ["a", "c"])
  }
}

/// What is made from the record of mutants for profiles.
struct ProfileReach {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// By mutant, then by scenario, the policies under which it admits the rogue.
  let admitted: [String: [String: Set<String>]]
  private let record: MutantRecord
  private let catalogue = OfflineCatalogue.catalogue()
  private let profiles: [Profile]

  init(_ record: MutantRecord) throws {
    self.record = record
    admitted = record.lines.mapValues { lines in
      Dictionary(uniqueKeysWithValues: lines.compactMap { Self.line($0, "admits") })
    }
    profiles = ProfileLoader.load(try ShippedCatalogue.files(of: .profile)).profiles
  }

  /// Writes both files.
  static func write() throws {
    let reach = try ProfileReach(MutantRecord())
    let core = try reach.core()
    try Data(core.text.utf8).write(to: core.file)
    let page = try ProfileReach(MutantRecord()).page()
    try Data(page.text.utf8).write(to: page.file)
  }

  private static func line(_ line: String, _ word: String) -> (String, Set<String>)? {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix(word + " "), let colon = text.range(of: ": ") else { return nil }
    let id = text[..<colon.lowerBound].dropFirst(word.count + 1)
    return (String(id), Set(text[colon.upperBound...].split(separator: " ").map(String.init)))
  }

  func scenarios(of profile: String) throws -> Set<String> {
    let profile = try #require(profiles.first { $0.name == profile })
    return Set(profile.choose(catalogue.scenarios).chosen.map(\.id))
  }

  /// The file of the profile `core`, whose last key is the list.
  func core() throws -> (file: URL, text: String) {
    let file = Self.root.appendingPathComponent("Scenarios/profiles/core.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let key = try #require(text.range(of: "\nscenarios:\n"))
    let list = ProfileGoal.core.scenarios(admitted, in: catalogue).map { "  - \($0)\n" }.joined()
    return (file, text[..<key.upperBound] + list)
  }

  private static let topics: [(title: String, mutants: [Mutant])] = [
    ("unknown CAs", Mutant.ofStrangers), ("paths", Mutant.ofPaths),
    ("signatures", Mutant.ofSignatures), ("names and their constraints", Mutant.ofNames),
    ("kinds of constraints", Mutant.ofNameConstraints), ("pins", Mutant.ofPins),
    ("what a client remembers", Mutant.ofMemory), ("revocation", Mutant.ofRevocation),
    ("transparency", Mutant.ofTransparency),
    ("trust on first use", Mutant.ofFirstUse),
  ]

  /// Whether a scenario of the profile, or the recorded cell, catches it.
  private func catches(_ profile: Profile, _ scenarios: Set<String>, _ mutant: Mutant) -> Bool {
    let lines = record.lines[mutant.adapterName] ?? []
    let ids = lines.compactMap { Self.line($0, "admits") ?? Self.line($0, "is wrong about") }.map(\.0)
    return ids.contains(where: scenarios.contains) || record.cell[mutant.adapterName].map(profile.has(cell:)) == true
  }

  func page() throws -> (file: URL, text: String) {
    let chosen = try profiles.map { try scenarios(of: $0.name) }
    var text = """
      # The reach of profiles

      The mutants of `rogues-lab` that a scenario of each [profile](../guides/baseline.md#profiles) catches, or the recorded cell of one
      of its decision tables; handshakes, sessions, redirects and client certificates are measured apart from these. This page is
      generated from the record of mutants.

      | mistakes about | \(profiles.map { "`\($0.name)`" }.joined(separator: " | ")) | all |
      |\(String(repeating: "---|", count: profiles.count + 2))

      """
    for (title, mutants) in Self.topics {
      let counts = zip(profiles, chosen).map { profile, scenarios in
        String(mutants.count { catches(profile, scenarios, $0) })
      }
      text += "| \(title) | \(counts.joined(separator: " | ")) | \(mutants.count) |\n"
    }
    text += """

      ## The list of `core`

      The scenarios of `core` are computed: they are the fewest cases that catch each of these validators, with the system's store and with
      anchors of the client, or, if the mistake is about pins, with pins on leaves and on CAs.

      | validator | mistake |
      |---|---|

      """
    for name in ProfileGoal.core.mutants {
      let mutant = try #require(Mutant.all.first { $0.name == name })
      text += "| `\(name)` | \(mutant.summary) |\n"
    }
    text += """

      ## Mutants that a profile misses

      Listed for the subjects of which a profile catches at least two thirds.

      """
    for (profile, scenarios) in zip(profiles, chosen) {
      text += "\n`\(profile.name)`:"
      let missed = Self.topics.compactMap { title, mutants in
        let names = mutants.filter { !catches(profile, scenarios, $0) }.map { "`\($0.name)`" }
        guard !names.isEmpty, 3 * names.count <= mutants.count else { return nil as String? }
        return "- \(title): \(names.joined(separator: ", "))\n"
      }
      text += missed.isEmpty ? " none\n" : "\n\n" + missed.joined()
    }
    return (Self.root.appendingPathComponent("docs/records/profiles.md"), text)
  }
}
