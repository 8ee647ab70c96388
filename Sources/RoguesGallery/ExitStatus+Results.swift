public import RogueModel

extension ExitStatus {
  /// The exit code of a run that was judged; the worst thing that happened decides.
  ///
  /// - Parameters:
  ///   - results: final results, one for each planned case.
  ///   - mode: a comparison informs and exits 0 when everything was judged; a run gates.
  ///   - complete: false when the run was interrupted.
  ///   - strict: a deviation fails as well.
  public init(results: [CaseResult], mode: RunHeader.Mode, complete: Bool, strict: Bool) {
    let verdicts = results.map(\.judgement.verdict)
    if verdicts.contains(.harnessError) {
      self = .internal
    } else if !complete || verdicts.contains(.notRun) {
      self = .interrupted
    } else if mode == .run, results.contains(where: { $0.gates(strict: strict) }) {
      self = .unexpected
    } else if !verdicts.contains(where: { ![.unsupported, .notAsked, .inconclusive].contains($0) }) {
      self = verdicts.contains(.inconclusive) ? .onlyInconclusive : .nothingJudged
    } else if mode == .run, results.contains(where: { $0.judgement.verdict == .inconclusive && $0.level != .may }) {
      self = .onlyInconclusive
    } else {
      self = .asExpected
    }
  }
}
