@testable import RogueLab
import RogueModel
import Testing

/// The conclusions from the results of clients without one check, over sockets.
struct LiveMutants {
  private let scenarios: [String: Scenario]

  init(_ scenarios: [Scenario]) {
    self.scenarios = Dictionary(uniqueKeysWithValues: scenarios.map { ($0.id, $0) })
  }

  /// Whether it is right: an unexercised case is so only where the scenario says so, under that policy.
  func isRight(_ result: CaseResult) -> Bool {
    switch result.judgement.verdict {
    case .pass: true
    case .unexercised: expectations(of: result).contains(where: \.unexercisedPasses)
    default: false
    }
  }

  /// Whether it accepted a server that it had to cancel, and accepts the same server without the fault: only both together
  /// show that the rogue catches the mutant.
  func isKill(_ result: CaseResult) -> Bool {
    result.judgement.verdict == .falseAccept && result.control?.verdict == .pass
  }

  /// Whether cancelling is the only right answer.
  func mustCancel(_ result: CaseResult) -> Bool { expectations(of: result).contains(where: \.mustCancel) }

  private func expectations(of result: CaseResult) -> [RogueModel.Expectation] {
    scenarios[result.scenario]?.steps.compactMap { $0.expectations[result.axes.policy] } ?? []
  }

  /// Cases of rogues that must be caught, under each such policy and in each version, that no mutant accepted.
  func surviving(_ results: [CaseResult]) -> Set<String> {
    let rogues = results.filter { $0.level == .must && mustCancel($0) }
    return Set(rogues.map(\.caseID)).subtracting(results.filter(isKill).map(\.caseID))
  }
}
