internal import RogueModel
internal import RogueStimuli

/// Features of a server that no conversation can have together: a missing one would go unnoticed.
struct ServerFeaturesCheck: CatalogueCheck {
  func findings(in catalogue: Catalogue) -> [Finding] {
    let worlds = catalogue.worlds.compactMap { world -> Finding? in
      world.server.contradiction.map { problem in
        world.finding(.error, at: world.location, length: 5, problem, in: catalogue.trees[world.location.file])
      }
    }
    let scenarios = catalogue.scenarios.flatMap { scenario in
      let linted = LintedScenario(scenario: scenario, tree: catalogue.trees[scenario.location.file])
      return contradictions(in: linted) + unsignable(in: linted)
    }
    return worlds + scenarios
  }

  private func contradictions(in linted: LintedScenario) -> [Finding] {
    guard linted.scenario.world.server.contradiction == nil else { return [] }
    return linted.scenario.steps.enumerated().compactMap { index, step in
      step.world.server.contradiction.map { linted.finding(step: index, at: ScenarioKeys.mutate.key, $0) }
    }
  }

  /// Keys by which nobody signs a handshake, and why.
  private static let unsignable: [KeyType: (why: String, help: String)] = [
    .rsa512: (
      "with an RSA key of 512 bits: it is shorter than the signature's padding",
      "rsa768 is the shortest that a server can have"
    ),
    .p192: ("with a key on P-192: TLS has no signature scheme for it", "a CA can have it; p256 is the usual leaf's"),
    .p224: ("with a key on P-224: TLS has no signature scheme for it", "a CA can have it; p256 is the usual leaf's"),
  ]

  /// A key that fits no signature of a handshake.
  private func unsignable(in linted: LintedScenario) -> [Finding] {
    let scenario = linted.scenario
    return scenario.steps.enumerated().compactMap { index, step in
      let types = step.world.servers.compactMap(\.present.first).compactMap(step.world.certificate).flatMap { leaf in
        (step.world.certificate(leaf[KeyOf.self] ?? leaf.name) ?? leaf)[CertificateKeyType.self].map { [$0] }
          ?? scenario.axes.keys
      }
      guard let type = types.first(where: { Self.unsignable[$0] != nil }), let problem = Self.unsignable[type] else {
        return nil
      }
      let isAxis = scenario.axes.keys.contains(type)
      return linted.finding(
        step: index, at: isAxis ? ScenarioKeys.axes.key : ScenarioKeys.world.key,
        "no server can sign a handshake \(problem.why)", help: problem.help)
    }
  }
}

extension ServerRecipe {
  /// The incompatible features, in a sentence.
  fileprivate var contradiction: String? {
    guard self[StartTLS.self] != nil else { return nil }
    return Stimuli.featureOfHTTP(in: self).map {
      "'\($0)' belongs to HTTP, but with 'starttls' the server speaks another protocol"
    }
  }
}
