import RogueModel
import TestSupport
import Testing

@testable import RogueReports

@Suite struct ConsoleTests {
  /// What went to the two streams.
  struct Shown {
    var results: String
    var messages: String
  }

  static func show(_ events: [RunEvent], _ options: ConsoleOptions) throws -> Shown {
    let (results, messages) = (Collector(), Collector())
    let table = RunTable()
    let console = ConsoleRecorder(options: options, results: results.writer, messages: messages.writer, table: table)
    let recorder = TableAndReport(table: table, report: console)
    for event in events { try recorder.record(event) }
    return Shown(results: results.text, messages: messages.text)
  }

  static let style = ReportStyle(color: false, unicode: true, width: 100)

  @Test func `off a terminal a run prints failures as blocks and a summary`() throws {
    let shown = try Self.show(SampleRun.events(), ConsoleOptions(results: Self.style, messages: Self.style))
    try Golden.check(shown.results, "console-run.txt")
    try Golden.check(shown.messages, "console-run-messages.txt")
  }

  @Test func `what was judged before the end of a run counts`() throws {
    let ids = ["a/b", "a/b-2", "a/c", "a/c-2", "a/d", "a/e", "a/e-2"]
    let verdicts: [Verdict] = [.pass, .notRun, .falseAccept, .notRun, .notRun, .unsupported, .notRun]
    var events = SampleRun.run([:], complete: false)
    for (id, verdict) in zip(ids, verdicts) {
      for case .caseFinished(var result) in SampleRun.run([id: verdict]) {
        result.scenario = String(id.prefix(3))
        events.insert(.caseFinished(result), at: events.count - 1)
      }
    }
    let shown = try Self.show(events, ConsoleOptions(results: Self.style, messages: Self.style))
    #expect(
      shown.results.contains("4 scenarios: 1 pass so far, 1 FALSE-ACCEPT, 2 not-run; 7 cases"), "\(shown.results)")
    #expect(shown.results.contains("INCOMPLETE"))
  }

  @Test func `what to type next is the command as it was called`() throws {
    var events = SampleRun.run(["a/b": .falseAccept]) {
      $0.reproduce = "'.build/my release/rogues' run --adapter ./curl --seed s '\($0.caseID)'"
    }
    guard case .started(var header) = events[0] else { throw CancellationError() }
    header.mode = .compare
    events[0] = .started(header)
    let shown = try Self.show(events, ConsoleOptions(results: Self.style, messages: Self.style))
    #expect(shown.results.contains("Next  '.build/my release/rogues' explain a/b\n"), "\(shown.results)")
    #expect(shown.results.contains("      '.build/my release/rogues' run --adapter ./curl 'a/b'\n"))
  }

  @Test(arguments: [
    (
      RunCoverage(scenarios: 25, allScenarios: 1000, cells: 0, tables: 0, allTables: 23, misses: "revocation"),
      "covers 25 of 1000 scenarios, and no cell of the 23 decision tables; not seen: revocation\n"
    ),
    (
      RunCoverage(scenarios: 5, allScenarios: 5, cells: 70, tables: 2, allTables: 2),
      "covers all 5 scenarios, and 70 cells of the 2 decision tables\n"
    ),
    (
      RunCoverage(scenarios: 0, allScenarios: 5, cells: 1, tables: 1, allTables: 2),
      "covers 0 of 5 scenarios, and 1 cell of 1 of the 2 decision tables\n"
    ),
  ])
  func `a run reports its coverage, and what its profile excludes`(coverage: RunCoverage, line: String) throws {
    var events = SampleRun.events()
    guard case .started(var header) = events[0] else { throw CancellationError() }
    header.coverage = coverage
    events[0] = .started(header)
    let shown = try Self.show(events, ConsoleOptions(results: Self.style, messages: Self.style))
    #expect(shown.results.contains(line))
    let quiet = try Self.show(
      events, ConsoleOptions(verbosity: .quiet, results: Self.style, messages: Self.style))
    #expect(!quiet.results.contains("covers"))
  }

  @Test func `each failure is shown once: in its block, or in a list if there are no blocks`() throws {
    var events = SampleRun.events()
    guard case .finished(var footer) = events[events.count - 1] else { throw CancellationError() }
    let first = SampleRun.falseAccept
    footer.baseline = BaselineReport(
      file: "known.yaml", known: 0,
      problems: [.init(.new, adapter: first.adapter, subject: first.caseID, entry: nil, "is a FALSE-ACCEPT")])
    events[events.count - 1] = .finished(footer)
    for (verbosity, count) in [(ConsoleOptions.Verbosity.normal, 1), (.quiet, 2)] {
      let shown = try Self.show(
        events, ConsoleOptions(verbosity: verbosity, results: Self.style, messages: Self.style))
      let lines = shown.results.split(separator: "\n").filter {
        $0.contains(first.scenario) && $0.contains("curl") && !$0.contains("rogues run")
      }
      #expect(lines.count == count, "\(lines)")
      #expect(shown.results.contains("NEW (1): fails, and no entry accepts it\n"))
    }
  }

  @Test func `verbose prints every case`() throws {
    let shown = try Self.show(
      SampleRun.events(), ConsoleOptions(verbosity: .verbose, results: Self.style, messages: Self.style))
    try Golden.check(shown.results, "console-run-verbose.txt")
    for result in SampleRun.others { #expect(shown.results.contains(result.caseID)) }
  }

  @Test func `quiet prints failures and the last line only`() throws {
    let shown = try Self.show(
      SampleRun.events(), ConsoleOptions(verbosity: .quiet, results: Self.style, messages: Self.style))
    try Golden.check(shown.results, "console-run-quiet.txt")
    #expect(shown.messages.isEmpty)
  }

  @Test func `a terminal gets one status line that is gone before anything else is written`() throws {
    let shown = try Self.show(
      SampleRun.events(), ConsoleOptions(progress: .live, results: Self.style, messages: Self.style))
    #expect(shown.messages.contains("\r\u{1b}[2K1/13 · 1 FALSE-ACCEPT"))
    #expect(shown.messages.hasSuffix("\r\u{1b}[2K"))
    // Every erasure or redrawing begins at the line's start: nothing scrolls.
    let lines = shown.messages.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { line in line.split(separator: "\r").allSatisfy { $0.count <= 100 + 4 } })
  }

  @Test func `a run that ends without its last event can take its status line away, once`() throws {
    let (results, messages, table) = (Collector(), Collector(), RunTable())
    let recorder = ConsoleRecorder(
      options: ConsoleOptions(progress: .live, results: Self.style, messages: Self.style), results: results.writer,
      messages: messages.writer, table: table)
    for event in SampleRun.events().dropLast() { try TableAndReport(table: table, report: recorder).record(event) }
    let before = messages.text
    try recorder.clear()
    try recorder.clear()
    #expect(messages.text == before + "\r\u{1b}[2K")
  }

  @Test func `colour is used only on request`() throws {
    let plain = try Self.show(SampleRun.events(), ConsoleOptions(results: Self.style, messages: Self.style))
    #expect(!plain.results.contains("\u{1b}"))
    var style = Self.style
    style.color = true
    let painted = try Self.show(SampleRun.events(), ConsoleOptions(results: style, messages: style))
    #expect(painted.results.contains("\u{1b}[1;31m"))
    let stripped = painted.results.replacing(/\u{1b}\[[0-9;]*m/, with: "")
    #expect(stripped == plain.results)
  }

  @Test func `without UTF-8 the report's own characters are ASCII`() throws {
    let style = ReportStyle(color: false, unicode: false, width: 100)
    for mode in [RunHeader.Mode.run, .compare] {
      let shown = try Self.show(SampleRun.events(mode), ConsoleOptions(results: style, messages: style))
      // U+FFFD stands in what the sample adapter wrote.
      #expect((shown.results + shown.messages).unicodeScalars.allSatisfy { $0.isASCII || $0 == "\u{fffd}" })
    }
  }

  @Test func `a deviation fails a strict run only`() throws {
    let loose = try Self.show(SampleRun.events(), ConsoleOptions(results: Self.style, messages: Self.style))
    #expect(!loose.results.contains("~ deviation  time"))
    let strict = try Self.show(
      SampleRun.events(), ConsoleOptions(results: Self.style, messages: Self.style, strict: true))
    #expect(strict.results.contains("~ deviation  time"))
  }

  @Test func `a comparison keeps standard output for the matrix`() throws {
    let shown = try Self.show(SampleRun.events(.compare), ConsoleOptions(results: Self.style, messages: Self.style))
    try Golden.check(shown.results, "console-compare.txt")
    try Golden.check(shown.messages, "console-compare-messages.txt")
  }

  @Test func `a case that is judged again is reported and counted once`() throws {
    var revised = SampleRun.falseAccept
    revised.judgement = Judgement(.inconclusive, "the control failed in the end")
    var events = SampleRun.events()
    events.insert(.caseFinished(revised), at: events.count - 1)
    let shown = try Self.show(events, ConsoleOptions(results: Self.style, messages: Self.style))
    #expect(shown.results.contains("FALSE-ACCEPT no more: curl \(revised.caseID) is inconclusive"))
    #expect(shown.results.contains("2 inconclusive"))
    #expect(!shown.results.contains("FALSE-ACCEPT (1)"))
  }

  @Test func `a failed write is passed on`() {
    let recorder = ConsoleRecorder(
      options: ConsoleOptions(), results: { (_) throws(HarnessFailure) in throw HarnessFailure(.files, "full") },
      messages: { (_) throws(HarnessFailure) in throw HarnessFailure(.files, "full") }, table: RunTable())
    #expect(throws: HarnessFailure.self) { try recorder.record(.finished(SampleRun.footer)) }
  }
}
