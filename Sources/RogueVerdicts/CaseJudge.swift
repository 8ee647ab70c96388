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

  /// Whether the conversation continues after a step with that verdict.
  public static func continues(after verdict: Verdict) -> Bool { [.pass, .notAsked, .deviation].contains(verdict) }

  private static func rank(_ verdict: Verdict) -> Int {
    switch verdict {
    case .pass: 0
    case .notAsked: 1
    case .deviation: 2
    case .notRun: 3
    case .unsupported: 4
    case .inconclusive: 5
    case .error: 6
    case .falseCancel: 7
    case .badClientHello: 8
    case .badClientChain: 9
    case .certificateLeak: 10
    case .leak: 11
    case .falseAccept: 12
    case .harnessError: 13
    }
  }
}
