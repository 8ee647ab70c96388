import RogueModel
import RogueReports
import Testing

@testable import RoguesGallery

/// The tables of verdicts and of exit statuses, which are made from those of the code.
@Suite(.serialized) struct VerdictsDocumentTests {
  private func check(_ rows: [[String]], of subject: String) throws {
    let lines = rows.map { "| \($0.joined(separator: " | ")) |" }
    let rule = "|" + String(repeating: "---|", count: rows[0].count)
    let table = ([lines[0], rule] + lines.dropFirst()).joined(separator: "\n") + "\n"
    try GeneratedDocumentTests.check(
      table, in: "reference/verdicts.md", from: "<!-- Made from the table of \(subject): change it there. -->",
      to: "<!-- The end of the table of \(subject). -->")
  }

  private func status(of verdict: Verdict, strict: Bool) -> RoguesGallery.ExitStatus {
    let table = RunTable()
    for (index, verdict) in [Verdict.pass, verdict].enumerated() {
      table.record(
        .caseFinished(
          CaseResult(
            adapter: "a", caseID: "f/\(index)", scenario: "f/s", axes: AxisValues(tls: .tls13, policy: "p"),
            level: .must, severity: .high, title: "", why: "", location: SourceLocation(file: "", line: 1, column: 1),
            judgement: Judgement(verdict, ""), steps: [], control: nil, milliseconds: 0, reproduce: "")))
    }
    return RunOutcome(table, strict: strict).status(mode: .run, complete: true)
  }

  @Test func `the page has every verdict with the exit status of a run`() throws {
    let rows = Verdict.allCases.map { verdict in
      let (usual, strict) = (status(of: verdict, strict: false), status(of: verdict, strict: true))
      let ending = usual == strict ? "\(usual.rawValue)" : "\(usual.rawValue); \(strict.rawValue) with `--strict`"
      return ["`\(verdict.rawValue)`", verdict.meaning, ending]
    }
    try check([["verdict", "meaning", "exit status"]] + rows, of: "verdicts")
  }

  @Test func `the page has every exit status, with the meaning that help shows`() throws {
    let rows = RoguesGallery.ExitStatus.allCases.map { ["\($0.rawValue)", $0.meaning] }
    try check([["status", "meaning"]] + rows, of: "exit statuses")
  }
}
