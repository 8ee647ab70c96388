@testable import RogueLab
import RogueModel
import RogueYAML
import TestSupport
import Testing

/// docs/records/planted-bugs.md, which is made from planted-bugs.yaml beside it.
@Suite struct PlantedBugsTests {
  struct BugSet {
    var number: String
    var note: String
    var bugs: [[String: String]]

    func count(_ holds: ([String: String]) -> Bool) -> Int { bugs.count(where: holds) }
  }

  static let keys: Set<String> = [
    "bug", "topic", "source", "as", "mistake", "effect", "shown", "mutant", "first", "missed", "now", "also",
    "unmeasured", "unplanted",
  ]

  /// Why nothing catches a bug now; nil: something does, or no mutant has it.
  private static func uncaught(_ bug: [String: String]) -> String? {
    guard bug["first"] ?? bug["now"] == nil, let mutant = bug["mutant"] else { return nil }
    return Mutant.all.first { mutant == "mutant-\($0.name)" }?.uncaught
  }

  static let batches: [BugSet] = {
    let file = "docs/records/planted-bugs.yaml"
    guard let text = try? ShippedCatalogue.text(file),
      let node = try? YAMLParser.parse(Array(text.utf8), file: file), case .mapping(let root) = node
    else { return [] }
    return mappings(root["batches"]).map { batch in
      BugSet(
        number: scalar(batch["batch"]), note: scalar(batch["note"]),
        bugs: mappings(batch["bugs"]).map { bug in
          Dictionary(uniqueKeysWithValues: bug.entries.map { ($0.key.text, scalar($0.value)) })
        })
    }
  }()

  private static func mappings(_ node: YAMLNode?) -> [YAMLNode.Mapping] {
    guard case .sequence(let list) = node else { return [] }
    return list.items.compactMap { if case .mapping(let mapping) = $0 { mapping } else { nil } }
  }

  private static func scalar(_ node: YAMLNode?) -> String {
    if case .scalar(let scalar) = node { scalar.text } else { "" }
  }

  @Test func `every bug has a number, a mistake or an earlier bug that it repeats, and a mutant or a reason`() {
    let mutants = Set(MutantAdapters.all.map(\.description.name))
    let bugs = Self.batches.flatMap(\.bugs)
    #expect(Self.batches.count >= 11 && Self.batches.allSatisfy { $0.bugs.count >= 40 && !$0.note.isEmpty })
    let numbers = bugs.compactMap { $0["bug"].flatMap(Int.init) }
    #expect(numbers.count == bugs.count && numbers == Set(numbers).sorted())
    for bug in bugs {
      let number = bug["bug"] ?? ""
      #expect(Set(bug.keys).isSubset(of: Self.keys), "\(number)")
      #expect(bug["topic"] != nil && bug["effect"] != nil, "\(number)")
      #expect(bug["mistake"] != nil || bug["as"].flatMap(Int.init).map(numbers.contains) == true, "\(number)")
      if let mutant = bug["mutant"] {
        #expect(mutants.contains(mutant) && bug["unplanted"] == nil, "\(number): \(mutant)")
        #expect(bug["first"] ?? bug["now"] ?? Self.uncaught(bug) != nil, "\(number): neither caught nor excused")
      } else {
        #expect(bug["unplanted"] ?? bug["unmeasured"] != nil, "\(number)")
      }
      #expect(bug["first"] == nil || bug["missed"] ?? bug["unmeasured"] == nil, "\(number)")
    }
  }

  @Test func `the page of planted bugs is made from their file`() throws {
    var text = """
      # Planted bugs

      We measured detection with bugs collected independently of the scenarios. A batch has forty or sixty one-decision bugs, drawn
      from the sources and documents of real libraries. Each is a mutant of the reference or of a client. `DecisionTests` runs those
      of the reference on every [decision table](../explanation/decisions.md), `DecisionClientTests` those of the client on the
      tables that are about them; both fail if nothing catches one. This page is generated from [planted-bugs.yaml](planted-bugs.yaml).

      | batch | caught at the first try | of these, by mutants that existed | mutants now | caught now |
      |---|---|---|---|---|

      """
    for batch in Self.batches {
      let measured = batch.count { $0["unmeasured"] == nil }
      let first = batch.count { $0["first"] != nil }
      let known = batch.count { $0["first"]?.hasPrefix("existing mutant") == true }
      let mutants = batch.count { $0["mutant"] != nil }
      let uncaught = batch.count { Self.uncaught($0) != nil }
      let share = (Double(first) * 1000 / Double(measured)).rounded() / 10
      text += """
        | \(batch.number) | \(first) of \(measured) (\(share) %) | \(known) | \(mutants) | \(mutants - uncaught) |

        """
    }
    for batch in Self.batches {
      let isShown = batch.bugs.contains { $0["shown"] != nil }
      text += """

        ## Batch \(batch.number)

        \(batch.note)

        | | area | \(isShown ? "" : "source | ")mistake | \(isShown ? "what shows it | " : "")mutant | caught at first by | now |
        |\(String(repeating: "---|", count: 7))

        """
      for bug in batch.bugs { text += "| \(Self.cells(bug, isShown: isShown).joined(separator: " | ")) |\n" }
    }
    try GeneratedDocumentTests.check(text, "records/planted-bugs.md")
  }

  private static func cells(_ bug: [String: String], isShown: Bool) -> [String] {
    let mistake = [bug["mistake"].map { "\($0)." }, bug["as"].map { "As \($0)." }, bug["effect"].map { "\($0)." }]
    let unmeasured = bug["unmeasured"].map { "not measured: \($0)" }
    let now = [bug["now"], bug["also"].map { "also \($0)" }, uncaught(bug).map { "**nothing**: \($0)" }]
    return [
      bug["bug"] ?? "", bug["topic"] ?? "", isShown ? nil : bug["source"] ?? "",
      mistake.compactMap(\.self).joined(separator: " "), isShown ? bug["shown"] ?? "" : nil,
      bug["mutant"].map { "`\($0)`" } ?? bug["unplanted"].map { "– (\($0))" } ?? "–",
      bug["first"] ?? unmeasured ?? bug["missed"].map { "– (\($0))" } ?? "–",
      now.compactMap(\.self).joined(separator: "; "),
    ].compactMap(\.self)
  }
}
