import RogueModel
import TestSupport
import Testing

/// Everything that is minted, read by a linter that is not ours: what is healthy has no finding without a reason, and what
/// is wrong is wrong in one way.
@Suite(.sweep) struct IndependentLintTests {
  private static let linted = Result { try LintedCatalogue.make() }

  @Test func `minted certificates have no finding except the listed ones with a reason`() throws {
    let found = try Self.linted.get().worlds.filter { !$0.codes.isEmpty }
    try Golden.check(found.map { $0.text + "\n" }.joined(), "linted-worlds.txt")
    let codes = Set(found.flatMap(\.codes))
    #expect(codes.subtracting(KnownFindings.worlds.keys).sorted() == [])
    #expect(Set(KnownFindings.worlds.keys).subtracting(codes).sorted() == [], "these do not happen any more")
  }

  @Test func `a rogue has its own finding and no second one that is not listed with its reason`() throws {
    let rogues = try Self.linted.get().rogues
    try Golden.check(rogues.map { $0.text + "\n" }.joined(), "linted-rogues.txt")
    let several = rogues.filter { $0.codes.count > 1 }.map { $0.codes.joined(separator: " ") }
    #expect(Set(several).subtracting(KnownFindings.together.keys).sorted() == [])
    #expect(Set(KnownFindings.together.keys).subtracting(several).sorted() == [], "these do not happen any more")
  }

  @Test func `the control of a must has no finding, and its rogue has one kind`() throws {
    var controls: Set<String> = []
    var rogues: Set<String> = []
    for line in try Self.linted.get().paths where line.scenario.level == .must {
      if !line.control.isEmpty { controls.insert("\(line.scenario.id): \(line.control.joined(separator: " "))") }
      if line.rogue.count > 1 { rogues.insert("\(line.scenario.id): \(line.rogue.joined(separator: " "))") }
    }
    #expect(controls.subtracting(KnownFindings.controls.keys).sorted() == [])
    #expect(Set(KnownFindings.controls.keys).subtracting(controls).sorted() == [], "these do not happen any more")
    #expect(rogues.subtracting(KnownFindings.twoFaults.keys).sorted() == [])
    #expect(Set(KnownFindings.twoFaults.keys).subtracting(rogues).sorted() == [], "these do not happen any more")
  }
}
