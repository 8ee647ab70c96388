internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios
internal import Synchronization

/// The gate of a run: its results, its baseline and its profile.
final class Gate: Sendable {
  private let baseline: Baseline?
  private let check: BaselineCheck
  private let strict: Bool
  private let report = Mutex<BaselineReport?>(nil)
  /// A profile requires something.
  private let isRequired: Bool
  /// What `rogues init` wrote and nobody changed.
  private let templates: [String]

  /// - Parameter profile: of the run; nil: none.
  init(
    _ options: RunOptions, _ baseline: Baseline?, adapters: [AdapterDescription], profile: Profile? = nil
  ) throws(HarnessFailure) {
    self.baseline = baseline
    strict = options.strict
    let required = options.mode == .run ? profile?.requirement : nil
    isRequired = required != nil
    templates = options.mode == .run ? adapters.filter(\.isTemplate).map(\.name) : []
    check = BaselineCheck(
      baseline ?? Baseline(file: "", entries: []), adapters: adapters, strict: options.strict, required: required)
  }

  /// Marks a result by the baseline.
  func mark(_ result: CaseResult) -> CaseResult {
    guard baseline != nil || isRequired else { return result }
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
      shortfall: shortfall, stoppedAtFailure: stopped)
  }

  /// Known once all results are.
  var shortfall: [String] {
    templates.map {
      "\($0): it is the template of 'rogues init', and judges no client of yours; start yours in its adapter.yaml, then remove "
        + "'template: true'"
    }
      + (report.withLock(\.self)?.problems ?? []).filter { $0.kind == .missingRequired }
      .map { "\($0.adapter): \($0.subject): \($0.text)" }
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
      footer.shortfall = gate.shortfall
      try next.record(.finished(footer))
    case .started, .caseStarted, .caseWaits, .controlFinished: try next.record(event)
    }
  }
}
