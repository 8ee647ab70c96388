import Foundation
import RogueModel
import RogueScenarios
import RogueTrust
import TestSupport
import Testing

/// The reference's own path validation beside OpenSSL and GnuTLS, which share no code with it: where they agree over the whole
/// catalogue, none is likely to be misread here, and where they differ docs/records/path-validation.md says who is right.
@Suite struct AgreementTests {
  private static let evaluators: [(name: String, evaluator: any PathEvaluator)] = [
    ("reference", ReferencePathEvaluator()), ("OpenSSL", OpenSSLPathEvaluator()), ("GnuTLS", GnuTLSPathEvaluator()),
  ]

  /// Who accepts what is presented under each policy: `reference, GnuTLS`, by scenario, where not all of them do the same.
  private static func differences() throws -> [String: Set<String>] {
    var differing: [String: Set<String>] = [:]
    var agreed = 0
    for scenario in WorldFixture.catalogue.scenarios {
      for step in scenario.steps {
        let hierarchy = try WorldFixture.mint(step.world)
        for recipe in scenario.policies.compactMap(step.world.policy) {
          let roots = recipe.anchors ?? step.world.stores.system + step.world.stores.user
          let question = PathQuestion(
            served: WorldFixture.der(step.world.server.present, hierarchy), anchors: WorldFixture.der(roots, hierarchy),
            hostname: WorldFixture.host(step.world), time: WorldFixture.now)
          let accepting = evaluators.filter { $0.evaluator.evaluate(question).problems.isEmpty }.map(\.name)
          if accepting.isEmpty || accepting.count == evaluators.count {
            agreed += 1
          } else {
            differing[scenario.id, default: []].insert(accepting.joined(separator: ", "))
          }
        }
      }
    }
    #expect(agreed > 1000)
    return differing
  }

  /// A row of the table: a pattern of scenarios, who accepts, who is right, the sentence.
  private struct Row {
    var scenarios: [String]
    var accepting: String
    var right: String
    var sentence: String
  }

  private static func rows() throws -> [Row] {
    let text = try ShippedCatalogue.text("docs/records/path-validation.md")
    let section = try #require(text.components(separatedBy: "\n## Differences\n").dropFirst().first)
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    return lines.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(
        scenarios: cells[0].split(separator: ",").map { $0.filter { $0 != "`" && $0 != " " } }, accepting: cells[1],
        right: cells[2], sentence: cells[3])
    }
  }

  @Test func `the page lists every difference, who accepts, and the sentence that says who is right`() throws {
    let differences = try Self.differences()
    let rows = try Self.rows()
    for (id, accepting) in differences.sorted(by: { $0.key < $1.key }) {
      for who in accepting where !rows.contains(where: { $0.scenarios.contains(id) && $0.accepting == who }) {
        Issue.record("\(id): \(who) accepts, and the page does not say so")
      }
    }
    for row in rows {
      #expect(["reference", "either"].contains(row.right), "\(row.scenarios)")
      #expect(row.sentence.contains("RFC ") || row.sentence.contains("X.690"), "\(row.scenarios)")
      for id in row.scenarios where differences[id]?.contains(row.accepting) != true {
        Issue.record("\(id) is on the page with \(row.accepting), and it is not so")
      }
    }
  }

  @Test(arguments: [
    "pinned.rogues.test", "PINNED.rogues.test", "pinned.rogues.test.", "other.rogues.test", "rogues.test",
    "a.pinned.rogues.test", "pinned.rogues.test..", "127.0.0.1",
  ])
  func `all read names alike`(name: String) throws {
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
    let (first, last) = (WorldFixture.now + recipe.notBefore, WorldFixture.now + recipe.notAfter)
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

  @Test func `any certificate may be an anchor, and none trusts nothing`() throws {
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
