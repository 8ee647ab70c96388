import Foundation
import RogueModel
import RogueScenarios
import TestSupport
import Testing

/// What is left out of a selection again, and what a profile chooses.
@Suite struct RestrictionTests {
  private static func body(_ level: String, _ severity: String, _ more: String = "") -> (String) -> String {
    { name in
      Fixture.scenario(more, name: name)
        .replacingOccurrences(of: "level: must", with: "level: \(level)")
        .replacingOccurrences(of: "severity: critical", with: "severity: \(severity)")
    }
  }

  private static let scenarios: [Scenario] = Fixture.load(
    ("trust/one", body("must", "critical", "tags: [seed]")("trust/one")),
    ("trust/two", body("should", "high")("trust/two")), ("time/three", body("must", "low")("time/three")),
    ("time/four", body("may", "medium", "tags: [seed]")("time/four"))
  ).scenarios

  private func ids(_ restriction: Restriction, patterns: [String] = []) -> (ids: [String], findings: [String]) {
    var selection = Selection.select(Self.scenarios, patterns: patterns, tags: [])
    selection.restrict(by: restriction, among: Self.scenarios)
    return (selection.scenarios.map(\.id), selection.findings.map(\.message))
  }

  @Test func `patterns leave out, by ids and families`() {
    #expect(ids(Restriction(skips: ["trust"])).ids == ["time/three", "time/four"])
    #expect(ids(Restriction(skips: ["trust/o*", "time/f*"])).ids == ["trust/two", "time/three"])
    #expect(Restriction.split(["trust", "!trust/one"]).chosen == ["trust"])
    #expect(Restriction.split(["trust", "!trust/one"]).skips == ["trust/one"])
  }

  @Test func `levels and severities are lower bounds`() {
    #expect(ids(Restriction(level: .must)).ids == ["trust/one", "time/three"])
    #expect(ids(Restriction(level: .should)).ids == ["trust/one", "trust/two", "time/three"])
    #expect(ids(Restriction(level: .may)).ids.count == 4)
    #expect(ids(Restriction(severity: .high)).ids == ["trust/one", "trust/two"])
    #expect(ids(Restriction(level: .must, severity: .high)).ids == ["trust/one"])
  }

  @Test func `a mistyped restriction excludes nothing silently`() {
    #expect(ids(Restriction(skips: ["trust/onr"])).findings == ["no scenario matches the pattern 'trust/onr'"])
    #expect(ids(Restriction(skips: ["trust/one[tsl=1.2]"])).findings.count == 1)
    let nothing = ids(Restriction(skips: ["time"], level: .must), patterns: ["time"])
    #expect(nothing.ids.isEmpty)
    #expect(nothing.findings == ["nothing is left of the 2 matching scenarios: level must, what is skipped"])
  }

  @Test func `an exclusion from a table without chosen cells is an error, and so is an unknown value`() throws {
    let file = try #require(try ShippedCatalogue.files(of: .table).first { $0.path.hasSuffix("/names/table.yaml") })
    let table = try #require(LoadedTable.read(file, DecisionTableTests.vocabulary).table)
    var selection = Selection.select(Self.scenarios, patterns: ["trust/one"], tags: [])
    selection.restrict(
      by: Restriction(skips: ["names/table[kind=common-name]"]), among: Self.scenarios, tables: [table])
    #expect(selection.scenarios.map(\.id) == ["trust/one"])
    #expect(selection.findings.isEmpty)
    selection.restrict(by: Restriction(skips: ["names/table[kind=none-such]"]), among: Self.scenarios, tables: [table])
    #expect(selection.findings.count == 1)
  }

  @Test func `axis values leave cases out and keep the scenario`() {
    var selection = Selection.select(Self.scenarios, patterns: ["trust/one"], tags: [])
    selection.restrict(by: Restriction(skips: ["trust/*[tls=1.2]"]), among: Self.scenarios)
    #expect(selection.scenarios.map(\.id) == ["trust/one"])
    let cases = TLSVersion.allCases.map {
      Case(scenario: selection.scenarios[0], axes: AxisValues(tls: $0, policy: "system"))
    }
    #expect(cases.filter(selection.filter.admits).map(\.axes.tls) == [.tls13])
  }

  private static let profile = """
    profile: phone
    title: A phone
    text: For phones.
    scenarios: [trust, time, "!time/three"]
    level: should
    controls:
      - {id: NET-1, title: Trust, scenarios: [trust]}
    """

  private static func load(_ text: String, path: String = "Scenarios/profiles/phone.yaml") -> (
    profiles: [Profile], findings: [Finding]
  ) {
    ProfileLoader.load([SourceFile(path: path, bytes: Array(text.utf8))])
  }

  @Test func `a profile chooses, and knows which controls a scenario tests`() throws {
    let loaded = Self.load(Self.profile)
    #expect(loaded.findings.isEmpty)
    let profile = try #require(loaded.profiles.first)
    #expect(profile.choose(Self.scenarios).chosen.map(\.id) == ["trust/one", "trust/two"])
    #expect(profile.controls.map(\.id) == ["NET-1"])
    #expect(profile.scenarios(for: profile.controls[0], among: Self.scenarios).map(\.id) == ["trust/one", "trust/two"])
    #expect(ids(Restriction(profile: profile), patterns: ["trust/two", "time"]).ids == ["trust/two"])
  }

  @Test(arguments: [
    (profile.replacingOccurrences(of: "profile: phone", with: "profile: tablet"), "both must be the same"),
    (profile.replacingOccurrences(of: "level: should", with: "level: shuold"), "expected one of"),
    (profile.replacingOccurrences(of: "title: A phone\n", with: ""), "missing key 'title'"),
    (profile.replacingOccurrences(of: "scenarios: [trust, time", with: "scenarios: [turst, time"), "turst"),
    (profile.replacingOccurrences(of: "scenarios: [trust]}", with: "scenarios: [pin]}"), "the control NET-1"),
  ])
  func `an error in a profile is a finding`(text: String, words: String) {
    let findings = ProfileLoader.findings(
      in: [SourceFile(path: "Scenarios/profiles/phone.yaml", bytes: Array(text.utf8))], over: Self.scenarios, tables: []
    )
    #expect(findings.contains { $0.message.contains(words) && $0.location != nil }, "\(findings)")
  }
}
