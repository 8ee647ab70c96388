internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// Reads a scenario's tree and resolves it against its world.
struct ScenarioReader {
  var file: SourceFile
  var known: KnownWorlds
  var reader: NodeReader

  /// The scenario; nil when anything is wrong with it, and then it has been reported.
  func read(_ tree: YAMLNode) -> Scenario? {
    let world = world(of: tree)
    if let world {
      reader.names = world.names
      reader.worldFile = world.world.location.file
    } else {
      reader.namesAreUnknown = true
    }
    let scenario = ScenarioKeys.table.entries(of: tree, reader).flatMap { self.scenario($0, world) }
    return reader.errors == 0 ? scenario : nil
  }

  /// The world that the scenario names, before anything else is read: its names are needed for the rest.
  private func world(of tree: YAMLNode) -> KnownWorlds.Entry? {
    guard let name = Self.world(of: tree) else { return nil }
    if let world = known.worlds[name.text] { return extended(world, by: tree) }
    if known.broken.contains(name.text) {
      reader.report(at: name.position, "the world '\(name.text)' has errors")
    } else {
      reader.report(
        at: name.position, "there is no world '\(NodeReader.shortened(name.text))'",
        help: NearMiss.question(for: name.text, among: known.worlds.keys.sorted())
          ?? "there are: \(known.worlds.keys.sorted().joined(separator: ", "))")
    }
    return nil
  }

  /// The world with the certificates that the scenario adds; nil after a report.
  private func extended(_ known: KnownWorlds.Entry, by tree: YAMLNode) -> KnownWorlds.Entry? {
    let key = WorldKeys.certificates.key.name
    guard case .mapping(let scenario) = tree, let added = scenario[ScenarioKeys.certificates.key.name],
      case .mapping(var world) = known.tree, let place = world.entries.firstIndex(where: { $0.key.text == key }),
      case .mapping(var certificates) = world.entries[place].value
    else { return known }
    guard case .mapping(let added) = added else {
      _ = ScenarioKeys.certificates.shape.read(added, reader)
      return nil
    }
    for entry in added.entries {
      guard certificates[entry.key.text] == nil else {
        reader.report(
          at: entry.key.position, "the world already has a certificate '\(NodeReader.shortened(entry.key.text))'",
          help: "give it another name, or change the world's certificate with 'mutate'")
        return nil
      }
      certificates.entries.append(entry)
    }
    world.entries[place].value = .mapping(certificates)
    let whole = YAMLNode.mapping(world)
    return WorldReader(reader: reader).read(whole, like: known).map { KnownWorlds.Entry($0, whole, reader) }
  }

  /// The name of a scenario's world, as it is written.
  static func world(of tree: YAMLNode) -> YAMLNode.Scalar? {
    guard case .mapping(let root) = tree, case .scalar(let name) = root[ScenarioKeys.world.key.name] else { return nil }
    return name
  }

  private func scenario(_ entries: Entries, _ knownWorld: KnownWorlds.Entry?) -> Scenario? {
    let id = entries[ScenarioKeys.scenario]
    if let id { check(id, at: entries.position(ScenarioKeys.scenario)) }
    let drafts = drafts(entries)
    if drafts.contains(where: { $0.mutation != nil }), !entries.has(ScenarioKeys.severity) {
      reader.report(
        at: entries.mapping.position, "missing key 'severity' in a scenario with a mutation",
        help: ScenarioKeys.severity.key.summary)
    }
    let severity = entries[ScenarioKeys.severity] ?? .low
    let given = entries[ScenarioKeys.policies]
    let references = entries[ScenarioKeys.references] ?? []
    let covers = entries[ScenarioKeys.covers] ?? []
    let like = entries[ScenarioKeys.like]
    let tags = entries[ScenarioKeys.tags] ?? []
    let keywords = entries[ScenarioKeys.keywords] ?? []
    let needs = entries[ScenarioKeys.needs] ?? []
    let axes = entries[ScenarioKeys.axes]
    let title = entries[ScenarioKeys.title]
    let why = entries[ScenarioKeys.why]
    let level = entries[ScenarioKeys.level]
    let world = entries[ScenarioKeys.world]
    // In a world, they have been read with its own.
    if knownWorld == nil { _ = entries[ScenarioKeys.certificates] }
    let policies = given ?? knownWorld.map { Self.defaultPolicies(drafts, $0.world) } ?? []
    // The steps are always read, so that all errors are reported at once.
    let steps = knownWorld.map { knownWorld in drafts.compactMap { step($0, policies, knownWorld) } } ?? []
    if let knownWorld, steps.count == drafts.count {
      check(delays: drafts, of: steps, of: knownWorld.world, needs: needs)
    }
    guard let id, let title, let why, let level, world != nil, let knownWorld, reader.errors == 0 else {
      reader.sketch = ScenarioSketch(
        why: why, level: level,
        references: entries.has(ScenarioKeys.references) && references.isEmpty ? nil : references,
        isHealthy: drafts.allSatisfy { $0.mutation == nil })
      return nil
    }
    var scenario = Scenario(
      id: id, title: title, why: why, level: level, severity: severity, references: references, tags: tags,
      world: knownWorld.world, policies: policies, steps: steps, axes: Self.axes(axes, knownWorld.world), needs: needs,
      location: SourceLocation(entries.position(ScenarioKeys.scenario)))
    scenario.covers = covers
    scenario.like = like
    scenario.keywords = keywords
    return scenario
  }

  private func check(_ id: String, at position: YAMLPosition) {
    if let objection = file.objection(to: id, of: "scenario") { reader.report(at: position, objection) }
  }

  private func drafts(_ entries: Entries) -> [StepDraft] {
    guard entries.has(ScenarioKeys.steps) else {
      return [StepDraft(mutation: entries[ScenarioKeys.mutate], expected: entries[ScenarioKeys.expect])]
    }
    if entries.has(ScenarioKeys.mutate) {
      reader.report(
        at: entries.keyPosition(ScenarioKeys.mutate), "'mutate' cannot be used beside 'steps'; move it into a step")
    }
    if entries.has(ScenarioKeys.expect) {
      reader.report(
        at: entries.keyPosition(ScenarioKeys.expect), "'expect' cannot be used beside 'steps'; move it into a step")
    }
    return entries[ScenarioKeys.steps] ?? []
  }

  /// Those of `by-policy`, in order of appearance, else every policy of the world.
  private static func defaultPolicies(_ drafts: [StepDraft], _ world: World) -> [String] {
    var policies: [String] = []
    for draft in drafts {
      guard case .byPolicy(let expectations, _) = draft.expected else { continue }
      for (policy, _) in expectations where !policies.contains(policy.text) { policies.append(policy.text) }
    }
    return policies.isEmpty ? world.policies.map(\.name) : policies
  }

  /// A world whose server speaks one version has no other cases: they could only be inconclusive.
  private static func axes(_ draft: AxesDraft?, _ world: World) -> Scenario.Axes {
    let healthy = Scenario.Axes()
    return Scenario.Axes(
      tls: draft?.tls ?? world.server[FixedVersion.self].map { [$0] } ?? healthy.tls, keys: draft?.keys ?? healthy.keys)
  }
}
