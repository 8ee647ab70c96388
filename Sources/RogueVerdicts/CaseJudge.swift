public import RogueModel

/// Puts the steps of a conversation together.
public enum CaseJudge {
  /// The worst step decides: a case passes only when every step does.
  public static func combine(_ steps: [Judgement]) -> Judgement {
    guard let worst = steps.max(by: { $0.verdict.severity < $1.verdict.severity }) else {
      return Judgement(.notRun, "no step was reached")
    }
    guard steps.count > 1, let index = steps.firstIndex(of: worst) else { return worst }
    return Judgement(worst.verdict, "step \(index + 1): \(worst.explanation)")
  }

  /// One judgement for a case that ran several times: the verdict that it always got, or `unstable`.
  ///
  /// - Parameter judgements: at least one.
  public static func repeated(_ judgements: [Judgement]) -> Judgement {
    let worst = judgements.max(by: isBetter) ?? Judgement(.notRun, "it was not run")
    var counts: [(verdict: Verdict, count: Int)] = []
    for judgement in judgements {
      if let index = counts.firstIndex(where: { $0.verdict == judgement.verdict }) {
        counts[index].count += 1
      } else {
        counts.append((judgement.verdict, 1))
      }
    }
    guard counts.count > 1 else { return worst }
    let outcomes = counts.map { "\($0.count) of \(judgements.count) times \($0.verdict.rawValue)" }
    return Judgement(.unstable, "\(outcomes.joined(separator: ", ")); at worst: \(worst.explanation)")
  }

  /// Whether the first of two judgements of the same case is the better one.
  public static func isBetter(_ left: Judgement, _ right: Judgement) -> Bool {
    left.verdict.severity < right.verdict.severity
  }

  /// Whether the conversation continues after a step with that verdict.
  public static func continues(after verdict: Verdict) -> Bool { verdict.isRight }
}
