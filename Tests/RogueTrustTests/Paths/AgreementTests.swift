import Foundation
import RogueDecisions
import RogueEngines
import RogueModel
import RoguePKI
import RogueScenarios
import RogueStimuli
import RogueTrust
import TestSupport
import Testing

/// The reference's own path validation beside five libraries, which share no code with it: where they agree over the whole
/// catalogue, none is likely to be misread here, and where they differ docs/records/path-validation.md says who is right.
@Suite struct AgreementTests {
  private static let evaluators: [(name: String, evaluator: any PathEvaluator)] = [
    ("reference", ReferencePathEvaluator()), ("OpenSSL", OpenSSLPathEvaluator()), ("GnuTLS", GnuTLSPathEvaluator()),
  ]

  /// What is presented by one step under one policy.
  private struct Presented: Sendable {
    /// The scenario, or the cell of a table with its values.
    var id: String
    var question: PathQuestion
  }

  private static func presented(by scenarios: [Scenario]) throws -> [Presented] {
    try scenarios.flatMap { scenario in
      try scenario.steps.flatMap { step in
        let hierarchy = try WorldFixture.mint(step.world)
        return scenario.policies.compactMap(step.world.policy).map { recipe in
          let roots = recipe.anchors ?? step.world.stores.system + step.world.stores.user
          let question = PathQuestion(
            served: WorldFixture.der(step.world.server.present, hierarchy), anchors: WorldFixture.der(roots, hierarchy),
            hostname: WorldFixture.host(step.world), time: WorldFixture.now)
          return Presented(id: scenario.id, question: question)
        }
      }
    }
  }

  /// The chosen cells of the tables about paths.
  private static func cells() throws -> [Scenario] {
    let families: Set = ["ca", "chain", "name-constraints", "names", "time", "trust"]
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    let tables = try ShippedCatalogue.files(of: .table).compactMap { LoadedTable.read($0, vocabulary).table }
    return tables.filter { families.contains(String($0.table.id.prefix { $0 != "/" })) }.flatMap { loaded in
      (loaded.cover()?.cells ?? []).compactMap { loaded.scenario(of: $0).scenario }
    }
  }

  /// Who accepts each of them, by name; the reference is the first of all.
  private static func accepting(_ presented: [Presented], libraries: [PathLibrary]) throws -> [[String]] {
    let questions = presented.map(\.question)
    var accepting = questions.map { question in
      evaluators.filter { $0.evaluator.evaluate(question).problems.isEmpty }.map(\.name)
    }
    for library in libraries {
      for (index, accepts) in try library.answers(to: questions).enumerated() where accepts {
        accepting[index].append(library.name)
      }
    }
    return accepting
  }

  /// A row of a table: patterns, who accepts or differs, who is right, the sentence.
  private struct Row {
    var patterns: [String]
    var who: String
    var right: String
    var sentence: String

    var names: [String] { who.components(separatedBy: ", ") }
  }

  private static func rows(under heading: String) throws -> [Row] {
    let text = try ShippedCatalogue.text("docs/records/path-validation.md")
    let section = try #require(text.components(separatedBy: "\n| \(heading) |").dropFirst().first)
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).prefix {
      $0.hasPrefix("| `")
    }
    let rows = lines.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let quoted = cells[0].split(separator: "`", omittingEmptySubsequences: false).enumerated()
      return Row(
        patterns: quoted.filter { $0.offset % 2 == 1 }.map { String($0.element) }, who: cells[1], right: cells[2],
        sentence: cells[3])
    }
    for row in rows {
      #expect(["reference", "either"].contains(row.right), "\(row.patterns)")
      #expect(row.sentence.contains("RFC ") || row.sentence.contains("X.690"), "\(row.patterns)")
    }
    return rows
  }

  /// The page's first table against what these accept who are named.
  private static func compare(_ presented: [Presented], _ accepting: [[String]], among all: [String]) throws {
    var differences: [String: Set<[String]>] = [:]
    for (one, names) in zip(presented, accepting) where !names.isEmpty && names.count < all.count {
      differences[one.id, default: []].insert(names)
    }
    #expect(presented.count - differences.count > 1000)
    var page: [String: Set<[String]>] = [:]
    for row in try rows(under: "scenarios") {
      let names = row.names.filter(all.contains)
      guard !names.isEmpty, names.count < all.count else { continue }
      for id in row.patterns { page[id, default: []].insert(names) }
    }
    for (id, found) in differences.sorted(by: { $0.key < $1.key }) {
      for names in found.subtracting(page[id] ?? []) {
        Issue.record("\(id): \(names.joined(separator: ", ")) accept, and the page does not say so")
      }
    }
    for (id, said) in page.sorted(by: { $0.key < $1.key }) {
      for names in said.subtracting(differences[id] ?? []) {
        Issue.record("\(id) is on the page with \(names.joined(separator: ", ")), and it is not so")
      }
    }
  }

  @Test func `the page lists every difference, who accepts, and the clause that decides`() throws {
    let presented = try Self.presented(by: WorldFixture.catalogue.scenarios)
    let accepting = try Self.accepting(presented, libraries: [])
    try Self.compare(presented, accepting, among: Self.evaluators.map(\.name))
  }

  @Test(.sweep) func `the page lists the results of Go, JSSE and NSS, too, with the cells of the tables`() throws {
    let scenarios = try Self.presented(by: WorldFixture.catalogue.scenarios)
    let cells = try Self.presented(by: try Self.cells())
    #expect(cells.count > 2000)
    let accepting = try Self.accepting(scenarios + cells, libraries: PathLibrary.all)
    let all = Self.evaluators.map(\.name) + PathLibrary.all.map(\.name)
    try Self.compare(scenarios, Array(accepting.prefix(scenarios.count)), among: all)

    let rows = try Self.rows(under: "cells").flatMap { row in
      // "Go, NSS accept", "JSSE refuses".
      let words = row.who.split(separator: " ")
      let verb = words.last.map { $0.hasPrefix("accept") ? "accepts" : "refuses" } ?? ""
      let names = words.dropLast().map { $0.filter { $0 != "," } }
      return row.patterns.flatMap { pattern in names.map { (pattern: pattern, saying: "\($0) \(verb)") } }
    }
    var needed: Set<String> = []
    for (cell, names) in zip(cells, accepting.dropFirst(scenarios.count)) {
      let accepts = names.contains("reference")
      for name in all where names.contains(name) != accepts {
        let saying = "\(name) \(accepts ? "refuses" : "accepts")"
        let fitting = rows.filter { $0.saying == saying && Self.fits(cell.id, $0.pattern) }
        if fitting.isEmpty { Issue.record("\(cell.id): \(saying), and the page does not say so") }
        needed.formUnion(fitting.map { "\($0.pattern): \($0.saying)" })
      }
    }
    for row in rows where !needed.contains("\(row.pattern): \(row.saying)") {
      Issue.record("\(row.pattern) is on the page with '\(row.saying)', and it is so of no cell")
    }
  }

  /// Whether a cell has the values that a pattern names.
  private static func fits(_ cell: String, _ pattern: String) -> Bool {
    func parts(_ text: String) -> (table: Substring, values: Set<Substring>) {
      let table = text.prefix { $0 != "[" }
      return (table, Set(text.dropFirst(table.count + 1).dropLast().split(separator: ",")))
    }
    let (cell, pattern) = (parts(cell), parts(pattern))
    return cell.table == pattern.table && pattern.values.isSubset(of: cell.values)
  }

  @Test(arguments: [
    "pinned.rogues.test", "PINNED.rogues.test", "pinned.rogues.test.", "other.rogues.test", "rogues.test",
    "a.pinned.rogues.test", "pinned.rogues.test..", "127.0.0.1",
  ])
  func `all libraries read names alike`(name: String) throws {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let hierarchy = try WorldFixture.mint(world)
    let question = PathQuestion(
      served: WorldFixture.der(world.server.present, hierarchy), anchors: WorldFixture.der(["root"], hierarchy),
      hostname: name,
      time: WorldFixture.now)
    let isRight = ["pinned.rogues.test", "PINNED.rogues.test", "pinned.rogues.test."].contains(name)
    for (who, evaluator) in Self.evaluators {
      let problems = evaluator.evaluate(question).problems
      #expect(problems.map(\.reason) == (isRight ? [] : [.nameMismatch]), "\(who)")
    }
  }

  @Test(arguments: ["leaf", "issuing"])
  func `the first and the last second are in, and the seconds around them are not`(name: String) throws {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let hierarchy = try WorldFixture.mint(world)
    let recipe = try #require(world.certificate(name))
    let (first, last) = (WorldFixture.now + recipe[NotBefore.self], WorldFixture.now + recipe[NotAfter.self])
    // Below an anchor without dates of its own in the way, each certificate is tried at its own ends.
    let anchor = name == "leaf" ? "issuing" : "root"
    let served = name == "leaf" ? ["leaf", "issuing"] : ["issuing"]
    for (who, evaluator) in Self.evaluators {
      func reasons(at time: Int64) -> [Reason] {
        let question = PathQuestion(
          served: WorldFixture.der(served, hierarchy), anchors: WorldFixture.der([anchor], hierarchy), hostname: nil,
          purpose: .any,
          time: time)
        return evaluator.evaluate(question).problems.filter { $0.index ?? 0 == 0 }.map(\.reason)
      }
      #expect(reasons(at: first).isEmpty && reasons(at: last).isEmpty, "\(who)")
      #expect(reasons(at: first - 1).contains(.notYetValid), "\(who)")
      #expect(reasons(at: last + 1).contains(.expired), "\(who)")
    }
  }

  @Test func `any certificate may be an anchor, and no anchors trust nothing`() throws {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let hierarchy = try WorldFixture.mint(world)
    for (who, evaluator) in Self.evaluators {
      for anchor in ["root", "issuing", "leaf"] {
        let question = PathQuestion(
          served: WorldFixture.der(world.server.present, hierarchy), anchors: WorldFixture.der([anchor], hierarchy),
          hostname: WorldFixture.host(world), time: WorldFixture.now)
        // GnuTLS looks for issuers only: a leaf is trusted by name there, not as an anchor.
        let isKnown = anchor == "leaf" && who == "GnuTLS"
        #expect(evaluator.evaluate(question).problems.isEmpty != isKnown, "\(anchor) \(who)")
      }
      let nothing = PathQuestion(
        served: WorldFixture.der(world.server.present, hierarchy), anchors: [], hostname: WorldFixture.host(world),
        time: WorldFixture.now)
      #expect(!evaluator.evaluate(nothing).problems.isEmpty, "\(who)")
    }
  }
}
