internal import RogueModel
internal import RogueStimuli

/// A behaviour that a version of TLS does not have cannot be shown in it.
struct BehaviourVersionCheck: ScenarioCheck {
  var vocabulary: Vocabulary

  func findings(in linted: LintedScenario) -> [Finding] {
    let scenario = linted.scenario
    return scenario.steps.enumerated().flatMap { index, step in
      step.world.places.keys.sorted().flatMap { place -> [Finding] in
        let server = step.world.server(at: place)
        // The usual version is that of the case.
        let fixed = place == .usual ? nil : server[FixedVersion.self]
        return server.behaviours.compactMap { use in
          guard let known = vocabulary.behaviours.first(where: { $0.name == use.name }),
            let version = (fixed.map { [$0] } ?? scenario.axes.tls).first(where: { !known.versions.contains($0) })
          else { return nil }
          let versions = known.versions.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
          return linted.finding(
            step: index, at: ScenarioKeys.mutate.key, "there is no \(use.name) in TLS \(version.rawValue)",
            help: fixed == nil ? "axes: {tls: [\(versions)]}" : "it exists in \(versions)")
        }
      }
    }
  }
}
