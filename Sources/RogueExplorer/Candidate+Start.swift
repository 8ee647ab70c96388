public import RogueModel
public import RogueScenarios

extension Candidate {
  /// A scenario as a starting point, once for each of its policies; empty if its fault is not in what a server presents.
  public static func starts(from scenario: Scenario, _ grammar: WorldGrammar) -> [Candidate] {
    guard scenario.steps.count == 1, let place = grammar.place(scenario.world.id),
      place.certificates.count == scenario.world.certificates.count
    else { return [] }
    let step = scenario.steps[0]
    return scenario.policies.compactMap { policy in
      var candidate = Candidate(world: place.id, policy: step.policy ?? policy, present: place.present)
      guard let mutation = step.mutation else { return candidate }
      switch (mutation.path.first, mutation.path.count) {
      case ("server", 2) where mutation.path[1] == "present": candidate.present = step.world.server.present
      case ("certificates", 3):
        candidate.edit(mutation.path[1], in: place) {
          $0[mutation.path[2]] = mutation.value == "null" ? nil : mutation.value
        }
        candidate.prune(in: place)
        guard !candidate.added.isEmpty else { return nil }
      default: return nil
      }
      return candidate
    }
  }
}
