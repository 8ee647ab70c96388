import RogueModel
import RogueVerdicts

/// Cases that run several times, because a verdict that changes by itself is none.
extension AdapterRun {
  /// Judges a case as often as the run says.
  func repeated(_ item: CasePlan, control: Held?) async -> Finished {
    let first = await judge(item, control: control)
    let count = runner.configuration.repeats
    guard count > 1, ![.unsupported, .notRun, .harnessError].contains(first.result.judgement.verdict) else {
      return first
    }
    var all = [first]
    while all.count < count {
      let next = await judge(item, control: control)
      all.append(next)
      // The case was not repeated as it was asked for, so that nothing can be said of it.
      guard ![.notRun, .harnessError].contains(next.result.judgement.verdict) else { return next }
    }
    return Self.combined(all)
  }

  /// The evidence of the worst result, with the judgements of all.
  static func combined(_ all: [Finished]) -> Finished {
    let judgements = all.map(\.result.judgement)
    guard var worst = all.max(by: { CaseJudge.isBetter($0.result.judgement, $1.result.judgement) }) else {
      return all[0]
    }
    worst.result.milliseconds = all.reduce(0) { $0 + $1.result.milliseconds }
    worst.result.judgement = CaseJudge.repeated(judgements)
    worst.result.repetitions = judgements
    return worst
  }
}
