internal import RogueModel
internal import RogueOpenSSL
internal import RoguePKI
internal import RoguePlatform
internal import RogueStimuli
internal import Synchronization

/// What a client that was built once has for a whole run: one root that its user has installed, and a host of its own.
///
/// Worlds are changed so that they have both. Where a scenario would not mean the same any more, it is refused.
struct BuiltClient: Sendable {
  /// The root with its key; nil: each world has its own.
  var root: EncodedFile?
  var host: Host?
  private let known = KnownObjections()

  init(root: EncodedFile? = nil, host: Host? = nil) {
    self.root = root
    self.host = host
  }

  /// A host of the client's, and the domain in which the worlds' other hosts are then.
  struct Host: Sendable, Hashable {
    var label: String
    var domain: String
    var name: String { "\(label).\(domain)" }

    /// Nil: it is no lower-case name of three labels or more.
    init?(_ name: String) {
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      guard labels.count >= 3, !HostName.isAddress(name), name.utf8.count <= 200,
        labels.allSatisfy({ label in
          !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
        })
      else { return nil }
      label = String(labels[0])
      domain = labels.dropFirst().joined(separator: ".")
    }
  }

  var isUsual: Bool { root == nil && host == nil }

  // MARK: Scenarios

  /// The scenario for this client. It is the catalogue's where `refusal` has something to say.
  func fitted(_ scenario: Scenario) -> Scenario {
    guard objection(to: scenario) == nil else { return scenario }
    var fitted = scenario
    fitted.world = self.fitted(scenario.world)
    for index in fitted.steps.indices { fitted.steps[index] = self.fitted(fitted.steps[index]) }
    fitted.contrast = scenario.contrast?.map(self.fitted)
    return fitted
  }

  private func fitted(_ step: Scenario.Step) -> Scenario.Step {
    var step = step
    step.world = fitted(step.world)
    return step
  }

  private func fitted(_ world: World) -> World {
    var world = world
    if let host {
      for index in world.certificates.indices { rename(&world.certificates[index], in: world, host) }
      for policy in world.policies.indices {
        for set in world.policies[policy].pinSets.indices {
          let label = world.policies[policy].pinSets[set].host
          world.policies[policy].pinSets[set].host = Self.renamed(label, world.host, host)
        }
      }
      world.domain = host.domain
      world.host = host.label
    }
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

  private func rename(_ certificate: inout CertificateRecipe, in world: World, _ host: Host) {
    certificate[DNSNames.self] = certificate[DNSNames.self].map { Self.renamed($0, world.host, host) }
    certificate[CommonName.self] = certificate[CommonName.self].map { Self.renamed($0, world.host, host) }
  }

  private static func renamed(_ name: String, _ old: String, _ host: Host) -> String {
    if name == old { return host.label }
    return name.hasSuffix(".\(old)") ? name.dropLast(old.count) + host.label : name
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
      if host != nil, policy.hostAsWritten != nil {
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
    for world in worlds {
      if root != nil, let why = rootObjection(to: world, scenario.world) { return why }
      if host != nil, let why = hostObjection(to: world, scenario) { return why }
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
    let domain = host?.domain ?? world.domain
    for certificate in world.certificates {
      let names = (certificate[DNSNames.self] + [certificate[CommonName.self]].compactMap(\.self)).map(world.fullName)
      let allowed = [world.domain, domain]
      guard names.allSatisfy({ name in allowed.contains { name == $0 || name.hasSuffix(".\($0)") } }),
        certificate[IPAddresses.self].isEmpty
      else { return "it needs names that the root must not certify" }
    }
    return nil
  }

  /// A name of the world that would stay what it was gives it away.
  private func hostObjection(to world: World, _ scenario: Scenario) -> String? {
    guard let host, world.domain != host.domain else { return nil }
    guard !world.host.contains("."), !world.host.contains("*") else { return "it needs a host of another shape" }
    var rest = fitted(host: host, world)
    let nowhere = SourceLocation(file: "", line: 1, column: 1)
    (rest.title, rest.id, rest.location) = ("", "", nowhere)
    for index in rest.certificates.indices { rest.certificates[index].location = nowhere }
    // A spelling of the host is refused for its policy alone.
    rest.policies = rest.policies.filter { scenario.policies.contains($0.name) && $0.hostAsWritten == nil }
    for index in rest.policies.indices { rest.policies[index].location = nowhere }
    guard scenario.steps.allSatisfy({ $0.host == nil }) else { return "its hosts are part of it" }
    // Texts of settings that nobody here knows: raw names, constraints, redirects.
    var text = ""
    dump(rest, to: &text)
    return text.contains(world.domain) || text.contains("\"\(world.host)\"") || text.contains("\(world.host).")
      ? "its hosts are part of it" : nil
  }

  private func fitted(host: Host, _ world: World) -> World {
    BuiltClient(host: host).fitted(world)
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
