import RogueModel
import Testing

@testable import RogueScenarios

@Suite struct ScenarioFolderTests {
  @Test(arguments: [
    ("Scenarios/names/wrong-host.yaml", ScenarioFolder.Subject.scenario), ("names/wrong-host.yaml", .scenario),
    ("Scenarios/names/table.yaml", .table), ("Scenarios/names/address-table.yaml", .table),
    ("Scenarios/names/address-table.yml", .table), ("Scenarios/names/tables.yaml", .scenario),
    ("Scenarios/names/family.yaml", .family), ("Scenarios/names/family-name.yaml", .scenario),
    ("Scenarios/profiles/core.yaml", .profile), ("own/Scenarios/profiles/table.yaml", .profile),
    ("Scenarios/profiles.yaml", .scenario),
  ])
  func `the path determines the kind of a file`(path: String, subject: ScenarioFolder.Subject) {
    #expect(ScenarioFolder.subject(of: path) == subject)
    #expect(SourceFile(path: path, bytes: []).subject == subject)
  }

  @Test func `a table has the name of its file`() {
    func read(_ path: String, isNamed: Bool = false) -> [String] {
      LoadedTable.read(
        SourceFile(path: path, bytes: Array(DecisionTableTests.text.utf8), isNamed: isNamed),
        DecisionTableTests.vocabulary
      ).findings.map(\.rendered)
    }
    #expect(read("Scenarios/pin/small.yaml") == [])
    let findings = read("Scenarios/pin/other-table.yaml")
    #expect(findings.count == 1)
    #expect(findings[0].contains("the table is called 'pin/small', its file 'pin/other-table'; both must be the same"))
    // The user named the file, wherever it is.
    #expect(read("draft.yaml", isNamed: true) == [])
  }
}
