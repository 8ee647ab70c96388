internal import RogueModel
internal import Synchronization

/// What the exit status of a run depends on, folded as results come.
final class RunOutcome: Recorder {
  /// What one result can decide.
  private struct Signs: OptionSet {
    let rawValue: UInt8
    static let harnessError = Signs(rawValue: 1)
    static let notRun = Signs(rawValue: 2)
    /// Fails a gating run.
    static let fails = Signs(rawValue: 4)
    /// Says something about the validator.
    static let isJudged = Signs(rawValue: 8)
    static let isInconclusive = Signs(rawValue: 16)
    /// Inconclusive where that counts.
    static let provesNothing = Signs(rawValue: 32)
  }

  private let strict: Bool
  /// Of the latest result of each case.
  private let signs = Mutex<[CaseKey: Signs]>([:])

  init(strict: Bool) { self.strict = strict }

  convenience init(_ results: some Sequence<CaseResult>, strict: Bool) {
    self.init(strict: strict)
    for result in results { record(.caseFinished(result)) }
  }

  func record(_ event: RunEvent) {
    guard case .caseFinished(let result) = event else { return }
    var own: Signs = []
    let verdict = result.judgement.verdict
    if verdict == .harnessError { own.insert([.harnessError, .isJudged]) }
    if verdict == .notRun { own.insert([.notRun, .isJudged]) }
    if verdict == .inconclusive {
      own.insert(.isInconclusive)
      if result.level != .may, !result.isKnown { own.insert(.provesNothing) }
    }
    if verdict.isProof { own.insert(.isJudged) }
    if result.gates(strict: strict), !result.isKnown { own.insert(.fails) }
    signs.withLock { $0[CaseKey(result)] = own }
  }

  /// The exit code; the worst thing that happened decides.
  ///
  /// - Parameters:
  ///   - mode: a comparison informs and exits 0 when everything was judged; a run gates.
  ///   - complete: false when the run was interrupted.
  ///   - gate: what else decides.
  func status(mode: RunHeader.Mode, complete: Bool, gate: ExitStatus.Gate = ExitStatus.Gate()) -> ExitStatus {
    let all = signs.withLock { $0.values.reduce(into: Signs()) { $0.formUnion($1) } }
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
