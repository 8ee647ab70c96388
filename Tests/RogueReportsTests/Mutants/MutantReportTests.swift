import RogueLab
import RogueModel
import Testing

@testable import RogueReports

@Suite struct MutantReportTests {
  private static func mutant(_ name: String) -> AdapterDescription {
    AdapterDescription(
      name: name, door: .inProcess, library: "built in", version: "1", capabilities: [], summary: "forgets \(name)")
  }

  private static func report(_ results: [CaseResult]) -> MutantReport {
    var header = SampleRun.header(.compare)
    header.adapters = ["a", "b", "c"].map(mutant)
    header.planned = []
    return MutantReport(CaseRows(events: [.started(header)] + results.map { .caseFinished($0) }))
  }

  private static func result(
    _ mutant: String, _ scenario: String, _ verdict: Verdict, level: Level = .must, isHealthy: Bool = false
  ) -> CaseResult {
    SampleRun.result(
      mutant, scenario, level: level, Judgement(verdict, "because"),
      control: isHealthy ? nil : Judgement(.pass, "accepted"))
  }

  @Test func `a mutant is caught by failures alone`() {
    let report = Self.report([
      Self.result("a", "x/one", .falseAccept), Self.result("a", "x/two", .deviation), Self.result("b", "x/one", .pass),
      Self.result("b", "x/two", .inconclusive), Self.result("c", "x/one", .unsupported),
    ])
    #expect(report.mutants.map(\.caughtBy) == [["x/one"], [], []])
    #expect(report.survivors.map(\.name) == ["b"])
    #expect(report.scenarios.map(\.catches) == [["a"], []])
    #expect(report.idle.map(\.id) == ["x/two"])
    let text = report.text(style: ReportStyle())
    #expect(text.hasPrefix("1 mutant of 2 caught by 2 scenarios\n  1 did not run"))
    #expect(text.contains("survivors: no scenario here shows their mistake\n  b  forgets b\n"))
    #expect(text.contains("idle: no mutant here falls for these\n  must  x/two\n"))
  }

  @Test func `a scenario of level may catches no mutant`() {
    let report = Self.report([Self.result("a", "x/may", .falseAccept, level: .may)])
    #expect(report.mutants.map(\.caughtBy) == [[], [], []])
    #expect(report.survivors.map(\.name) == ["a"])
  }

  @Test func `healthy scenarios and those of level may are never idle`() {
    let report = Self.report([
      Self.result("a", "healthy/one", .pass, isHealthy: true), Self.result("a", "x/may", .pass, level: .may),
      Self.result("b", "healthy/one", .falseCancel, isHealthy: true),
    ])
    #expect(report.idle.isEmpty)
    #expect(report.scenarios.map(\.isHealthy) == [true, false])
    #expect(report.survivors.map(\.name) == ["a"])
    #expect(report.json["survivors"]?.array == [.string("a")])
  }
}
