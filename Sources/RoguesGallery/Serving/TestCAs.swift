internal import RogueModel
internal import RogueStimuli

/// Worlds whose CAs may be installed on a phone: these CAs can issue for the world's names only, and only for days.
///
/// Trust in a test CA outlives the test on many a device, and its key was in this process.
enum TestCAs {
  static let lifetimeSeconds: Int64 = 7 * 86_400

  /// The world with constrained anchors. Name constraints that the world itself has stay as they are.
  static func constrained(_ world: World) -> World {
    var world = world
    var anchors = Set(world.stores.system + world.stores.user)
    for policy in world.policies { anchors.formUnion(policy.anchors ?? []) }
    let limits = nameConstraints(world)
    for index in world.certificates.indices
    where world.certificates[index][IsCA.self] && anchors.contains(world.certificates[index].name) {
      // What was made elsewhere is what it is.
      guard world.certificates[index][CertificateFile.self] == nil else { continue }
      if world.certificates[index][NameConstraints.self] == nil {
        world.certificates[index][NameConstraints.self] = limits
      }
      world.certificates[index][NotAfter.self] = min(world.certificates[index][NotAfter.self], lifetimeSeconds)
    }
    return world
  }

  /// The world's domain and every name and address of its certificates: so no rogue is refused for a constraint that its
  /// scenario is not about.
  private static func nameConstraints(_ world: World) -> NameConstraintsRecipe {
    // A final dot: not relative to the domain.
    var hosts = ["\(world.domain)."]
    var addresses: [String] = []
    for certificate in world.certificates {
      for host in certificate[DNSNames.self] + [certificate[CommonName.self]].compactMap(\.self) {
        var name = world.fullName(of: host)[...]
        if name.hasPrefix("*.") { name = name.dropFirst(2) }
        guard !name.isEmpty, name != world.domain, !name.hasSuffix(".\(world.domain)") else { continue }
        hosts.append("\(name).")
      }
      addresses += certificate[IPAddresses.self].map { $0 + ($0.contains(":") ? "/128" : "/32") }
    }
    var permitted = unique(hosts).map { NameConstraintsRecipe.Subtree(.dns, $0) }
    permitted += unique(addresses).map { NameConstraintsRecipe.Subtree(.address, $0) }
    // Where no address is permitted, none may be certified.
    let excluded =
      addresses.isEmpty ? ["0.0.0.0/0", "::/0"].map { NameConstraintsRecipe.Subtree(.address, $0) } : []
    return NameConstraintsRecipe(permitted: permitted, excluded: excluded)
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
