internal import RogueModel
internal import RogueRunner
internal import RogueStimuli

/// The pins of a client that is built once: two keys, one in use and its backup, for its own host, in every attempt.
///
/// In each world, the certificate that the scenario pins gets the key. Where a scenario pins nothing, the pinned key is that of
/// the issuer of its healthy leaf, or of the leaf itself: so its control meets the pin, and a rogue is refused for its fault.
struct OwnPins: Sendable {
  /// Certificates of nobody, with the keys.
  var inUse: EncodedFile
  var backup: EncodedFile
  /// Where the client compares pins; all: it is not known.
  var positions = Set(PinPosition.allCases)
  /// Whether they are for the hosts below as well.
  var includesSubdomains = false

  /// Names of certificates that no world has.
  private static let names = (inUse: "built-in-pin", backup: "built-in-backup-pin")

  /// The certificate of a scenario that gets the key in use, and the key that becomes the backup.
  struct Choice: Sendable {
    var certificate: String
    var backup: String?
    /// Policies in which a pin may be compared with every certificate of the path: the answer is the same.
    var anywhere: Set<String> = []
    /// Those that the client connects to, as the world has them.
    var hosts: [String] = []
    /// Whose keys some certificate has.
    var shown: Set<String> = []
  }

  /// - Parameter roots: the certificates of the world that are the client's installed ones: their keys are others.
  /// - Returns: nil, if no certificate can have the key.
  func choice(for scenario: Scenario, roots: [String]) -> Choice? {
    let worlds = [scenario.world] + (scenario.steps + (scenario.contrast ?? [])).map(\.world)
    func canHaveKey(_ name: String) -> Bool {
      !roots.contains(name) && worlds.allSatisfy { Self.canHaveKey($0.certificate(name)) }
    }
    let hosts = OwnHosts.needed(by: scenario)
    let shown = Set(worlds.lazy.flatMap(\.certificates).map { $0[KeyOf.self] ?? $0.name })
    let usable = scenario.policies.compactMap(scenario.world.policy).compactMap { policy in
      pins(of: policy, scenario.world, hosts, shown).map { (policy, pins: $0) }
    }
    let anywhere = usable.map(\.0).filter { policy in
      // Each world may pin something else under the same name.
      positions.contains(.chain)
        && !worlds.contains {
          $0.needsPinPositions(policy) || $0.policy(policy.name).map($0.needsPinPositions) ?? false
        }
    }.map(\.name)
    for (policy, pins) in usable where pins.count <= 2 && canHaveKey(pins[0].of) {
      guard positions.isSuperset(of: pins.map(\.position)) || anywhere.contains(policy.name) else { continue }
      return Choice(
        certificate: pins[0].of, backup: pins.count == 2 ? pins[1].of : nil, anywhere: Set(anywhere), hosts: hosts,
        shown: shown)
    }
    guard let leaf = scenario.world.server.present.first else { return nil }
    let issuer = positions == [.leaf] ? nil : scenario.world.certificate(leaf)?[Issuer.self]
    let candidates = [issuer, positions == [.ca] ? nil : leaf].compactMap(\.self)
    return candidates.first(where: canHaveKey).map { Choice(certificate: $0, hosts: hosts, shown: shown) }
  }

  private static func canHaveKey(_ recipe: CertificateRecipe?) -> Bool {
    guard let recipe else { return false }
    return recipe.made == nil && recipe[KeyOf.self] == nil && recipe[CertificateKeyType.self] == nil
      && recipe[SubjectKeyIdentifier.self] == .ownKey
  }

  /// The pins of a policy that such a client can have: keys, for the world's host alone, in force; nil: it has others, or none.
  ///
  /// - Parameters:
  ///   - hosts: that the client connects to. Pins of others are never looked up.
  ///   - shown: the keys that a server can present. Of the others, one is as good as many.
  private func pins(
    of policy: PolicyRecipe, _ world: World, _ hosts: [String], _ shown: Set<String>
  ) -> [PolicyRecipe.Pin]? {
    guard policy.pinStorage == .written else { return nil }
    let names = hosts.map { HostName.ascii(world.fullName(of: $0)) }
    let sets = policy.pinSets.filter { set in
      let host = HostName.ascii(world.fullName(of: set.host))
      return names.contains { $0 == host || set.includeSubdomains && $0.hasSuffix(".\(host)") }
    }
    let own = HostName.ascii(world.fullName(of: world.host))
    let isBelow = names.contains { $0.hasSuffix(".\(own)") }
    guard sets.count == 1, let set = sets.first, set.host == world.host, set.expires.map({ $0 > 3600 }) ?? true,
      set.includeSubdomains == includesSubdomains || !isBelow, !set.any.isEmpty,
      set.any.allSatisfy({ $0.kind == .spki && $0.likeness == nil && $0.file == nil })
    else { return nil }
    guard set.any.count > 2 else { return set.any }
    let kept = set.any.prefix(1) + set.any.dropFirst().filter { shown.contains($0.of) }
    return Array(kept.count == 1 ? set.any.prefix(2) : kept)
  }

  /// The world with the client's keys.
  func fitted(_ world: World, _ choice: Choice) -> World {
    var world = world
    for index in world.certificates.indices {
      let owner = world.certificates[index][KeyOf.self] ?? world.certificates[index].name
      if owner == choice.certificate {
        world.certificates[index][KeyOf.self] = Self.names.inUse
      } else if owner == choice.backup {
        world.certificates[index][KeyOf.self] = Self.names.backup
      }
    }
    // A key without a certificate is only in pins.
    let bare = choice.backup.flatMap { world.keys.contains($0) ? $0 : nil }
    for policy in world.policies.indices {
      if let pins = pins(of: world.policies[policy], world, choice.hosts, choice.shown) {
        // Where no host is below the first, it makes no difference, and needs no capability.
        let isWide = includesSubdomains && choice.hosts.contains { $0.hasSuffix(".\(world.host)") }
        world.policies[policy].pinSets = [PolicyRecipe.PinSet(host: world.host, includeSubdomains: isWide, any: pins)]
      }
      for set in world.policies[policy].pinSets.indices {
        for pin in world.policies[policy].pinSets[set].any.indices {
          var changed = world.policies[policy].pinSets[set].any[pin]
          if changed.of == bare { changed.of = Self.names.backup }
          if choice.anywhere.contains(world.policies[policy].name), !positions.contains(changed.position) {
            changed.position = .chain
          }
          world.policies[policy].pinSets[set].any[pin] = changed
        }
      }
    }
    for (name, file) in [(Self.names.inUse, inUse), (Self.names.backup, backup)] {
      var recipe = CertificateRecipe(name: name)
      recipe[CertificateFile.self] = file
      world.certificates.append(recipe)
    }
    return world
  }

  /// Why a client with these pins cannot be put to a step; nil: it can.
  ///
  /// - Parameter healthy: the world of the control, which the client has to accept.
  func objection(
    to step: Scenario.Step, beside healthy: World, _ policy: PolicyRecipe, _ key: KeyType
  ) -> String? {
    // The keys are made once.
    guard key == .p256 else { return "its pinned key is of another type" }
    guard policy.pinSets.isEmpty else {
      // Every key that the client pins, and no other.
      guard policy.pinSets.count == 1, let pins = pins(of: policy, step.world, [step.world.host], []),
        pins.allSatisfy({ Self.isPinned($0.of, in: step.world) }),
        positions.isSuperset(of: pins.map(\.position))
      else { return "it needs another pin" }
      let hasBackup = step.world.certificates.contains { $0[KeyOf.self] == Self.names.backup }
      return pins.count == 1 && hasBackup ? "it needs another pin" : nil
    }
    let accepts = step.expectations[policy.name]?.mustCancel == false
    return meetsPin(healthy) && (!accepts || meetsPin(step.world)) ? nil : "it needs a client without pins"
  }

  private static func isPinned(_ name: String, in world: World) -> Bool {
    let owner = world.certificate(name)?[KeyOf.self] ?? name
    return owner == names.inUse || owner == names.backup
  }

  /// Whether every chain that the server has meets a pin.
  private func meetsPin(_ world: World) -> Bool {
    world.servers.allSatisfy { server in
      guard let leaf = server.present.first else { return false }
      let path = world.path(from: leaf)
      let compared = positions == [.leaf] ? path.prefix(1) : positions == [.ca] ? path.dropFirst() : path[...]
      return compared.contains { Self.isPinned($0, in: world) }
    }
  }
}
