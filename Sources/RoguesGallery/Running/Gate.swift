internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import Synchronization

/// The gate of a run: its results, its baseline and its profile.
final class Gate: Sendable {
  private let baseline: Baseline?
  private let check: BaselineCheck
  private let strict: Bool
  private let report = Mutex<BaselineReport?>(nil)
  /// Whether an unsupported `must` needs a reason.
  private let required: Bool

  init(_ options: RunOptions, _ baseline: Baseline?, adapters: [AdapterDescription]) throws(HarnessFailure) {
    self.baseline = baseline
    strict = options.strict
    required = options.choice.profile != nil && options.mode == .run
    check = BaselineCheck(
      baseline ?? Baseline(file: "", entries: []), adapters: adapters, strict: options.strict, required: required)
  }

  /// Marks a result by the baseline.
  func mark(_ result: CaseResult) -> CaseResult {
    guard baseline != nil || required else { return result }
    let marked = check.add(result)
    return baseline == nil ? result : marked
  }

  /// The result of the baseline, once all results are known; nil: there is none.
  func finish() -> BaselineReport? {
    let report = check.report(at: Timestamp(secondsSince1970: WallClock.secondsSince1970))
    self.report.withLock { $0 = report }
    return baseline == nil ? nil : report
  }

  /// Whether a run that ends at its first failure ends here.
  func stops(at result: CaseResult) -> Bool {
    if result.judgement.verdict == .harnessError { return true }
    guard result.gates(strict: strict) else { return false }
    return check.mark(of: result)?.state != .known
  }

  /// The conditions of the exit status beside the results.
  ///
  /// - Parameter stopped: a failure ended the run.
  func state(stopped: Bool) -> ExitStatus.Gate {
    let report = report.withLock { $0 }
    return ExitStatus.Gate(
      isStale: baseline != nil && report?.isStale ?? false,
      lacksRequired: report?.problems.contains { $0.kind == .missingRequired } ?? false, stoppedAtFailure: stopped)
  }
}

/// Marks each result by the baseline, and adds to the footer what became of it.
struct GatingRecorder: Recorder {
  private let gate: Gate
  private let next: any Recorder

  init(_ gate: Gate, next: any Recorder) {
    self.gate = gate
    self.next = next
  }

  func record(_ event: RunEvent) throws(HarnessFailure) {
    switch event {
    case .caseFinished(let result): try next.record(.caseFinished(gate.mark(result)))
    case .finished(var footer):
      footer.baseline = gate.finish()
      try next.record(.finished(footer))
    case .started, .caseStarted, .controlFinished: try next.record(event)
    }
  }
}
