internal import RogueModel
internal import RogueStimuli

/// A policy that requires SCTs needs a server that has some, or its control proves nothing.
struct MissingSCTsCheck: CatalogueCheck {
  func findings(in catalogue: Catalogue) -> [Finding] {
    catalogue.worlds.flatMap { world -> [Finding] in
      guard !world.presentsSCTs else { return [] }
      return world.policies.filter { $0.transparency != nil }.map { policy in
        world.finding(
          .warning, at: policy.location, length: policy.name.count,
          "the policy '\(policy.name)' requires SCTs, but neither certificate nor server has any",
          in: catalogue.trees[world.location.file])
      }
    }
  }
}

extension World {
  fileprivate var presentsSCTs: Bool {
    if server[ServedSCTs.self] != nil { return true }
    if case .response(let response) = server[Staple.self], response.scts != nil { return true }
    return server.present.first.flatMap(certificate)?[EmbeddedSCTs.self] != nil
  }
}
