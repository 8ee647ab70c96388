import RogueModel
import TestSupport
import Testing

@testable import RogueReports

@Suite struct MatrixTests {
  @Test(arguments: [160, 120, 90, 70])
  func `the matrix fits the width that it is given`(width: Int) throws {
    let style = ReportStyle(color: false, unicode: true, width: width)
    let text = MatrixReport(events: SampleRun.events(.compare)).text(style: style)
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
      .map { .caseFinished(SampleRun.result("curl", long + $0, Judgement(.pass, "because"))) }
    let onTerminal = MatrixReport(events: events).text(style: ReportStyle(width: 60))
    #expect(!onTerminal.contains("-one") && onTerminal.contains("…"))
    let inFile = MatrixReport(events: events).text(style: ReportStyle(width: 60, cutsNames: false))
    #expect(inFile.contains("connection-of-another-host-one ") && inFile.contains("connection-of-another-host-two "))
  }

  @Test func `a cell shows the worst verdict of its cases and how many have it`() throws {
    let matrix = MatrixReport(events: SampleRun.events(.compare))
    let row = try #require(matrix.rows.first { $0.scenario == "time/leaf-expired" })
    #expect(row.cells[0] == MatrixReport.Cell(worst: .deviation, count: 1, cases: 2))
    #expect(row.cells[1] == MatrixReport.Cell(worst: .inconclusive, count: 2, cases: 2))
  }

  @Test func `a row differs when adapters that could be judged disagree`() {
    let matrix = MatrixReport(events: SampleRun.events(.compare))
    #expect(
      matrix.rows.filter(\.differs).map(\.scenario) == ["healthy/chain-two-tiers", "trust/rogue-ca-in-system-store"])
  }

  @Test func `an inconclusive or unsupported cell is no disagreement`() {
    let row = MatrixReport.Row(
      scenario: "a/b", level: .must,
      cells: [
        .init(worst: .pass, count: 1, cases: 1), .init(worst: .inconclusive, count: 1, cases: 1),
        .init(worst: .unsupported, count: 1, cases: 1), nil,
      ])
    #expect(!row.differs)
  }

  @Test func `planned cases without a result are not run, never missing`() throws {
    let matrix = MatrixReport(events: SampleRun.events(.compare))
    let row = try #require(matrix.rows.first { $0.scenario == "revocation/ocsp-hanging" })
    #expect(row.cells == [nil, MatrixReport.Cell(worst: .notRun, count: 1, cases: 1)])
  }

  @Test func `the order of verdicts is a total one`() {
    #expect(Set(Verdict.worstFirst) == Set(Verdict.allCases))
    #expect(Verdict.worstFirst.count == Verdict.allCases.count)
  }
}
