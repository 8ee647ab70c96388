import RogueDecisions
import RogueModel
import TestSupport
import Testing

@testable import RogueScenarios

/// What is right is written down in two places that do not know each other: in the `expect` of the scenarios, and in the
/// rules of the decision tables. Where a scenario shows what a cell shows, both must say the same.
@Suite struct CounterpartTests {
  private static let scenarios = Result { try ShippedCatalogue.load(DecisionTableTests.vocabulary).scenarios }

  @Test func `the scenarios expect what the rules of the shipped tables compute`() throws {
    let scenarios = try Self.scenarios.get()
    var count = 0
    for file in try ShippedCatalogue.files(of: .table) {
      let table = try #require(LoadedTable.read(file, DecisionTableTests.vocabulary).table, "\(file.path)")
      #expect(table.findings(over: scenarios).map(\.rendered) == [])
      let counterparts = try #require(table.maker as? CellReader).source.counterparts
      #expect(!counterparts.isEmpty, "\(file.path)")
      count += counterparts.count
    }
    #expect(count > 200)
  }

  /// The findings over a scenario `pin/own` that refuses for `pin-mismatch` under the policy `leaf-spki`.
  private static func findings(_ counterparts: String, reason: String = "pin-mismatch") throws -> [String] {
    let text = DecisionTableTests.text.replacing("[pin-mismatch]", with: "[\(reason)]")
      .replacing("\nworld:", with: "\ncounterparts:\n  \(counterparts)\nworld:")
    let (table, findings) = DecisionTableTests.read(text)
    guard let table else { return findings.map(\.message) }
    var own = try #require(
      try scenarios.get().first { scenario in
        let expected = scenario.steps.last?.expectations["leaf-spki"]
        return expected?.mustCancel == true && expected?.answers.contains { $0.reasons == [.pinMismatch] } == true
      })
    own.id = "pin/own"
    return table.findings(over: [own]).map(\.message)
  }

  @Test(
    arguments: [
      ("pin/own[policy=leaf-spki]: {key: other}", nil),
      ("pin/own[policy=leaf-spki]: {host: other}", "expects the client to refuse, and the rule of the cell to accept"),
      ("pin/own[policy=leaf-spki]: {}", "expects the client to refuse"),
      ("pin/won[policy=leaf-spki]: {key: other}", "there is no scenario 'pin/won'"),
      ("pin/own[policy=system-only]: {key: other}", "has no policy 'system-only'"),
      ("pin/own[policy=leaf-spki]: {key: other, more: root}", "there is no such cell"),
      ("pin/own: {key: other}", "is no scenario with a policy"),
      ("pin/own[policy=leaf-spki]: {key: [known, other]}", "one value of the factor 'key'"),
      ("pin/own[policy=leaf-spki]: {kex: other}", "no factor 'kex'"),
    ] as [(String, String?)])
  func `a scenario that disagrees with its cell, or has none, is reported`(written: String, message: String?) throws {
    let messages = try Self.findings(written)
    if let message {
      #expect(messages.count == 1 && messages[0].contains(message), "\(messages)")
    } else {
      #expect(messages.isEmpty, "\(messages)")
    }
  }

  @Test func `another reason than that of the rule is reported`() throws {
    let messages = try Self.findings("pin/own[policy=leaf-spki]: {key: other}", reason: "expired")
    #expect(messages == ["the scenario expects pin-mismatch, and the rule of the cell expired"])
  }
}
