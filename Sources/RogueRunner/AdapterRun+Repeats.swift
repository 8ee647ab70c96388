import RogueModel
import RogueVerdicts

/// Cases that run several times, because a verdict that changes by itself is none.
extension AdapterRun {
  /// Judges a case as often as the run says: the evidence of the worst result, with the judgements of all.
  func repeated(_ item: CasePlan, _ control: Facts.Control, _ judgement: Judgement?) async -> CaseResult {
    var worst = await judge(item, control, judgement)
    let count = runner.configuration.repeats
    guard count > 1, worst.judgement.verdict.kind != .notRun,
      worst.judgement.verdict != .harnessError
    else {
      return worst
    }
    var judgements = [worst.judgement]
    var milliseconds = worst.milliseconds
    while judgements.count < count {
      let next = await judge(item, control, judgement)
      // The case was not repeated as requested, so it has no statement.
      guard next.judgement.verdict != .notRun, next.judgement.verdict != .harnessError else {
        return next
      }
      judgements.append(next.judgement)
      milliseconds += next.milliseconds
      if CaseJudge.isBetter(worst.judgement, next.judgement) { worst = next }
    }
    worst.milliseconds = milliseconds
    worst.judgement = CaseJudge.repeated(judgements)
    worst.repetitions = judgements
    return worst
  }
}
