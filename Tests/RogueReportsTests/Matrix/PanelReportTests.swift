import RogueModel
import Testing

@testable import RogueReports

@Suite struct PanelReportTests {
  private static func decided(
    _ adapter: String, _ scenario: String, _ said: Statement.Said, _ verdict: Verdict = .pass
  ) -> RunEvent {
    let step = SampleRun.step(.statement(Statement(said: said)), Observation(), Judgement(verdict, ""))
    return .caseFinished(SampleRun.result(adapter, scenario, Judgement(verdict, ""), steps: [step]))
  }

  private static let events = [
    decided("a", "x/one", .accept), decided("b", "x/one", .cancel, .falseCancel), decided("c", "x/one", .cancel),
    decided("a", "x/two", .cancel), decided("b", "x/two", .cancel), decided("c", "x/two", .accept, .falseAccept),
    decided("a", "x/three", .accept), decided("b", "x/three", .rejectProtectionSpace),
    decided("c", "x/three", .cancel, .deviation),
    // Alike, and what is no decision.
    decided("a", "x/four", .accept), decided("b", "x/four", .accept), decided("c", "x/four", .accept),
    decided("a", "x/five", .accept), decided("b", "x/five", .cancel, .inconclusive), decided("c", "x/five", .cancel),
    decided("a", "x/six", .accept), decided("b", "x/six", .defaultHandling), decided("c", "x/six", .cancel),
    .caseFinished(SampleRun.result("d", "x/one", Judgement(.unsupported, ""))),
  ]

  @Test func `every combination counts once, with the cases that all decided`() {
    let panel = PanelReport(CaseRows(events: Self.events))
    #expect(panel.adapters == ["a", "b", "c"])
    #expect(panel.judged == 4 && panel.possible == 6)
    #expect(panel.differing.map(\.accepts) == [[true, false, false], [false, false, true]])
    #expect(panel.differing[0].cases.map { $0.prefix { $0 != "[" } } == ["x/one", "x/three"])
    #expect(
      Set(panel.missing) == [[false, true, false], [true, true, false], [true, false, true], [false, true, true]])
  }

  @Test func `a panel may be part of a run`() {
    let panel = PanelReport(CaseRows(events: Self.events), adapters: ["c", "a"])
    #expect(panel.differing.map(\.accepts) == [[true, false], [false, true]])
    #expect(panel.judged == 6 && panel.missing == [])
    let lines = panel.text(style: ReportStyle()).split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    #expect(
      lines.prefix(3) == [
        "2 validators: c, a", "6 cases that all of them decided", "2 of 2 combinations in which they differ",
      ])
    #expect(lines.last?.hasPrefix("cancel  accept  4      x/one[") == true, "\(lines)")
  }

  @Test func `a run without decisions has no combinations`() {
    let panel = PanelReport(CaseRows(events: Self.events), adapters: ["d"])
    #expect(panel.patterns.isEmpty && panel.possible == nil && panel.missing.isEmpty)
  }
}
