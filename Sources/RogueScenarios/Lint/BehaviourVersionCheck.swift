internal import RogueModel

/// A behaviour that a version of TLS does not have cannot be shown in it.
struct BehaviourVersionCheck: ScenarioCheck {
  var vocabulary: Vocabulary

  func findings(in linted: LintedScenario) -> [Finding] {
    let scenario = linted.scenario
    return scenario.steps.enumerated().flatMap { index, step in
      step.world.server.behaviours.compactMap { use in
        guard let known = vocabulary.behaviours.first(where: { $0.name == use.name }),
          let version = scenario.axes.tls.first(where: { !known.versions.contains($0) })
        else { return nil }
        let versions = known.versions.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return linted.finding(
          step: index, at: ScenarioKeys.mutate.key, "there is no \(use.name) in TLS \(version.rawValue)",
          help: "axes: {tls: [\(versions)]}")
      }
    }
  }
}
