internal import RogueModel
internal import RogueStimuli

/// A policy that knows no other method than the staple needs a server that sends one.
struct MissingStapleCheck: CatalogueCheck {
  func findings(in catalogue: Catalogue) -> [Finding] {
    var stapling: Set<String> = []
    func staples(_ step: Scenario.Step) -> Bool { step.world.servers.contains { $0[Staple.self] != .none } }
    for scenario in catalogue.scenarios where scenario.steps.contains(where: staples) {
      stapling.insert(scenario.world.id)
    }
    return catalogue.worlds.flatMap { world -> [Finding] in
      guard world.server[Staple.self] == .none, !stapling.contains(world.id) else { return [] }
      return world.policies.filter { $0.revocation?.methods == [.ocspStaple] }.map { policy in
        world.finding(
          .warning, at: policy.location, length: policy.name.count,
          "the policy '\(policy.name)' relies on a staple, but the server never sends one",
          in: catalogue.trees[world.location.file])
      }
    }
  }
}
