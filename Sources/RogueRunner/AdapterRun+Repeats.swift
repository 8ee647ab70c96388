import RogueModel
import RogueVerdicts

/// Cases that run several times, because a verdict that changes by itself is none.
extension AdapterRun {
  /// Judges a case as often as the run says: the evidence of the worst result, with the judgements of all.
  func repeated(_ item: CasePlan, control: ControlOutcome?) async -> CaseOutcome {
    var worst = await judge(item, control: control)
    let count = runner.configuration.repeats
    guard count > 1, worst.result.judgement.verdict.kind != .notRun,
      worst.result.judgement.verdict != .harnessError
    else {
      return worst
    }
    var judgements = [worst.result.judgement]
    var milliseconds = worst.result.milliseconds
    while judgements.count < count {
      let next = await judge(item, control: control)
      // The case was not repeated as requested, so it has no statement.
      guard next.result.judgement.verdict != .notRun, next.result.judgement.verdict != .harnessError else {
        return next
      }
      judgements.append(next.result.judgement)
      milliseconds += next.result.milliseconds
      if CaseJudge.isBetter(worst.result.judgement, next.result.judgement) { worst = next }
    }
    worst.result.milliseconds = milliseconds
    worst.result.judgement = CaseJudge.repeated(judgements)
    worst.result.repetitions = judgements
    return worst
  }
}
