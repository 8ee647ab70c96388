public import RogueModel

/// Puts the steps of a conversation together.
public enum CaseJudge {
  /// The worst step decides: a case passes only when every step does.
  public static func combine(_ steps: [Judgement]) -> Judgement {
    guard let worst = steps.max(by: { rank($0.verdict) < rank($1.verdict) }) else {
      return Judgement(.notRun, "no step was reached")
    }
    guard steps.count > 1, let index = steps.firstIndex(of: worst) else { return worst }
    return Judgement(worst.verdict, "step \(index + 1): \(worst.explanation)")
  }

  /// Whether the conversation goes on after a step that was judged so.
  public static func continues(after verdict: Verdict) -> Bool { verdict == .pass || verdict == .deviation }

  private static func rank(_ verdict: Verdict) -> Int {
    switch verdict {
    case .pass: 0
    case .deviation: 1
    case .notRun: 2
    case .unsupported: 3
    case .void: 4
    case .error: 5
    case .falseCancel: 6
    case .badIdentity: 7
    case .leak: 8
    case .falseAccept: 9
    case .harnessError: 10
    }
  }
}
