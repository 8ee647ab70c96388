import Foundation
import RogueModel
import RogueReports
import Testing

@testable import RoguesGallery

@Suite struct ExitStatusTests {
  private func status(
    _ verdicts: [(Verdict, Level)], mode: RunHeader.Mode = .run, complete: Bool = true, strict: Bool = false
  ) -> RoguesGallery.ExitStatus {
    let results = verdicts.enumerated().map { index, item in
      CaseResult(
        adapter: "a", caseID: "f/\(index)", scenario: "f/s", axes: AxisValues(tls: .tls13, policy: "p"), level: item.1,
        severity: .high, title: "", why: "", location: SourceLocation(file: "", line: 1, column: 1),
        judgement: Judgement(item.0, ""), steps: [], control: nil, milliseconds: 0, reproduce: "")
    }
    return RunOutcome(results, strict: strict).status(mode: mode, complete: complete)
  }

  @Test(arguments: [
    Verdict.falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak, .error, .unstable,
  ])
  func `every failure at must or should gates, at may never`(verdict: Verdict) {
    #expect(status([(.pass, .must), (verdict, .must)]) == .unexpected)
    #expect(status([(.pass, .must), (verdict, .should)]) == .unexpected)
    #expect(status([(.pass, .must), (verdict, .may)]) == .asExpected)
    #expect(status([(.pass, .must), (verdict, .must)], mode: .compare) == .asExpected)
  }

  /// A failure of a template is that of what it starts, and `-q` has no other line.
  @Test func `the reason of a failed run says that the adapter is a template`() {
    let outcome = RunOutcome([CaseResult](), strict: false)
    let gate = RoguesGallery.ExitStatus.Gate(shortfall: ["acme: it is the template"])
    #expect(outcome.reason(of: .unexpected, gate: gate) == "exit 1: 0 scenarios failed; and acme: it is the template")
    #expect(outcome.reason(of: .unexpected, gate: .init()) == "exit 1: 0 scenarios failed")
  }

  @Test func `a deviation gates only when strict`() {
    #expect(status([(.deviation, .must)]) == .asExpected)
    #expect(status([(.deviation, .must)], strict: true) == .unexpected)
  }

  @Test func `a run without a proof never succeeds`() {
    #expect(status([]) == .nothingJudged)
    #expect(status([(.unsupported, .must)]) == .nothingJudged)
    #expect(status([(.inconclusive, .must), (.unsupported, .must)]) == .onlyInconclusive)
    #expect(status([], mode: .compare) == .nothingJudged)
    #expect(status([(.inconclusive, .may)]) == .onlyInconclusive)
  }

  @Test func `an inconclusive case beside passes is exit 2 in a run, and failures outrank it`() {
    #expect(status([(.pass, .must), (.inconclusive, .must)]) == .onlyInconclusive)
    #expect(status([(.inconclusive, .must), (.falseAccept, .must)]) == .unexpected)
  }

  @Test func `our own fault outranks everything, an interruption everything else`() {
    for mode in [RunHeader.Mode.run, .compare] {
      #expect(status([(.harnessError, .may), (.falseAccept, .must)], mode: mode) == .internal)
      #expect(status([(.notRun, .must), (.falseAccept, .must)], mode: mode) == .interrupted)
      #expect(status([(.pass, .must)], mode: mode, complete: false) == .interrupted)
    }
  }

  // MARK: - With a baseline or a profile

  private func result(_ verdict: Verdict, _ state: BaselineMark.State? = nil, _ level: Level = .must) -> CaseResult {
    var result = CaseResult(
      adapter: "a", caseID: "f/\(verdict.rawValue)", scenario: "f/s", axes: AxisValues(tls: .tls13, policy: "p"),
      level: level, severity: .high, title: "", why: "", location: SourceLocation(file: "", line: 1, column: 1),
      judgement: Judgement(verdict, ""), steps: [], control: nil, milliseconds: 0, reproduce: "")
    result.baseline = state.map { BaselineMark($0) }
    return result
  }

  private func status(
    _ results: [CaseResult], complete: Bool = true, gate: RoguesGallery.ExitStatus.Gate = .init()
  ) -> RoguesGallery.ExitStatus {
    RunOutcome(results, strict: false).status(mode: .run, complete: complete, gate: gate)
  }

  @Test func `known failures do not fail, new or changed ones do`() {
    #expect(status([result(.pass), result(.falseAccept, .known)]) == .asExpected)
    #expect(status([result(.pass), result(.falseAccept, .new)]) == .unexpected)
    #expect(status([result(.pass), result(.falseAccept, .changed)]) == .unexpected)
    #expect(status([result(.pass), result(.inconclusive, .known)]) == .asExpected)
    #expect(status([result(.pass), result(.inconclusive)]) == .onlyInconclusive)
  }

  @Test func `an outdated baseline is 3, below a failure and above an inconclusive run`() {
    let stale = RoguesGallery.ExitStatus.Gate(isStale: true)
    #expect(status([result(.pass, .fixed)], gate: stale) == .staleBaseline)
    #expect(status([result(.pass, .fixed), result(.leak, .new)], gate: stale) == .unexpected)
    #expect(status([result(.pass, .fixed), result(.inconclusive)], gate: stale) == .staleBaseline)
    #expect(status([result(.harnessError)], gate: stale) == .internal)
    #expect(status([result(.pass)], complete: false, gate: stale) == .interrupted)
  }

  @Test func `a run with only known and unproven cases does not succeed`() {
    #expect(status([result(.inconclusive, .known)]) == .onlyInconclusive)
    #expect(status([result(.unsupported, .known)]) == .nothingJudged)
  }

  @Test func `a must of the profile that is unsupported is 4, unless something worse happened`() {
    let lacks = RoguesGallery.ExitStatus.Gate(shortfall: ["curl: pin.*: none"])
    #expect(status([result(.pass), result(.unsupported)], gate: lacks) == .nothingJudged)
    #expect(status([result(.pass), result(.falseCancel)], gate: lacks) == .unexpected)
  }

  @Test func `a log that is cut is 74, unless something failed or was not reached`() {
    var cut = RoguesGallery.ExitStatus.Gate(isStale: true)
    cut.logIsCut = true
    for good in [result(.pass), result(.inconclusive), result(.unsupported)] {
      #expect(status([good], gate: cut) == .cannotWrite)
    }
    #expect(status([result(.falseAccept)], gate: cut) == .unexpected)
    #expect(status([result(.pass)], complete: false, gate: cut) == .interrupted)
    #expect(status([result(.harnessError)], gate: cut) == .internal)
  }

  @Test func `a run that stops at its first failure has failed`() {
    let stopped = RoguesGallery.ExitStatus.Gate(stoppedAtFailure: true)
    #expect(status([result(.falseAccept), result(.notRun)], complete: false, gate: stopped) == .unexpected)
    #expect(status([result(.harnessError), result(.notRun)], complete: false, gate: stopped) == .internal)
  }
}

extension RunOutcome {
  fileprivate init(_ results: some Sequence<CaseResult>, strict: Bool) {
    let table = RunTable()
    for result in results { table.record(.caseFinished(result)) }
    self.init(table, strict: strict)
  }
}
