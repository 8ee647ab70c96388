internal import RogueModel
internal import RogueOpenSSL
internal import RoguePKI
internal import RoguePlatform
internal import RogueStimuli
internal import Synchronization

/// What a client that was built once has for a whole run: one root that its user has installed, and hosts of its own.
///
/// Worlds are changed so that they have both. Where a scenario would not mean the same any more, it is refused.
struct BuiltClient: Sendable {
  /// The root with its key; nil: each world has its own.
  var root: EncodedFile?
  var hosts: OwnHosts?
  private let known = KnownObjections()

  init(root: EncodedFile? = nil, hosts: OwnHosts? = nil) {
    self.root = root
    self.hosts = hosts
  }

  var isUsual: Bool { root == nil && hosts == nil }

  // MARK: Scenarios

  /// The scenario for this client. It is the catalogue's where `refusal` has something to say.
  func fitted(_ scenario: Scenario) -> Scenario {
    guard objection(to: scenario) == nil else { return scenario }
    let renaming = hosts?.renaming(of: scenario)
    func fitted(_ step: Scenario.Step) -> Scenario.Step {
      var step = step
      step.world = self.fitted(step.world, renaming)
      step.host = step.host.map { renaming?.renamed($0) ?? $0 }
      return step
    }
    var result = scenario
    result.world = self.fitted(scenario.world, renaming)
    result.steps = scenario.steps.map(fitted)
    result.contrast = scenario.contrast?.map(fitted)
    return result
  }

  private func fitted(_ world: World, _ renaming: OwnHosts.Renaming?) -> World {
    var world = renaming?.renamed(world) ?? world
    if let root, let name = world.stores.system.first,
      let index = world.certificates.firstIndex(where: { $0.name == name })
    {
      var recipe = CertificateRecipe(name: name)
      recipe[CertificateFile.self] = root
      // What the file says of itself; a file that cannot be used was refused when it was read.
      try? CertificateFile.complete(&recipe, with: root)
      world.certificates[index] = recipe
    }
    return world
  }

  // MARK: Refusals

  /// Why a case means nothing for such a client, as a sentence for reports; nil: it does.
  func refusal(of item: Case) -> String? {
    guard !isUsual else { return nil }
    let scenario = item.scenario
    if let objection = objection(to: scenario) {
      return "a client that is built once cannot be told this: \(objection)"
    }
    for step in scenario.steps + (scenario.contrast ?? []) {
      guard let policy = step.world.policy(step.policy ?? item.axes.policy) else { continue }
      let roots = policy.anchors ?? step.world.stores.system + step.world.stores.user
      if root != nil, roots != Array(step.world.stores.system.prefix(1)) {
        return "a client that is built once cannot be told this: it needs another root store"
      }
      if hosts != nil, policy.hostAsWritten != nil {
        return "a client that is built once cannot be told this: it needs another spelling of its host"
      }
    }
    return nil
  }

  /// Of the scenario as the catalogue has it, or as it was fitted, which is the same.
  private func objection(to scenario: Scenario) -> String? {
    known.objection(to: scenario.id) { findObjection(to: scenario) }
  }

  private func findObjection(to scenario: Scenario) -> String? {
    let worlds = [scenario.world] + scenario.steps.map(\.world) + (scenario.contrast ?? []).map(\.world)
    var seen: Set<World> = []
    for world in worlds where seen.insert(world).inserted {
      if root != nil, let why = rootObjection(to: world, scenario.world) { return why }
      if let hosts, let why = hosts.objection(to: world, of: scenario) { return why }
    }
    return nil
  }

  private func rootObjection(to world: World, _ healthy: World) -> String? {
    guard world.stores == healthy.stores, let name = world.stores.system.first, let recipe = world.certificate(name)
    else { return "it needs another root store" }
    guard recipe == healthy.certificate(name) else { return "its fault is in the root itself" }
    if recipe[CertificateFile.self] != root {
      var plain = CertificateRecipe(name: name)
      IsCA.set(true, in: &plain)
      guard recipe.settings == plain.settings else { return "it needs a root of its own making" }
    }
    // A name that the root may not certify would be refused for that, whatever else is wrong.
    let allowed = [world.domain] + (hosts.map { [$0.domain] + $0.all.map(\.name) } ?? [])
    for certificate in world.certificates {
      let names = (certificate[DNSNames.self] + [certificate[CommonName.self]].compactMap(\.self)).map(world.fullName)
      guard names.allSatisfy({ name in allowed.contains { name == $0 || name.hasSuffix(".\($0)") } }),
        certificate[IPAddresses.self].isEmpty
      else { return "it needs names that the root must not certify" }
    }
    return nil
  }
}

/// Objections by the scenario's id: to look for one takes a while.
private final class KnownObjections: Sendable {
  private let known = Mutex<[String: String?]>([:])

  func objection(to scenario: String, _ find: () -> String?) -> String? {
    if let known = known.withLock({ $0[scenario] }) { return known }
    let found = find()
    known.withLock { $0[scenario] = .some(found) }
    return found
  }
}

/// A scenario as a client that is built once can have it.
struct FittedScenario: ScenarioSource {
  let source: ChosenScenario
  let client: BuiltClient

  var id: String { source.id }
  var title: String { source.title }
  var tags: [String] { source.tags }
  var policies: [String] { source.policies }
  var axes: Scenario.Axes { source.axes }
  var level: Level { source.level }
  var severity: Severity { source.severity }
  var location: SourceLocation { source.location }
  var scenario: Scenario { client.fitted(source.scenario) }
}
