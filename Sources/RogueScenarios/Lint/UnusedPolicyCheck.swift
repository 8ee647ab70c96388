internal import RogueModel

/// Every policy and every world must be used by a scenario.
struct UnusedPolicyCheck: CatalogueCheck {
  func findings(in catalogue: Catalogue) -> [Finding] {
    // Scenarios that could not be read may be the users.
    guard !catalogue.hasErrors else { return [] }
    var used: [String: Set<String>] = [:]
    for scenario in catalogue.scenarios {
      used[scenario.world.id, default: []].formUnion(
        scenario.policies + scenario.steps.flatMap { [$0.policy, $0.beside] }.compactMap(\.self))
    }
    return catalogue.worlds.flatMap { world -> [Finding] in
      let tree = catalogue.trees[world.location.file]
      guard let used = used[world.id] else {
        return [
          world.finding(
            .warning, at: world.location, length: 5, "no scenario uses the world '\(world.id)'", in: tree)
        ]
      }
      return world.policies.filter { !used.contains($0.name) }.map { policy in
        world.finding(
          .warning, at: policy.location, length: policy.name.count, "no scenario runs the policy '\(policy.name)'",
          in: tree)
      }
    }
  }
}
