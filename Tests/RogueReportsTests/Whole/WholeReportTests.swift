import Foundation
import RogueModel
import Testing

@testable import RogueReports

/// The reports that are made when a run is over: every case in each of them, and nothing that fails looks fine.
@Suite struct WholeReportTests {
  static func text(_ events: [RunEvent], _ report: @escaping WholeRunRecorder.Report) throws -> String {
    try record(events) { wholeReport(report, to: $0) }
  }

  /// The text of a report over the sample.
  static func text(report: @escaping WholeRunRecorder.Report) throws -> String { try text(SampleRun.events(), report) }

  /// The text of a report over a run.
  static func text(
    _ run: RunRecord, _ report: (RunRecord, @escaping ReportWriter) throws(HarnessFailure) -> Void
  ) throws -> String {
    let collector = Collector()
    try report(run, collector.writer)
    return collector.text
  }

  static func whole(_ events: [RunEvent]) throws -> RunRecord {
    nonisolated(unsafe) var kept: RunRecord?
    _ = try text(events) { run, _ in kept = run }
    return try #require(kept)
  }

  /// A run in which a case of each verdict has that level.
  static func everything(_ level: Level, isKnown: Bool = false) -> [RunEvent] {
    let words = Verdict.allCases.map { ("a/\($0.rawValue)", $0) }
    var events = SampleRun.run([:])
    guard case .started(var header) = events[0] else { return [] }
    let results = words.map { scenario, verdict in
      var result = SampleRun.result("curl", scenario, level: level, Judgement(verdict, "because"))
      if isKnown { result.baseline = BaselineMark(.known, entry: "known.yaml:2", why: "SEC-1") }
      return result
    }
    header.planned = results.map {
      PlannedCase(
        adapter: "curl", caseID: $0.caseID, scenario: $0.scenario, level: level, severity: .critical, unsupported: nil)
    }
    events[0] = .started(header)
    events.insert(contentsOf: results.map(RunEvent.caseFinished), at: 1)
    return events
  }

  @Test(arguments: Level.allCases) func `a line of TAP is ok only for a right result`(level: Level) throws {
    for strict in [false, true] {
      var events = Self.everything(level)
      if case .started(var header) = events[0] {
        header.strict = strict
        events[0] = .started(header)
      }
      let run = try Self.whole(events)
      for item in run.rows {
        let status = run.status(item)
        let verdict = item.verdict
        let isRight = verdict == .pass || verdict == .deviation && !strict
        #expect((status == .passed) == isRight, "\(verdict) \(level) \(strict)")
        if level == .may, !isRight { #expect(status == .skipped) }
      }
      let known = try Self.whole(Self.everything(level, isKnown: true))
      #expect(known.rows.allSatisfy { [.passed, .skipped].contains(known.status($0)) })
    }
  }

  @Test func `every planned case is there, reached or not`() throws {
    let run = try Self.whole(SampleRun.events())
    #expect(run.rows.count == SampleRun.others.count + 2)
    let unreached = try #require(run.rows.first { $0.caseID == SampleRun.unreached })
    #expect(unreached.verdict == .notRun && run.status(unreached) == .error)
  }

  // MARK: - Markdown and GitHub

  @Test func `Markdown lists the worst first, and escapes markup`() throws {
    var result = SampleRun.falseAccept
    result.title = "a|b <script> `x` *y* @somebody [link](x)\nnext"
    var events = SampleRun.events()
    for index in events.indices {
      if case .caseFinished(let other) = events[index], other.caseID == result.caseID, other.adapter == result.adapter {
        events[index] = .caseFinished(result)
      }
    }
    let text = try Self.text(events) { run, write throws(HarnessFailure) in try MarkdownReport.write(run, to: write) }
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| |") }
    #expect(rows.count == 8)
    #expect(rows[0].hasPrefix("| FALSE-ACCEPT | must | critical | `trust/rogue-ca-in-system-store` | curl | 1 |"))
    #expect(
      rows[0].contains(
        #"a\|b &lt;script&gt; \`x\` \*y\* &#64;somebody \[link\](x) next"#), "\(rows[0])")
    #expect(text.contains("**INCOMPLETE**"))
    #expect(text.hasPrefix("### ❌ rogues: curl 8.14.1, python-ssl 3.13.5\n"))
    let good = try Self.text(SampleRun.run(["a/b": .pass])) { run, write throws(HarnessFailure) in
      try MarkdownReport.write(run, to: write)
    }
    #expect(good.hasPrefix("### ✅ rogues: curl 8.14.1\n\n1 scenario: 1 pass; 1 case in "))
  }

  @Test func `a truncated summary counts the missing lines`() throws {
    let run = try Self.whole(Self.everything(.must))
    let all = try Self.text(run) { run, write throws(HarnessFailure) in try MarkdownReport.write(run, to: write) }
    let cut = try Self.text(run) { run, write throws(HarnessFailure) in
      try MarkdownReport.write(run, limit: all.utf8.count - 1, to: write)
    }
    #expect(cut.utf8.count < all.utf8.count && cut.contains("\nand ") && cut.contains(" more\n"))
    #expect(try Self.text(run, GitHubReport.writeSummary) == all)
  }

  @Test func `annotations are at most ten, one counts the rest, and none breaks its line`() throws {
    for count in [3, 10, 25] {
      var events = SampleRun.run([:])
      let results = (0..<count).map { number -> CaseResult in
        var result = SampleRun.result("curl", "a/s\(number)", Judgement(.falseAccept, "100%, that\nis: all"))
        if number == 1 { result.location.file = "/elsewhere/x.yaml" }
        return result
      }
      guard case .started(var header) = events[0] else { return }
      header.planned = results.map {
        PlannedCase(
          adapter: "curl", caseID: $0.caseID, scenario: $0.scenario, level: .must, severity: .critical, unsupported: nil
        )
      }
      events[0] = .started(header)
      events.insert(contentsOf: results.map(RunEvent.caseFinished), at: 1)
      let lines = try Self.text(events, GitHubReport.writeAnnotations).split(separator: "\n")
      #expect(lines.count == min(count, 10))
      #expect(lines.allSatisfy { $0.hasPrefix("::error ") })
      #expect(
        lines[0].hasPrefix("::error file=Scenarios/a/s0.yaml,line=1,title=curl%3A a/s0::FALSE-ACCEPT (must, critical)"))
      #expect(lines[0].contains("100%25, that%0Ais: all"))
      #expect(lines[1].hasPrefix("::error title=curl%3A a/s1::"), "a file outside of the repository has no place")
      #expect(lines.contains { $0.contains("16 more scenarios failed") } == (count == 25))
    }
    #expect(try Self.text(SampleRun.run(["a/b": .pass]), GitHubReport.writeAnnotations).isEmpty)
  }

  // MARK: - Data

  private static func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `CTRF counts what it lists`() throws {
    let report = try Self.json(Self.text(report: CTRFReport.write))
    let results = try #require(report["results"] as? [String: Any])
    let tests = try #require(results["tests"] as? [[String: Any]])
    let summary = try #require(results["summary"] as? [String: Any])
    #expect(tests.count == SampleRun.others.count + 2 && summary["tests"] as? Int == tests.count)
    for word in ["passed", "failed", "skipped", "pending", "other"] {
      #expect(summary[word] as? Int == tests.count { $0["status"] as? String == word }, "\(word)")
    }
    #expect(tests.contains { $0["status"] as? String == "pending" && $0["rawStatus"] as? String == "not-run" })
    #expect(Set(tests.compactMap { $0["name"] as? String }).count == tests.count)
  }

  @Test func `SARIF has a rule for each result, a place, and a fingerprint that stays`() throws {
    let text = try Self.text(report: SARIFReport.write)
    let run = try #require((try Self.json(text)["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == 8)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect((result["locations"] as? [Any])?.count == 1)
      #expect(result["suppressions"] == nil)
    }
    let prints = results.compactMap { ($0["partialFingerprints"] as? [String: String])?["primaryLocationLineHash"] }
    #expect(Set(prints).count == results.count)
    #expect(text.contains("\"security-severity\": \"9.5\""))
    let known = try Self.text(Self.everything(.must, isKnown: true), SARIFReport.write)
    let suppressed = try #require(
      (try Self.json(known)["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
    #expect(!suppressed.isEmpty && suppressed.allSatisfy { $0["suppressions"] != nil })
    // A file outside of the repository has no place in it.
    for folder in ["/usr/share/rogues", "venv/lib/python3.11/site-packages/rogues/share/rogues"] {
      let outside = try Self.text(
        SampleRun.run(["a/b": .falseAccept]) { $0.location.file = "\(folder)/Scenarios/a/b.yaml" }, SARIFReport.write)
      #expect(outside.contains("\"uri\": \"rogues.yaml\"") && !outside.contains(folder))
    }
  }

  @Test func `a rule of SARIF says what to change, and where to read about it`() throws {
    let text = try Self.text(
      SampleRun.run(["a/b": .falseAccept]) {
        $0.references = ["a book", "RFC 5280, section 4.2.1.12"]
        $0.fix = "set *verify*"
      }, SARIFReport.write)
    let run = try #require((try Self.json(text)["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rule = try #require((driver["rules"] as? [[String: Any]])?.first)
    #expect(rule["helpUri"] as? String == "https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.12")
    let help = try #require(rule["help"] as? [String: String])
    #expect(help["text"]?.contains("Fix: set *verify*\n\nrogues explain a/b") == true)
    let markdown = try #require(help["markdown"])
    #expect(markdown.contains("set \\*verify\\*") && markdown.contains("`rogues explain a/b`"))
    #expect(
      markdown.hasSuffix(
        "- a book\n- [RFC 5280, section 4.2.1.12](https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.12)"))
  }

  @Test func `paths below the working directory are shown from there`() throws {
    let events = SampleRun.run(["a/b": .falseAccept]) {
      $0.location.file = "/srv/app/Scenarios/a/b.yaml"
      $0.artifacts = "/srv/app/evidence/curl/a.b"
    }
    func text(_ report: @escaping WholeRunRecorder.Report, in directory: String?) throws -> String {
      try record(events) { write in
        let table = RunTable()
        return TableAndReport(
          table: table,
          report: WholeRunRecorder(table: table, reports: [(report, write)], in: directory))
      }
    }
    func check(_ report: @escaping WholeRunRecorder.Report) throws {
      for directory in ["/srv/app", "/srv/app/"] {
        let text = try text(report, in: directory)
        #expect(text.contains("\"Scenarios/a/b.yaml\"") && !text.contains("/srv/app"), "\(text)")
      }
      // Somebody else's folder, and one whose name only begins alike.
      for directory in ["/home", "/srv/ap", nil] as [String?] {
        let text = try text(report, in: directory)
        #expect(text.contains("/srv/app/Scenarios/a/b.yaml") || text.contains("rogues.yaml"), "\(text)")
        #expect(!text.contains("\"Scenarios/a/b.yaml\""))
      }
    }
    let gitlab = try #require(WholeReport.all.first { $0.name == "gitlab" }).write
    try check(gitlab)
    try check(SARIFReport.write)
    try check(CTRFReport.write)
    try check(TAPReport.write)
    let xml = try text(gitlab, in: "/srv/app")
    #expect(xml.contains("[[ATTACHMENT|evidence/curl/a.b/README.md]]"))
  }

  @Test func `the index of the evidence has failures first, and cases that only inform in a separate list`() throws {
    let words: [(String, Verdict)] = [
      ("a/late", .inconclusive), ("a/bad", .falseAccept), ("a/fine", .pass),
    ]
    var events = SampleRun.run([:])
    var results = words.map {
      SampleRun.result("curl", $0, Judgement($1, "because"), artifacts: "ev/run/curl/\($0)")
    }
    results.append(
      SampleRun.result(
        "curl", "b/taste", level: .may, Judgement(.falseAccept, "x"), artifacts: "ev/run/t"))
    results.append(SampleRun.result("curl", "b/nothing-kept", Judgement(.falseAccept, "x")))
    events.insert(contentsOf: results.map { .caseFinished($0) }, at: 1)
    let report: WholeRunRecorder.Report = { run, write throws(HarnessFailure) in
      try EvidenceIndex.write(run, in: "ev/run", to: write)
    }
    let text = try Self.text(events, report)
    let order = [
      "## Failures (1)", "](curl/a/bad/README.md)", "## Proves nothing (1)",
      "## For information (1)", "](t/README.md)",
    ]
    let places = order.compactMap { text.firstRange(of: $0)?.lowerBound }
    #expect(places.count == order.count && places == places.sorted(), "\(text)")
    #expect(!text.contains("nothing-kept") && !text.contains("a/fine"))
    #expect(try Self.text(SampleRun.run(["a/b": .pass]), report).contains("nothing was kept"))
  }

  @Test func `a badge is green only where every must passed`() throws {
    func badge(_ events: [RunEvent]) throws -> (message: String?, color: String?) {
      let json = try Self.json(Self.text(events, BadgeReport.write))
      #expect(json["schemaVersion"] as? Int == 1 && json["label"] as? String == "rogues curl")
      return (json["message"] as? String, json["color"] as? String)
    }
    #expect(try badge(SampleRun.run(["a/b": .pass, "a/c": .unsupported])) == ("must 1/1", "brightgreen"))
    #expect(try badge(SampleRun.run(["a/b": .pass, "a/c": .falseAccept])) == ("must 1/2", "red"))
    let partly = SampleRun.run(["a/b": .pass, "a/b-2": .unsupported]) { $0.scenario = "a/b" }
    #expect(try badge(partly) == ("must 1/1 (1 in part)", "brightgreen"))
    #expect(try badge(SampleRun.run(["a/b": .pass, "a/c": .inconclusive])) == ("must 1/2", "red"))
    #expect(try badge(SampleRun.run(["a/c": .unsupported])) == ("nothing judged", "lightgrey"))
    var lacking = SampleRun.run(["a/b": .pass])
    if case .finished(var footer) = lacking[lacking.count - 1] {
      footer.shortfall = ["curl: pin.*: the profile requires it, and the adapter has none"]
      lacking[lacking.count - 1] = .finished(footer)
    }
    #expect(try badge(lacking) == ("must 1/1, lacking", "orange"))
    #expect(try badge(SampleRun.run(["a/b": .pass], complete: false)) == ("incomplete", "lightgrey"))
    let known = SampleRun.run(["a/b": .falseAccept]) { $0.baseline = BaselineMark(.known, why: "x") }
    #expect(try badge(known).message == "must 0/1", "what is accepted for now does not pass")
  }

  @Test func `a TAP reader sees the plan, failures, and uncounted cases`() throws {
    let lines = try Self.text(report: TAPReport.write).split(separator: "\n").map(String.init)
    #expect(lines[0] == "TAP version 13" && lines[1] == "1..\(SampleRun.others.count + 2)")
    #expect(lines.count { $0.hasPrefix("not ok ") && !$0.contains(" # TODO ") } == 9)
    #expect(lines.count { $0.contains(" # TODO for information") } == 1)
    #expect(lines.count { $0.contains(" # SKIP unsupported") } == 1)
    #expect(lines.last == "Bail out! the run was cut short")
    let known = try Self.text(Self.everything(.must, isKnown: true), TAPReport.write)
    #expect(!known.split(separator: "\n").contains { $0.hasPrefix("not ok") && !$0.contains("# TODO known: SEC-1") })
    let odd = try Self.text(SampleRun.run(["a/b": .pass]) { $0.caseID = "a # TODO \\ b" }, TAPReport.write)
    #expect(odd.contains(##"ok 1 - curl a \# TODO \\ b"##), "\(odd)")
  }
}
