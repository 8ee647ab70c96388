import RogueModel
import Testing

@testable import RogueReports

/// What a run says while nothing happens that can be seen.
@Suite struct RunProgressTests {
  private static let delay = StepDelay.end(of: .certificate("leaf"), seconds: 22)

  private static func waiting(isControl: Bool = false) -> RunProgress {
    var progress = RunProgress()
    progress.add(.caseStarted(adapter: "curl", caseID: "rotation/x[tls=1.3]", isControl: isControl))
    progress.add(
      .caseWaits(adapter: "curl", caseID: "rotation/x[tls=1.3]", isControl: isControl, seconds: 24, for: delay))
    return progress
  }

  @Test func `a wait says how long it takes, and what it is for`() {
    var progress = Self.waiting()
    #expect(progress.longest == "24 s until the certificate 'leaf' expires, for curl: rotation/x[tls=1.3]")
    #expect(progress.current == progress.longest)
    progress.seconds = 20
    #expect(progress.longest == "4 s until the certificate 'leaf' expires, for curl: rotation/x[tls=1.3]")
    // It is over, and the client works.
    progress.seconds = 30
    #expect(progress.longest == "waits 30 s for curl: rotation/x[tls=1.3]")
    #expect(Self.waiting(isControl: true).longest?.hasSuffix("for curl: control rotation/x[tls=1.3]") == true)
  }

  @Test func `who works is shown before who waits`() {
    var progress = Self.waiting()
    progress.add(.caseStarted(adapter: "curl", caseID: "trust/y[tls=1.3]", isControl: false))
    #expect(progress.current == "curl: trust/y[tls=1.3] +1")
    #expect(progress.longest?.hasPrefix("24 s until ") == true)
  }

  @Test func `a delay without a date says that it is one`() {
    #expect(StepDelay.seconds(3).awaited == "before the next connection")
    #expect(
      StepDelay.end(of: .response(about: "leaf"), seconds: 3).awaited
        == "until the responder's OCSP response about 'leaf' expires")
  }

  /// Without a terminal, after ten silent seconds.
  @Test func `a line without a terminal says what it waits for`() throws {
    let table = RunTable()
    var options = ConsoleOptions()
    options.progress = .plain
    var fold = ConsoleFold(options: options, table: table)
    let started = RunEvent.started(SampleRun.header(.run))
    table.record(started)
    _ = try fold.outputs(for: started)
    _ = try fold.outputs(for: .caseStarted(adapter: "curl", caseID: "rotation/x", isControl: false))
    _ = try fold.outputs(
      for: .caseWaits(adapter: "curl", caseID: "rotation/x", isControl: false, seconds: 24, for: Self.delay))
    #expect(fold.beat(seconds: 9) == [])
    guard case .message(let line)? = fold.beat(seconds: 10).first else {
      Issue.record("nothing is said")
      return
    }
    #expect(
      line.contains("cases after 10 s, 14 s until the certificate 'leaf' expires, for curl: rotation/x"), "\(line)")
  }
}
