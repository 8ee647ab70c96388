import RogueModel
import TestSupport
import Testing

@testable import RogueScenarios

/// The families of this repository.
@Suite struct FamiliesTests {
  private static let known = Result { try ShippedCatalogue.families() }
  private static let catalogue = Result { try ShippedCatalogue.load(DecisionTableTests.vocabulary) }

  /// The verdicts that fail a run and that a scenario can lead to, by what it expects.
  private static func verdicts(of scenario: Scenario) -> Set<Verdict> {
    var verdicts: Set<Verdict> = []
    for expectation in scenario.steps.flatMap(\.expectations.values) {
      if expectation.mustCancel { verdicts.insert(.falseAccept) }
      if expectation.clientHello != Settings() { verdicts.insert(.badClientHello) }
      for answer in expectation.answers {
        if answer.disposition == .accept { verdicts.insert(.falseCancel) }
        if answer.clientChain != nil { verdicts.insert(.badClientChain) }
        if answer.identityWithheld { verdicts.insert(.certificateLeak) }
      }
    }
    return verdicts
  }

  @Test func `every family has a remedy for each verdict that its scenarios can produce`() throws {
    let families = try Self.known.get()
    let scenarios = try Self.catalogue.get().scenarios
    var missing: Set<String> = []
    for scenario in scenarios where scenario.level != .may {
      let family = String(scenario.id.prefix { $0 != "/" })
      for verdict in Self.verdicts(of: scenario) where families[family]?.fix(for: verdict) == nil {
        missing.insert("\(family): \(verdict.rawValue)")
      }
    }
    #expect(missing.sorted() == [])
  }

  @Test func `every family has a folder`() throws {
    let ids = try Self.catalogue.get().scenarios.map(\.id) + ShippedCatalogue.tables()
    let used = Set(ids.map { String($0.prefix { $0 != "/" }) })
    #expect(Set(try Self.known.get().keys).subtracting(used).sorted() == [])
  }

  /// A reader of a block reads it once.
  @Test func `advice is short`() throws {
    for family in try Self.known.get().values {
      for (verdict, text) in family.fixes {
        #expect(text.count <= 330 && WhyCheck.problem(with: text) == nil, "\(family.name): \(verdict): \(text.count)")
      }
    }
  }
}
