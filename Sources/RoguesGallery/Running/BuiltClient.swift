internal import RogueModel
internal import RogueOpenSSL
internal import RoguePKI
internal import RoguePlatform
internal import RogueStimuli
internal import Synchronization

/// What a client that was built once has for a whole run: the roots that its user has installed, hosts of its own, and pins
/// or none.
///
/// Worlds are changed so that they have the same. Where a scenario would not mean the same any more, it is refused.
struct BuiltClient: Sendable {
  /// With their keys: first the CA of the client's own servers, then another one that its system trusts. Empty: each world
  /// has its own.
  var roots: [EncodedFile] = []
  /// What the roots can certify: names with those below them, and addresses.
  var certified: [String] = []
  var hosts: OwnHosts?
  /// In force in every attempt, if the client has any: nil before it is known.
  var pins: OwnPins?
  private let known = KnownObjections()

  init(roots: [EncodedFile] = [], hosts: OwnHosts? = nil) {
    self.roots = roots
    self.hosts = hosts
  }

  var isUsual: Bool { roots.isEmpty && hosts == nil }

  /// With its pins where the adapters declare them, and without if they declare none.
  ///
  /// - Throws: they do not declare the same.
  func pinned(by adapters: [AdapterDescription]) throws(HarnessFailure) -> BuiltClient {
    guard pins != nil, let first = adapters.first else { return self }
    func positions(_ adapter: AdapterDescription) -> Set<PinPosition> {
      Set(PinPosition.allCases.filter { adapter.capabilities.contains(.pin(.spki, $0)) })
    }
    let declared = positions(first)
    let isWide = first.capabilities.contains(.pinSubdomains)
    if let other = adapters.first(where: {
      positions($0) != declared || !declared.isEmpty && $0.capabilities.contains(.pinSubdomains) != isWide
    }) {
      throw HarnessFailure(
        .usage, "with --roots, clients with other pins need a run of their own",
        underlying: "\(first.name) and \(other.name) declare other pin capabilities")
    }
    // Another client has other objections.
    var client = BuiltClient(roots: roots, hosts: hosts)
    client.certified = certified
    guard !declared.isEmpty else { return client }
    client.pins = pins
    client.pins?.positions = declared
    client.pins?.includesSubdomains = isWide
    return client
  }

  // MARK: Scenarios

  /// The scenario for this client. It is the catalogue's where `refusal` has something to say.
  func fitted(_ scenario: Scenario) -> Scenario {
    guard objection(to: scenario) == nil else { return scenario }
    let renaming = hosts?.renaming(of: scenario)
    var choice = pins?.choice(for: scenario, roots: installed(in: scenario.world))
    if let renaming, let hosts = choice?.hosts { choice?.hosts = hosts.map(renaming.renamed) }
    func fitted(_ world: World) -> World {
      let world = self.fitted(world, renaming)
      guard let pins, let choice else { return world }
      return pins.fitted(world, choice)
    }
    func fitted(_ step: Scenario.Step) -> Scenario.Step {
      var step = step
      step.world = fitted(step.world)
      step.host = step.host.map { renaming?.renamed($0) ?? $0 }
      // The host of a virtual one is in the path of what is changed there, by which it is found again.
      if let renaming, let path = step.mutation?.path, path.count > 2, path[1] == VirtualHosts.stimulus.name {
        step.mutation?.path[2] = renaming.renamed(path[2])
      }
      return step
    }
    var result = scenario
    result.world = fitted(scenario.world)
    result.steps = scenario.steps.map(fitted)
    result.contrast = scenario.contrast?.map(fitted)
    return result
  }

  private func fitted(_ world: World, _ renaming: OwnHosts.Renaming?) -> World {
    var world = renaming?.renamed(world) ?? world
    for (root, name) in zip(roots, world.stores.system) {
      guard let index = world.certificates.firstIndex(where: { $0.name == name }) else { continue }
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
      return "a client that is built once cannot be configured for this: \(objection)"
    }
    for step in scenario.steps + (scenario.contrast ?? []) {
      guard let policy = step.world.policy(step.policy ?? item.axes.policy) else { continue }
      if !roots.isEmpty,
        let why = rootObjection(to: step, beside: scenario.world, policy)
          ?? pins?.objection(
            to: step, beside: scenario.world, policy, item.axes.key)
      {
        return "a client that is built once cannot be configured for this: \(why)"
      }
      if !policy.checksHostname {
        return "a client that is built once cannot be configured for this: it needs a client that compares no names"
      }
      if hosts != nil, policy.hostAsWritten != nil {
        return "a client that is built once cannot be configured for this: it needs another spelling of its host"
      }
    }
    return nil
  }

  /// A client trusts every root that it has installed, and no other, whatever the policy says.
  private func rootObjection(
    to step: Scenario.Step, beside healthy: World, _ policy: PolicyRecipe
  ) -> String? {
    let stores = step.world.stores
    let trusted = Set(policy.anchors ?? stores.system + stores.user)
    // Where nothing leads to a root, trust in it changes nothing.
    let others = trusted.symmetricDifference(installed(in: step.world))
    return others.isDisjoint(with: step.world.presentedPaths.union(healthy.presentedPaths))
      && others.allSatisfy(step.world.isItsOwn)
      ? nil : "it needs another root store"
  }

  /// The certificates of a world in whose place the installed roots are.
  private func installed(in world: World) -> [String] { Array(world.stores.system.prefix(roots.count)) }

  /// Of the scenario as the catalogue has it, or as it was fitted, which is the same.
  private func objection(to scenario: Scenario) -> String? {
    known.objection(to: scenario.id) { findObjection(to: scenario) }
  }

  private func findObjection(to scenario: Scenario) -> String? {
    let worlds = [scenario.world] + scenario.steps.map(\.world) + (scenario.contrast ?? []).map(\.world)
    var seen: Set<World> = []
    var renaming: OwnHosts.Renaming?
    for world in worlds where seen.insert(world).inserted {
      if !roots.isEmpty, let why = rootObjection(to: world, scenario.world) { return why }
      if let hosts, let why = hosts.objection(to: world, of: scenario) { return why }
      renaming = renaming ?? hosts?.renaming(of: scenario)
      guard roots.isEmpty || certifies(renaming?.renamed(world) ?? world, scenario.policiesInForce) else {
        return "it needs names that the root must not certify"
      }
    }
    if let pins, pins.choice(for: scenario, roots: installed(in: scenario.world)) == nil {
      return "no certificate of its chain can have the pinned key"
    }
    return nil
  }

  private func rootObjection(to world: World, _ healthy: World) -> String? {
    guard world.stores == healthy.stores, !world.stores.system.isEmpty else { return "it needs another root store" }
    for (root, name) in zip(roots, world.stores.system) {
      guard let recipe = world.certificate(name) else { return "it needs another root store" }
      guard recipe == healthy.certificate(name) else { return "its fault is in the root itself" }
      if recipe[CertificateFile.self] != root {
        var plain = CertificateRecipe(name: name)
        IsCA.set(true, in: &plain)
        guard recipe.settings == plain.settings else { return "it needs a root of its own making" }
      }
    }
    return nil
  }

  /// A name that the root may not certify would be refused for that, whatever else is wrong.
  private func certifies(_ world: World, _ policies: [String]) -> Bool {
    WorldTexts.certificatesInUse(in: world, policies: policies).allSatisfy { certificate in
      let names = (certificate[DNSNames.self] + [certificate[CommonName.self]].compactMap(\.self)).map(world.fullName)
      return (names.map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 } + certificate[IPAddresses.self])
        .allSatisfy {
          OwnHosts.isCertified($0, by: certified)
        }
    }
  }
}

extension World {
  /// The certificates of the chains of its server, at every place: a client may trust one in the middle of a chain.
  fileprivate var presentedPaths: Set<String> { Set(servers.flatMap(\.present).flatMap(path)) }

  /// Whether no other certificate has the key of one.
  fileprivate func isItsOwn(_ name: String) -> Bool {
    guard let certificate = certificate(name), certificate[KeyOf.self] == nil else { return false }
    return !certificates.contains { $0[KeyOf.self] == name }
  }

  /// The certificate, its issuer, and so on to a certificate without one.
  func path(from certificate: String) -> [String] {
    var path = [certificate]
    while let issuer = self.certificate(path[path.count - 1])?[Issuer.self], !path.contains(issuer) {
      path.append(issuer)
    }
    return path
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
