internal import RogueModel
internal import RogueYAML

/// The checks of a right validator, by name, each with a case in which it alone decides: `Scenarios/circumstances/checks.yaml`.
enum CheckKeys {
  static let checks = Field(
    "checks",
    ValueParser<[(YAMLNode.Scalar, YAMLNode.Scalar)]>.map(keys: .names, of: .scalar("a scenario with a policy")),
    required: true, "name and case of each check, such as FAMILY/NAME[policy=POLICY]")

  static let table = Table(
    "checks", subject: "a list of checks", "What a right validator does, each with a case in which it alone decides.",
    [checks.key])
}

/// A check with everything that its case is made of.
struct Check: Sendable {
  var name: String
  /// The case, with one policy.
  var scenario: Scenario
  var policy: String
  /// The worlds as their files have them.
  var worlds: MovedWorlds
  /// The place of its name.
  var location: SourceLocation
  /// For the files that its world names.
  var worldFile: String

  /// What every right validator does about the last step.
  var expectation: Expectation { scenario.steps.last?.expectations[policy] ?? .accept }

  /// Whether its policy has pins, or wants a status or timestamps.
  var requiresMoreThanTrust: Bool {
    guard let policy = scenario.world.policy(policy) else { return false }
    return !policy.pinSets.isEmpty || policy.revocation != nil || policy.transparency != nil
  }

  /// The sentence of the standard.
  var because: String { scenario.references.first ?? scenario.title }
}

extension CatalogueLoader {
  /// The checks of a list, and what is wrong with it.
  ///
  /// - Parameters:
  ///   - worlds: all files of worlds.
  ///   - scenarios: all files of scenarios.
  func checks(
    _ lists: [SourceFile], worlds: [SourceFile], scenarios: [SourceFile]
  ) -> (checks: [Check], findings: [Finding]) {
    let (drafts, findings) = CheckKeys.table.read(lists) { entries, _ in entries[CheckKeys.checks] }
    let reader = NodeReader(vocabulary: vocabulary, files: files)
    let named = drafts.flatMap(\.self).compactMap {
      name, text -> (YAMLNode.Scalar, scenario: String, policy: String)? in
      guard let pattern = try? Pattern(text.text), pattern.constraints.count == 1,
        let policy = pattern.constraints.first(where: { $0.axis == .policy })?.value
      else {
        reader.report(
          at: text.position, "'\(NodeReader.shortened(text.text))' is no scenario with a policy",
          help: "family/name[policy=name]")
        return nil
      }
      return (name, String(TablePattern.path(of: text.text)), policy)
    }
    let ids = Set(named.map(\.scenario))
    let catalogue = load(scenarios.filter { ids.contains($0.scenarioID) }, inTheirWorlds: worlds)
    let known = Dictionary(catalogue.scenarios.map { ($0.id, $0) }) { first, _ in first }
    let all = scenarios.map(\.scenarioID)
    let checks = named.compactMap { name, id, policy -> Check? in
      guard let scenario = known[id] else {
        // One with errors is reported with its own file.
        if !all.contains(id) {
          reader.report(
            at: name.position, "there is no scenario '\(NodeReader.shortened(id))'",
            help: NearMiss.question(for: id, among: all))
        }
        return nil
      }
      guard scenario.policies.contains(policy) else {
        reader.report(
          at: name.position, "'\(id)' has no policy '\(policy)'",
          help: "its policies: \(scenario.policies.joined(separator: ", "))")
        return nil
      }
      return check(name, scenario, policy, catalogue)
    }
    return (checks, findings + reader.findings)
  }

  private func check(
    _ name: YAMLNode.Scalar, _ scenario: Scenario, _ policy: String, _ catalogue: Catalogue
  ) -> Check? {
    guard let world = catalogue.trees[scenario.world.location.file],
      let tree = catalogue.trees[scenario.location.file]
    else { return nil }
    let reader = NodeReader(vocabulary: vocabulary, files: files)
    reader.namesAreUnknown = true
    guard let entries = ScenarioKeys.table.entries(of: tree, reader) else { return nil }
    let drafts =
      entries[ScenarioKeys.steps]?.map(\.mutation) ?? [entries[ScenarioKeys.mutate]]
    let rogues = drafts.compactMap(\.self).compactMap { draft in
      MutationPath(draft: draft, reader: reader).applied(to: world)
    }
    var one = scenario
    one.policies = [policy]
    for place in one.steps.indices {
      one.steps[place].expectations = one.steps[place].expectations.filter { $0.key == policy }
    }
    return Check(
      name: name.text, scenario: one, policy: policy,
      worlds: MovedWorlds(
        healthy: WorldTree(world), rogues: rogues.map { (WorldTree($0.tree), $0.mutation.path) }, policy: policy),
      location: SourceLocation(name.position), worldFile: scenario.world.location.file)
  }
}
