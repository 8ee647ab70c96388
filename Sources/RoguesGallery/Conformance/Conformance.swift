public import RogueModel
internal import RogueReports

/// The behaviour found in a validator.
public struct Conformance: Sendable {
  /// With which the same bytes come again.
  public var seed: String
  /// One for each selected case, in the order of the catalogue.
  public var results: [CaseResult]
  /// Patterns without a judged case, because each of their cases needs a capability that the validator lacks; in the
  /// given order.
  public var unmatched: [String]
  /// Every control, each time that it was run.
  public var controls: [ControlResult]
  /// False when the run was cancelled.
  public var isComplete: Bool

  public init(seed: String, results: [CaseResult], unmatched: [String], controls: [ControlResult], isComplete: Bool) {
    self.seed = seed
    self.results = results
    self.unmatched = unmatched
    self.controls = controls
    self.isComplete = isComplete
  }

  /// Cases that the validator ran; the others need capabilities that it lacks.
  public var judged: [CaseResult] { results.filter { $0.judgement.verdict != .unsupported } }

  /// Cases that have to be looked at: failed, or without proof. What is only for information is not among them.
  public func notable(strict: Bool) -> [CaseResult] {
    results.filter { $0.isNotable(strict: strict) }
  }

  /// Controls that were not accepted: nothing that depends on them is proven.
  public var failedControls: [ControlResult] { controls.filter { $0.judgement.verdict != .pass } }

  /// One case in full, for people: the expectation, both witnesses, and the command that repeats it.
  public static func story(of result: CaseResult) -> String {
    FailureBlock(result: result, style: ReportStyle(color: false, unicode: true, width: 120)).text
  }
}
