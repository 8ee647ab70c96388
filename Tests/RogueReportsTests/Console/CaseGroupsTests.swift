import RogueModel
import Testing

@testable import RogueReports

@Suite struct CaseGroupsTests {
  private static let scenario = "trust/unknown-ca"

  private func result(_ policy: String, _ verdict: Verdict, _ explanation: String = "because") -> CaseResult {
    SampleRun.result("curl", Self.scenario, policy: policy, Judgement(verdict, explanation))
  }

  private func planned(_ results: [CaseResult]) -> [PlannedCase] {
    results.map {
      PlannedCase(
        adapter: $0.adapter, caseID: $0.caseID, scenario: $0.scenario, level: $0.level, severity: $0.severity,
        unsupported: nil)
    }
  }

  @Test func `a scenario is shown when its last case is over, one group for each verdict, the worst first`() throws {
    let results = [result("a", .falseCancel), result("b", .pass), result("c", .falseAccept), result("d", .falseAccept)]
    var groups = CaseGroups()
    groups.begin(planned(results))
    var shown: [CaseGroups.Ended] = []
    for (index, result) in results.enumerated() {
      let now = groups.add(result, isAwaited: true, isLoud: result.judgement.verdict != .pass)
      #expect(now.isEmpty == (index < 3))
      shown += now
    }
    #expect(shown.map(\.cases) == [[results[2].caseID, results[3].caseID], [results[0].caseID]])
    let memory = ResultMemory()
    for result in results { memory.record(.caseFinished(result)) }
    #expect(try shown[0].group(RunTable(memory)).extent == "2 of 4 cases: 2 of 4 policies (c, d)")
    let left = groups.end()
    #expect(left.isEmpty)
  }

  @Test func `results before an interrupt are shown at the end`() {
    let results = [result("a", .falseAccept), result("b", .falseAccept)]
    var groups = CaseGroups()
    groups.begin(planned(results))
    let early = groups.add(results[0], isAwaited: true, isLoud: true)
    let (left, none) = (groups.end(), groups.end())
    #expect(early.isEmpty && none.isEmpty)
    #expect(left.map(\.cases) == [[results[0].caseID]])
  }

  @Test func `a case that is judged again while its block is held back replaces itself`() {
    let results = [result("a", .falseAccept), result("b", .falseAccept)]
    var groups = CaseGroups()
    groups.begin(planned(results))
    _ = groups.add(results[0], isAwaited: true, isLoud: true)
    let isReplaced = groups.revise(result("a", .inconclusive), isLoud: false)
    #expect(isReplaced)
    let shown = groups.add(results[1], isAwaited: true, isLoud: true)
    #expect(shown.map(\.cases) == [[results[1].caseID]])
    let isReplacedAgain = groups.revise(result("b", .inconclusive), isLoud: false)
    #expect(!isReplacedAgain)
  }

  @Test func `a block lists the cases, other results and the remedy`() {
    var first = result("a", .falseAccept, "the nonce came back")
    first.fix = "Evaluate trust first."
    first.references = ["RFC 5280, section 6"]
    let group = CaseGroups.Group(
      results: [
        first, result("b", .falseAccept, "the request arrived"), result("c", .falseAccept, "the nonce came back"),
      ],
      asked: ["a", "b", "c", "d"].map { AxisValues(tls: .tls13, policy: $0) })
    let text = FailureBlock(group: group, style: ReportStyle(width: 100), isFull: false).text
    #expect(text.hasPrefix("✗ FALSE-ACCEPT  trust/unknown-ca  curl  (must, critical, 17 ms)\n"))
    #expect(text.contains("  rule       RFC 5280, section 6\n"))
    #expect(text.contains("  the nonce came back (3 of 4 cases: 3 of 4 policies (a, b, c))\n"))
    #expect(text.contains("  also       [tls=1.3,policy=b]: the request arrived\n"))
    #expect(text.contains("  fix        Evaluate trust first.\n"))
    #expect(text.contains("  control    accepted the same server without the fault\n"))
  }

  /// Names and requests are the client's: none of its words makes a line the decisive one.
  @Test func `the line at which the client should have stopped is found by events, not by texts`()
    throws
  {
    var result = SampleRun.falseAccept
    result.steps[0].observation.connections[0].clientHello?.serverName =
      "91 application bytes from the client"
    let lines = FailureBlock(result: result, style: ReportStyle(width: 100)).text.split(
      separator: "\n")
    let marked = lines.filter { $0.contains("here it should have stopped") }
    #expect(
      marked.count == 1 && marked[0].contains("→ 91 application bytes from the client: GET /a3f9"))
    #expect(lines.contains { $0.contains("← certificate flight, 2 entries") })
    #expect(
      lines.contains {
        $0.contains("ClientHello sni=91 application bytes") && !$0.contains("stopped")
      })
    // A long command is for the evidence, and for who asks.
    let brief = CaseGroups.Group(results: [result], asked: [result.axes])
    #expect(
      !FailureBlock(group: brief, style: ReportStyle(width: 100), isFull: false).text.contains(
        "  command "))
    #expect(
      FailureBlock(group: brief, style: ReportStyle(width: 100), isFull: true).text.contains(
        "  command "))
  }
}
