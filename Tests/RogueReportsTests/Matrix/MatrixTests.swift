import RogueModel
import TestSupport
import Testing

@testable import RogueReports

@Suite struct MatrixTests {
  @Test(arguments: [160, 120, 90, 70])
  func `the matrix fits the width that it is given`(width: Int) throws {
    let style = ReportStyle(color: false, unicode: true, width: width)
    let text = MatrixReport(events: SampleRun.events(.compare))
      .text(style: style, options: MatrixOptions(showsAll: true, showsNotes: true))
    try Golden.check(text, "matrix-\(width).txt")
    let table = text.split(separator: "\n\n")[1]
    #expect(table.split(separator: "\n").allSatisfy { $0.count <= width })
  }

  @Test func `twelve adapters fit into 120 columns`() {
    let adapters = (1...12).map { number in
      var adapter = SampleRun.curl
      adapter.name = "adapter-with-a-name-\(number)"
      return adapter
    }
    var header = SampleRun.header(.compare)
    header.adapters = adapters
    header.planned = []
    var events: [RunEvent] = [.started(header)]
    for (index, adapter) in adapters.enumerated() {
      events.append(
        .caseFinished(
          SampleRun.result(
            adapter.name, "revocation/staple-leaf-revoked-by-default",
            Judgement(index.isMultiple(of: 2) ? .pass : .falseAccept, "because"))))
    }
    let text = MatrixReport(events: events).text(style: ReportStyle(width: 120))
    let table = text.split(separator: "\n\n")[1].split(separator: "\n")
    #expect(table.allSatisfy { $0.count <= 120 })
    #expect(table.contains { $0.contains("staple-leaf-revoked-by-default") })
    #expect(text.contains("L  adapter-with-a-name-12"))
    #expect(table[0].split(separator: " ").map(String.init) == (0..<12).map(MatrixReport.Layout.letter))
  }

  @Test func `names are cut on terminals alone`() {
    let long = "session/" + String(repeating: "connection-of-another-host-", count: 3)
    var header = SampleRun.header(.compare)
    header.planned = []
    let events: [RunEvent] =
      [.started(header)]
      + ["one", "two"]
      .map { .caseFinished(SampleRun.result("curl", long + $0, Judgement(.falseAccept, "because"))) }
    let onTerminal = MatrixReport(events: events).text(style: ReportStyle(width: 60)).split(separator: "\n\n")[1]
    #expect(!onTerminal.contains("-one") && onTerminal.contains("…"))
    let inFile = MatrixReport(events: events).text(style: ReportStyle(width: 60, cutsNames: false))
    #expect(inFile.contains("connection-of-another-host-one ") && inFile.contains("connection-of-another-host-two "))
  }

  @Test func `a cell shows the worst verdict of its cases and how many have it`() throws {
    let matrix = MatrixReport(events: SampleRun.events(.compare))
    let row = try #require(matrix.rows.first { $0.scenario == "time/leaf-expired" })
    #expect(row.cells.map { $0?.text } == ["deviation 1/2", "inconclusive 2/2"])
  }

  @Test func `a row differs when adapters that could be judged disagree`() {
    let matrix = MatrixReport(events: SampleRun.events(.compare))
    #expect(
      matrix.rows.filter(\.differs).map(\.scenario) == ["healthy/chain-two-tiers", "trust/rogue-ca-in-system-store"])
  }

  @Test func `an inconclusive or unsupported cell does not count as a disagreement`() {
    var header = SampleRun.header(.compare)
    header.planned = []
    header.adapters = ["a", "b", "c", "d"].map {
      AdapterDescription(name: $0, door: .recipe, library: "", version: "", capabilities: [])
    }
    func rows(_ verdicts: [(String, Verdict)]) -> [ScenarioRow] {
      CaseRows(
        events: [.started(header)]
          + verdicts.map { .caseFinished(SampleRun.result($0, "a/b", Judgement($1, ""))) }
      ).scenarios
    }
    let alike = rows([("a", .pass), ("b", .inconclusive), ("c", .unsupported)])
    #expect(alike.map { $0.cells.map { $0?.text } } == [["pass 1/1", "inconclusive 1/1", "unsupported 1/1", nil]])
    #expect(!alike[0].differs)
    #expect(rows([("a", .pass), ("b", .inconclusive), ("c", .falseCancel)])[0].differs)
  }

  @Test func `scenarios that every client passes, or none can run, are counted instead of shown`() {
    var header = SampleRun.header(.compare)
    header.planned = []
    let events: [RunEvent] =
      [.started(header)]
      + [
        ("a/fails", Level.must, Verdict.falseAccept), ("a/passes", .must, .pass), ("b/passes", .must, .pass),
        ("c/unexercised", .must, .unsupported), ("d/informs", .may, .falseAccept),
      ].map { .caseFinished(SampleRun.result("curl", $0, level: $1, Judgement($2, "because"))) }
    let matrix = MatrixReport(events: events)
    let folded = matrix.text(style: ReportStyle(width: 120))
    #expect(folded.contains("a/fails "))
    #expect(!folded.contains("passes ") && !folded.contains("c/unexercised") && !folded.contains("d/informs"))
    #expect(
      folded.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "2 more scenarios that every client passes, 1 more scenario that no client can run, 1 more scenario of level may in "
          + "which the clients do the same (--all shows them)"))
    let whole = matrix.text(style: ReportStyle(width: 120), options: MatrixOptions(showsAll: true))
    for name in ["a/fails", "a/passes", "b/passes", "c/unexercised", "d/informs"] {
      #expect(whole.contains("\(name) "))
    }
    #expect(!whole.contains("--all"))
  }

  @Test func `a deviation at level may does not look like a failure`() {
    var header = SampleRun.header(.compare)
    header.planned = []
    let events: [RunEvent] =
      [.started(header)]
      + [("curl", Verdict.falseAccept), ("python-ssl", .pass)]
      .map { .caseFinished(SampleRun.result($0, "d/informs", level: .may, Judgement($1, "because"))) }
    for width in [120, 40] {
      let text = MatrixReport(events: events).text(style: ReportStyle(width: width))
      #expect(!text.contains("✗") && !text.contains("FALSE-ACCEPT"))
      #expect(text.contains("Nothing failed."))
    }
  }

  @Test func `failures come worst first, those of one entry of the ledger together`() {
    var header = SampleRun.header(.compare)
    header.planned = []
    let entry = Knowledge.entry(
      Knowledge.Reference(place: "docs/records/findings.md#both", title: "Both do it", kind: .bug))
    func result(_ adapter: String, _ scenario: String, _ severity: Severity, _ knowledge: Knowledge?) -> RunEvent {
      var result = SampleRun.result(adapter, scenario, Judgement(.falseAccept, "because"))
      result.severity = severity
      result.title = "Title of \(scenario)"
      result.knowledge = knowledge
      return .caseFinished(result)
    }
    let failures = MatrixReport(events: [
      .started(header), result("curl", "a/low", .low, entry), result("python-ssl", "a/high", .high, entry),
      result("curl", "b/critical", .critical, .nothing), result("curl", "c/medium", .medium, nil),
    ]).failures
    #expect(failures.map(\.scenarios) == [["b/critical"], ["a/high", "a/low"], ["c/medium"]])
    #expect(failures.map(\.adapters) == [["curl"], ["curl", "python-ssl"], ["curl"]])
    #expect(failures.map(\.severity) == [.critical, .high, .medium])
  }

  @Test func `planned cases without a result are not run, never missing`() throws {
    let matrix = MatrixReport(events: SampleRun.events(.compare))
    let row = try #require(matrix.rows.first { $0.scenario == "revocation/ocsp-hanging" })
    #expect(row.cells.map { $0?.text } == [nil, "not-run 1/1"])
  }

  @Test func `the order of verdicts is a total one`() {
    #expect(Set(Verdict.worstFirst) == Set(Verdict.allCases))
    #expect(Verdict.worstFirst.count == Verdict.allCases.count)
  }
}
