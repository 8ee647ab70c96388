@testable import RogueLab
import RogueModel
import Testing

/// What may be concluded from what came of clients over sockets, each of which leaves one look out.
struct LiveMutants {
  private let scenarios: [String: Scenario]

  init(_ scenarios: [Scenario]) {
    self.scenarios = Dictionary(uniqueKeysWithValues: scenarios.map { ($0.id, $0) })
  }

  /// Whether it is right: what was never put to the test is so only where the scenario says it, under that policy.
  func isRight(_ result: CaseResult) -> Bool {
    switch result.judgement.verdict {
    case .pass: true
    case .unexercised: expectations(of: result).contains(where: \.unexercisedPasses)
    default: false
    }
  }

  /// Whether it was led to accept what only cancelling is right for, and accepts the same without the lie: nothing else
  /// shows that the rogue catches anybody.
  func isKill(_ result: CaseResult) -> Bool {
    result.judgement.verdict == .falseAccept && result.control?.verdict == .pass
  }

  /// Whether there is nothing right but cancelling.
  func mustCancel(_ result: CaseResult) -> Bool { expectations(of: result).contains(where: \.mustCancel) }

  private func expectations(of result: CaseResult) -> [RogueModel.Expectation] {
    scenarios[result.scenario]?.steps.compactMap { $0.expectations[result.axes.policy] } ?? []
  }

  /// Cases of rogues that have to be caught, under each policy that says so and in each version, that nobody was led to
  /// accept.
  func surviving(_ results: [CaseResult]) -> Set<String> {
    let rogues = results.filter { $0.level == .must && mustCancel($0) }
    return Set(rogues.map(\.caseID)).subtracting(results.filter(isKill).map(\.caseID))
  }
}
