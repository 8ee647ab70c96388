internal import RogueModel

/// A scenario that is like one that nobody has is like none: no finding would ever be about it.
struct LikenessCheck: CatalogueCheck {
  func findings(in catalogue: Catalogue) -> [Finding] {
    let ids = Set(catalogue.scenarios.map(\.id))
    return catalogue.scenarios.compactMap { scenario in
      guard let like = scenario.like, !ids.contains(like) || like == scenario.id else { return nil }
      let linted = LintedScenario(scenario: scenario, tree: catalogue.trees[scenario.location.file])
      return linted.finding(
        at: ScenarioKeys.like.key,
        like == scenario.id ? "a scenario is not like itself" : "there is no scenario '\(like)' in these catalogues",
        help: NearMiss.question(for: like, among: ids.sorted()))
    }
  }
}
