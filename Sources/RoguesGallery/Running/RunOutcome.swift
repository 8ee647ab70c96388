internal import RogueModel
internal import RogueReports

/// The facts that decide the exit status of a run.
struct RunOutcome {
  private let all: RunTable.Signs

  init(_ table: RunTable, strict: Bool) { all = table.signs(strict: strict) }

  init(_ results: some Sequence<CaseResult>, strict: Bool) {
    let table = RunTable()
    for result in results { table.record(.caseFinished(result)) }
    self.init(table, strict: strict)
  }

  /// The exit code; the worst thing that happened decides.
  ///
  /// - Parameters:
  ///   - mode: a comparison informs and exits 0 when everything was judged; a run gates.
  ///   - complete: false when the run was interrupted.
  ///   - gate: the other conditions.
  func status(mode: RunHeader.Mode, complete: Bool, gate: ExitStatus.Gate = ExitStatus.Gate()) -> ExitStatus {
    let fails = mode == .run && all.contains(.fails)
    if all.contains(.harnessError) { return .internal }
    if fails, gate.stoppedAtFailure { return .unexpected }
    if !complete || all.contains(.notRun) { return .interrupted }
    if fails { return .unexpected }
    if gate.logIsCut { return .cannotWrite }
    if mode == .run, gate.isStale { return .staleBaseline }
    if !all.contains(.isJudged) { return all.contains(.isInconclusive) ? .onlyInconclusive : .nothingJudged }
    if mode == .run, all.contains(.provesNothing) { return .onlyInconclusive }
    return mode == .run && gate.lacksRequired ? .nothingJudged : .asExpected
  }
}
