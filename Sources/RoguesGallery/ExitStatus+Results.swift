public import RogueModel

extension ExitStatus {
  /// The exit code of a run that was judged; the worst thing that happened decides.
  ///
  /// - Parameters:
  ///   - results: final results, one for each planned case.
  ///   - mode: a comparison informs and exits 0 when everything was judged; a run gates.
  ///   - complete: false when the run was interrupted.
  ///   - strict: a deviation fails as well.
  ///   - gate: what else decides.
  public init(
    results: [CaseResult], mode: RunHeader.Mode, complete: Bool, strict: Bool, gate: Gate = Gate()
  ) {
    let verdicts = results.map(\.judgement.verdict)
    let fails = mode == .run && results.contains { $0.gates(strict: strict) && !$0.isKnown }
    if verdicts.contains(.harnessError) {
      self = .internal
    } else if fails, gate.stoppedAtFailure {
      self = .unexpected
    } else if !complete || verdicts.contains(.notRun) {
      self = .interrupted
    } else if fails {
      self = .unexpected
    } else if gate.logIsCut {
      self = .cannotWrite
    } else if mode == .run, gate.isStale {
      self = .staleBaseline
    } else if !verdicts.contains(where: { ![.unsupported, .notAsked, .inconclusive].contains($0) }) {
      self = verdicts.contains(.inconclusive) ? .onlyInconclusive : .nothingJudged
    } else if mode == .run, results.contains(where: { $0.provesNothing }) {
      self = .onlyInconclusive
    } else if mode == .run, gate.lacksRequired {
      self = .nothingJudged
    } else {
      self = .asExpected
    }
  }
}

extension ExitStatus {
  /// What decides beside the results.
  public struct Gate: Sendable {
    /// Something is wrong with the baseline.
    public var isStale: Bool
    /// A `must` of the profile is unsupported, and the baseline does not say why.
    public var lacksRequired: Bool
    /// The first failure was to end the run.
    public var stoppedAtFailure: Bool
    /// The event log that a run keeps anyway could not be written to its end.
    public var logIsCut = false

    public init(isStale: Bool = false, lacksRequired: Bool = false, stoppedAtFailure: Bool = false) {
      self.isStale = isStale
      self.lacksRequired = lacksRequired
      self.stoppedAtFailure = stoppedAtFailure
    }
  }
}

extension CaseResult {
  /// Inconclusive where that counts.
  fileprivate var provesNothing: Bool { judgement.verdict == .inconclusive && level != .may && !isKnown }
}
