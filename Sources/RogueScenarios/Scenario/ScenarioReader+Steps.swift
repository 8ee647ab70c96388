internal import RogueModel
internal import RogueYAML

extension ScenarioReader {
  /// A step with its world and an expectation for every policy; nil after a report.
  func step(_ draft: StepDraft, _ policies: [String], _ knownWorld: KnownWorlds.Entry) -> Scenario.Step? {
    let expectations = expectations(draft.expected, policies)
    var world = knownWorld.world
    var mutation: Mutation?
    if let change = draft.mutation {
      guard let mutated = mutated(knownWorld, by: change) else { return nil }
      (world, mutation) = mutated
    }
    guard let delay = reader.delay(draft.delay, in: world) else { return nil }
    return Scenario.Step(
      mutation: mutation, world: world, expectations: expectations, reuse: draft.reuse, learn: draft.learn,
      policy: draft.policy, host: draft.host, delay: delay, beside: draft.beside)
  }

  private func expectations(_ expected: Expected?, _ policies: [String]) -> [String: Expectation] {
    switch expected {
    case nil: return Dictionary(uniqueKeysWithValues: policies.map { ($0, .accept) })
    case .same(let expectation): return Dictionary(uniqueKeysWithValues: policies.map { ($0, expectation) })
    case .byPolicy(let pairs, let position):
      var expectations: [String: Expectation] = [:]
      for (policy, expectation) in pairs {
        if !policies.contains(policy.text) {
          reader.report(at: policy.position, "the policy '\(policy.text)' is not among the scenario's 'policies'")
        }
        expectations[policy.text] = expectation
      }
      for policy in policies where expectations[policy] == nil {
        reader.report(at: position, "'by-policy' says nothing about the policy '\(policy)'")
      }
      return expectations
    }
  }

  private func mutated(_ knownWorld: KnownWorlds.Entry, by draft: MutationDraft) -> (World, Mutation)? {
    guard let (tree, mutation) = MutationPath(draft: draft, reader: reader).applied(to: knownWorld.tree) else {
      return nil
    }
    let worldReader = NodeReader(vocabulary: reader.vocabulary)
    let world = WorldReader(reader: worldReader).read(tree, changed: mutation.path, of: knownWorld)
    for finding in worldReader.findings { report(finding, of: draft) }
    return world.map { ($0, mutation) }
  }

  /// A finding in the mutated world; one that points into the world's file is the mutation's doing all the same.
  private func report(_ finding: Finding, of draft: MutationDraft) {
    if finding.location?.file == file.path {
      reader.report(finding)
    } else {
      let place = finding.location.map { " (\($0))" } ?? ""
      reader.report(
        finding.severity, at: draft.path.position, "this mutation breaks the world: \(finding.message)\(place)")
    }
  }
}
