import RogueModel
import Testing

@testable import RogueScenarios

@Suite struct FamilyLoaderTests {
  private static let text = """
    family: trust
    title: Trust anchors
    fix:
      false-accept: Evaluate trust first.
      false-cancel: >-
        Load every
        anchor.
    """

  private func load(_ texts: (path: String, text: String)...) -> ([String: ScenarioFamily], [String]) {
    let loaded = FamilyLoader.load(texts.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
    return (loaded.families, loaded.findings.map(\.rendered))
  }

  @Test func `a family has a summary and remedies`() throws {
    let (families, findings) = load(("Scenarios/trust/family.yaml", Self.text))
    #expect(findings == [])
    let family = try #require(families["trust"])
    #expect(family.title == "Trust anchors")
    #expect(family.fix(for: .falseAccept) == "Evaluate trust first.")
    #expect(family.fix(for: .leak) == "Evaluate trust first.")
    #expect(family.fix(for: .falseCancel) == "Load every anchor.")
    #expect(family.fix(for: .error) == nil)
    #expect(family.fix(for: .pass) == nil)
  }

  @Test(arguments: [
    ("family: trust", "family: trusted", "1:9", "both must be the same"),
    ("title: Trust anchors", "name: Trust", "2:1", "unknown key 'name' in a family"),
    ("fix:", "fixes:", "3:1", "unknown key 'fixes' in a family"),
    ("false-accept", "pass", "4:3", "unknown key 'pass' in the fixes"),
    ("Evaluate trust first.", "[first]", "4:17", "expected"),
  ])
  func `an error has a position`(old: String, new: String, place: String, message: String) {
    let text = Self.text.replacing(old, with: new)
    let (families, findings) = load(("Scenarios/trust/family.yaml", text))
    #expect(families.isEmpty)
    #expect(
      findings.contains { $0.contains("Scenarios/trust/family.yaml:\(place):") && $0.contains(message) }, "\(findings)")
  }

  @Test func `of two files about one family the first counts`() {
    let second = Self.text.replacing("Trust anchors", with: "Other anchors")
    let (families, findings) = load(
      ("Scenarios/trust/family.yaml", Self.text), ("own/Scenarios/trust/family.yaml", second))
    #expect(families["trust"]?.title == "Trust anchors")
    #expect(findings.count == 1 && findings[0].contains("another file is about 'trust' already"))
  }
}
