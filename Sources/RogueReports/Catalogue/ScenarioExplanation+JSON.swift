public import RogueModel
internal import RogueStimuli

extension ScenarioExplanation {
  /// The same facts for programs.
  public var json: JSON {
    [
      "id": .string(scenario.id),
      "title": .string(scenario.title),
      "why": .string(scenario.why),
      "level": .string(scenario.level.rawValue),
      "severity": .string(scenario.severity.rawValue),
      "healthy": .bool(scenario.isHealthy),
      "tags": .array(scenario.tags.map(JSON.string)),
      "keywords": .array(keywords.map(JSON.string)),
      "references": .array(scenario.references.map(JSON.string)),
      "covers": .array(scenario.covers.map(JSON.string)),
      "needs": .array(scenario.needs.map { .string($0.rawValue) }),
      "file": .string(scenario.location.file),
      "world": Self.json(scenario.world),
      "steps": .array(scenario.steps.map(json)),
      "cases": .array(cases.map(JSON.string)),
    ]
  }

  private static func json(_ world: World) -> JSON {
    [
      "id": .string(world.id),
      "title": .string(world.title),
      "file": .string(world.location.file),
      "host": .string(world.fullName(of: world.host)),
      "present": .array(world.server.present.map(JSON.string)),
      "stores": [
        "system": .array(world.stores.system.map(JSON.string)), "user": .array(world.stores.user.map(JSON.string)),
      ],
      "certificates": .array(
        world.certificates.map { recipe in
          [
            "name": .string(recipe.name),
            "issuer": JSON(recipe[Issuer.self]),
            "what": .string(WorldTree.kind(recipe, in: world)),
          ]
        }),
      "keys": .array(world.keys.map(JSON.string)),
      "logs": .array(
        world.logs.map { ["name": .string($0.name), "operator": .string($0.operatorName)] }),
    ]
  }

  private func json(_ step: Scenario.Step) -> JSON {
    let mutation: JSON =
      step.mutation.map { mutation in
        [
          "path": .string(mutation.path.joined(separator: ".")),
          "before": JSON(Stimuli.text(at: mutation.path, in: scenario.world)),
          "after": .string(mutation.value),
        ]
      } ?? .null
    return [
      "mutation": mutation,
      "reuse": .string(step.reuse.rawValue),
      "learn": .bool(step.learn),
      "policy": JSON(step.policy),
      "host": JSON(step.host),
      "after": step.delay.json,
      "beside": JSON(step.beside),
      "expected": .array(
        scenario.policies.compactMap { policy in
          step.expectations[policy].map { Self.json(policy, $0) }
        }),
    ]
  }

  private static func json(_ policy: String, _ expectation: Expectation) -> JSON {
    [
      "policy": .string(policy),
      "any": .array(
        expectation.answers.map { answer in
          [
            "disposition": .string(answer.disposition.rawValue),
            "reasons": .array(answer.reasons.sorted().map { .string($0.rawValue) }),
            "phases": .array(Phase.allCases.filter(answer.phases.contains).map { .string($0.rawValue) }),
            "clientChain": answer.clientChain.map { .array($0.map(JSON.string)) } ?? .null,
            "identityWithheld": .bool(answer.identityWithheld),
          ]
        }),
      "unexercisedPasses": .bool(expectation.unexercisedPasses),
      "serverIsJudge": .bool(expectation.serverIsJudge),
      "clientHello": JSON(HelloDemands.text(of: expectation.clientHello)),
    ]
  }
}
