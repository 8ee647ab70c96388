internal import RogueModel
internal import RogueReports

/// The facts that decide the exit status of a run, from the latest result of each case.
struct RunOutcome {
  private var failing: Set<CaseKey> = []
  private var open: Set<CaseKey> = []
  private var harnessFailed = false
  private var isCut = false
  private var fails = false
  /// Some case says something about a validator.
  private var isJudged = false
  private var isInconclusive = false
  /// Inconclusive where that counts.
  private var provesNothing = false

  init(_ table: RunTable, strict: Bool) {
    for row in table.rows where row.axes != nil {
      switch row.verdict {
      case .harnessError: harnessFailed = true
      case .notRun: isCut = true
      case .inconclusive:
        isInconclusive = true
        if row.level != .may, !row.isKnown {
          provesNothing = true
          open.insert(CaseKey(row.adapter, row.scenario))
        }
      default: if row.verdict.isProof { isJudged = true }
      }
      if row.fails(strict: strict) {
        fails = true
        failing.insert(CaseKey(row.adapter, row.scenario))
      }
    }
  }

  /// The exit code; the worst thing that happened decides.
  ///
  /// - Parameters:
  ///   - mode: a comparison informs and exits 0 when everything was judged; a run gates.
  ///   - complete: false when the run was interrupted.
  ///   - gate: the other conditions.
  func status(mode: RunHeader.Mode, complete: Bool, gate: ExitStatus.Gate = ExitStatus.Gate()) -> ExitStatus {
    let gates = mode == .run
    if harnessFailed { return .internal }
    if gates, fails, gate.stoppedAtFailure { return .unexpected }
    if !complete || isCut { return .interrupted }
    if gates, fails { return .unexpected }
    if gate.logIsCut { return .cannotWrite }
    if gates, gate.isStale { return .staleBaseline }
    if !isJudged { return isInconclusive ? .onlyInconclusive : .nothingJudged }
    if gates, provesNothing { return .onlyInconclusive }
    return gates && !gate.shortfall.isEmpty ? .nothingJudged : .asExpected
  }
  /// The last line of a run whose status is not 0.
  func reason(of status: ExitStatus, gate: ExitStatus.Gate) -> String? {
    func counted(_ keys: Set<CaseKey>) -> String { String.counted(keys.count, "scenario") }
    let why: String? =
      switch status {
      case .asExpected: nil
      // A failure is the original's, as long as the adapter is a template.
      case .unexpected: "\(counted(failing)) failed" + (gate.shortfall.first.map { "; and \($0)" } ?? "")
      case .onlyInconclusive: "nothing failed, and \(counted(open)) proved nothing"
      case .staleBaseline: "no new failure, but the baseline has outdated entries"
      case .nothingJudged where isJudged && !gate.shortfall.isEmpty:
        gate.shortfall[0] + (gate.shortfall.count > 1 ? "; and \(gate.shortfall.count - 1) more" : "")
      case .nothingJudged: "nothing was judged"
      case .internal: "the harness failed, and not a client"
      case .interrupted: "the run is not complete"
      case .cannotWrite: "the event log could not be written to its end"
      case .usage, .badData, .adapterUnavailable, .cannotCreate: nil
      }
    return why.map { "exit \(status.rawValue): \($0)" }
  }
}
