import RogueModel
import Testing

@testable import RogueReports

/// A case that was asked twice, because its first answer was late, is marked wherever it is shown.
@Suite struct MissedDeadlineTests {
  private static let first = ConversationResult(
    judgement: Judgement(.error, "the adapter broke the contract: hung: still running after 7000 ms"),
    steps: [
      SampleRun.step(
        .broken(AdapterFault(.hung, "still running after 7000 ms")),
        Observation(floods: ["more than 512 connections in one attempt"]), Judgement(.error, "hung"))
    ], milliseconds: 7012)

  /// So many cases that passed at the second try.
  private static func events(_ count: Int) -> [RunEvent] {
    var results: [CaseResult] = []
    for number in 0..<count {
      var result = SampleRun.result(
        "curl", "trust/late-\(number)", Judgement(.pass, "cancel untrusted"),
        steps: [
          SampleRun.step(
            .statement(Statement(said: .cancel, reason: .untrusted)), SampleRun.refused, Judgement(.pass, "cancel"))
        ])
      result.missedDeadline = first
      results.append(result)
    }
    var header = SampleRun.header(.run)
    header.planned = results.map {
      PlannedCase(
        adapter: $0.adapter, caseID: $0.caseID, scenario: $0.scenario, level: $0.level, severity: $0.severity,
        unsupported: nil)
    }
    let control = ControlResult(
      adapter: "curl", key: "site", occasion: .first, judgement: Judgement(.pass, "accept"), milliseconds: 5,
      missedDeadline: first.judgement)
    return [.started(header), .controlFinished(control)] + results.map(RunEvent.caseFinished)
      + [.finished(SampleRun.footer)]
  }

  @Test func `both answers are in the log, and survive it`() throws {
    let log = try EventLogTests.log(Self.events(1))
    let events = try EventLogTests.read(log)
    #expect(try EventLogTests.log(events) == log)
    var marks = 0
    for event in events {
      if case .controlFinished(let control) = event, control.missedDeadline == Self.first.judgement { marks += 1 }
      guard case .caseFinished(let result) = event else { continue }
      let missed = try #require(result.missedDeadline)
      #expect(missed.judgement == Self.first.judgement && missed.milliseconds == 7012)
      #expect(missed.steps.first?.observation == Self.first.steps[0].observation)
      #expect(result.judgement.verdict == .pass)
      marks += 1
    }
    #expect(marks == 2)
  }

  @Test func `the summary counts them, and for many names an overloaded machine`() throws {
    for (count, names) in [(1, false), (4, true)] {
      for verbosity in [ConsoleOptions.Verbosity.quiet, .normal] {
        let shown = try ConsoleTests.show(
          Self.events(count),
          ConsoleOptions(verbosity: verbosity, results: ConsoleTests.style, messages: ConsoleTests.style)
        ).results.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let cases = count == 1 ? "1 case" : "4 cases"
        #expect(shown.contains("deadlines missed in \(cases) and 1 control; repeated alone"), "\(shown)")
        #expect(shown.contains("(-j 1)") == names, "\(shown)")
      }
    }
  }

  @Test func `JUnit and the block mark a pass at the second try`() throws {
    let junit = try record(Self.events(1)) { wholeReport(JUnitReport.write, to: $0) }
    #expect(junit.contains("<system-out>") && junit.contains("the second time alone"))
    #expect(!junit.contains("<failure") && !junit.contains("<error"))
  }

  @Test func `bidirectional controls are escaped in the log, and read back unchanged`() throws {
    let text = "a\u{202e}b\u{2066}c\u{61c}d\u{200f}"
    let line = JSON.string(text).line
    #expect(line == #""a\u202eb\u2066c\u061cd\u200f""#)
    #expect(try JSON(parsing: Array(line.utf8)).string == text)
  }
}
