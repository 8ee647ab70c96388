import RogueModel
import Testing

@testable import RogueReports

/// What changed between two runs, and when they cannot be compared.
@Suite struct RunDiffTests {
  private func diff(
    _ before: KeyValuePairs<String, Verdict>, _ after: KeyValuePairs<String, Verdict>, level: Level = .must
  ) throws -> RunDiff {
    try RunDiff(
      try SampleRun.log("a", SampleRun.run(before, level: level)),
      try SampleRun.log("b", SampleRun.run(after, level: level)))
  }

  private static let failing: Set<Verdict> = [
    .falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak, .error, .unstable,
  ]
  private static let unjudged: Set<Verdict> = [.inconclusive, .unsupported, .harnessError, .notRun]

  @Test(arguments: Verdict.allCases) func `each change of a verdict has its kind`(before: Verdict) throws {
    for after in Verdict.allCases {
      let rows = try diff(["a/b": before], ["a/b": after]).rows
      let grave: Set<Verdict> = [.falseAccept, .leak, .certificateLeak]
      let expected: RunDiff.Kind? =
        if before == after {
          nil
        } else if Self.failing.contains(after), !Self.failing.contains(before) {
          .regressed
        } else if grave.contains(after), !grave.contains(before) {
          .regressed
        } else if Self.failing.contains(before), Self.failing.contains(after) || Self.unjudged.contains(after) {
          .changed
        } else if Self.failing.contains(before) {
          .fixed
        } else if Self.unjudged.contains(before), Self.unjudged.contains(after) {
          .changed
        } else if Self.unjudged.contains(after) {
          .unproven
        } else if Self.unjudged.contains(before) {
          .judged
        } else {
          .changed
        }
      #expect(rows.map(\.kind) == [expected].compactMap(\.self), "\(before) to \(after)")
    }
  }

  @Test func `a case of one run only is new or gone, and fails nothing`() throws {
    let diff = try diff(["a/b": .pass, "a/old": .falseAccept], ["a/b": .pass, "a/new": .pass])
    #expect(diff.rows.map(\.kind) == [.new, .gone] && diff.common == 1)
    #expect(!diff.hasRegressed && !diff.isUnproven)
  }

  @Test func `the page shows every change, the worst first, and loads nothing`() throws {
    let page = try diff(
      ["a/<b>": .pass, "a/old": .falseAccept, "a/was": .falseAccept],
      ["a/<b>": .falseAccept, "a/new": .pass, "a/was": .pass]
    ).page
    let order = [
      "<h1>Regressed", ">Regressed (1)", "a/&lt;b&gt;", ">Fixed (1)", "a/was", ">New (1)", "a/new", ">Gone (1)",
      "a/old",
    ]
    var rest = page[...]
    for part in order {
      let found = try #require(rest.firstRange(of: part), "\(part) is missing, or too early")
      rest = rest[found.upperBound...]
    }
    #expect(!page.contains("<b>") && !page.contains("src=") && !page.contains("href="))
    #expect(page.utf8.count < 40_000)
  }

  @Test func `a difference at level may is shown and fails nothing`() throws {
    let diff = try diff(["a/b": .pass], ["a/b": .falseAccept], level: .may)
    #expect(diff.rows.map(\.kind) == [.regressed] && !diff.hasRegressed)
    #expect(diff.text(style: ReportStyle(color: false, unicode: true, width: 100)).contains("for information (1)"))
  }

  @Test func `another reason is a change`() throws {
    func run(_ reason: Reason) -> [RunEvent] {
      SampleRun.run(["a/b": .pass]) { result in
        result.steps = [
          SampleRun.step(
            .statement(Statement(said: .cancel, reason: reason)), SampleRun.refused, Judgement(.pass, ""))
        ]
      }
    }
    let same = try RunDiff(try SampleRun.log("a", run(.expired)), try SampleRun.log("b", run(.expired)))
    #expect(same.rows.isEmpty)
    let other = try RunDiff(try SampleRun.log("a", run(.expired)), try SampleRun.log("b", run(.untrusted)))
    #expect(other.rows.map(\.kind) == [.changed])
    #expect(other.rows[0].before == "pass (expired)" && other.rows[0].after == "pass (untrusted)")
  }

  @Test func `rows are the worst first, and cases of a scenario together`() throws {
    func run(_ verdict: Verdict) -> [RunEvent] {
      let small = SampleRun.result("curl", "a/small", level: .should, Judgement(verdict, ""))
      var low = SampleRun.result("curl", "a/low", Judgement(verdict, ""))
      low.severity = .low
      let twice = TLSVersion.allCases.map {
        SampleRun.result("curl", "a/critical", tls: $0, Judgement(verdict, ""))
      }
      var events = SampleRun.run([:])
      guard case .started(var header) = events[0] else { return [] }
      let results = [small, low] + twice
      header.planned = results.map {
        PlannedCase(
          adapter: "curl", caseID: $0.caseID, scenario: $0.scenario, level: $0.level, severity: $0.severity,
          unsupported: nil)
      }
      events[0] = .started(header)
      events.insert(contentsOf: results.map(RunEvent.caseFinished), at: 1)
      return events
    }
    let diff = try RunDiff(try SampleRun.log("a", run(.pass)), try SampleRun.log("b", run(.falseCancel)))
    #expect(diff.rows.map(\.scenario) == ["a/critical", "a/low", "a/small"])
    #expect(diff.rows[0].cases.count == 2 && diff.rows[0].among == 2)
    let text = diff.text(style: ReportStyle(color: false, unicode: true, width: 100))
    #expect(text.contains("regressed (3)\n  must    critical  a/critical  curl  pass → false-cancel  in all 2 cases\n"))
    #expect(text.hasSuffix("regressed: exit status 1\n"))
    #expect(diff.json["regressed"] == true && diff.json["rows"]?.array?.count == 3)
  }

  @Test func `two clients under two names are compared, several only by name`() throws {
    let curl = SampleRun.run(["a/b": .pass])
    let python = SampleRun.run(["a/b": .falseAccept], adapter: SampleRun.python)
    #expect(
      try RunDiff(try SampleRun.log("a", curl), try SampleRun.log("b", python)).rows.map(\.kind) == [.regressed])
    #expect(throws: HarnessFailure.self) {
      var both: [RunEvent] = []
      try JoinedLogs([
        try SampleRun.log("a", SampleRun.run(["a/b": .pass], adapter: SampleRun.python)),
        try SampleRun.log(
          "b",
          SampleRun.run(
            ["a/b": .pass],
            adapter: AdapterDescription(name: "wget", door: .recipe, library: "", version: "1", capabilities: []))),
      ]).forEach { (event) throws(HarnessFailure) in both.append(event) }
      _ = try RunDiff(try SampleRun.log("a", curl), try SampleRun.log("both", both))
    }
  }

  @Test func `runs that cannot be compared are reported`() throws {
    let whole = try SampleRun.log("a", SampleRun.run(["a/b": .pass]))
    func failure(_ events: [RunEvent]) -> String {
      (#expect(throws: HarnessFailure.self) { _ = try RunDiff(whole, try SampleRun.log("b", events)) })?.message ?? ""
    }
    #expect(failure(SampleRun.run(["a/b": .pass], complete: false)).contains("b: the run was interrupted"))
    #expect(failure(Array(SampleRun.run(["a/b": .pass]).dropLast())).contains("b: the log has no footer"))
    #expect(failure(SampleRun.run(["a/b": .pass], catalogue: "c2")).contains("of another catalogue than a"))
    #expect(failure(SampleRun.run(["a/b": .pass], version: "9")).contains("--across compares them nevertheless"))
    #expect(
      failure(SampleRun.run(["a/b": .pass], shard: Shard(index: 1, count: 2))).contains("the shard 1/2 of a run"))
    let across = try RunDiff(
      whole, try SampleRun.log("b", SampleRun.run(["a/b": .pass], catalogue: "c2")), across: true)
    #expect(across.text(style: ReportStyle(color: false, unicode: true, width: 100)).contains("ANOTHER CATALOGUE"))
  }
}
