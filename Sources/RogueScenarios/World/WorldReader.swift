internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// Reads a world's tree: the file unchanged, or with a mutation applied.
struct WorldReader {
  var reader: NodeReader

  /// The world; nil when anything is wrong with it, and then it has been reported.
  ///
  /// - Parameter former: a world of the same file. Of its parts, those that are the same here are not read again: nothing
  ///   was wrong with them, and they name nothing that is not there.
  func read(_ node: YAMLNode, like former: KnownWorlds.Entry? = nil) -> World? {
    let before = reader.errors
    gatherNames(node)
    let known = former.flatMap { $0.isClean && reader.names.contain($0.names) ? KnownParts($0) : nil }
    var world = WorldKeys.table.entries(of: node, reader).map { entries in
      World(
        id: entries[WorldKeys.world] ?? "", title: entries[WorldKeys.title] ?? "",
        domain: entries[WorldKeys.domain] ?? "", certificates: certificates(entries, known),
        keys: keys(entries), logs: logs(entries),
        stores: entries[WorldKeys.stores] ?? World.Stores(system: [], user: []),
        host: entries[WorldKeys.host] ?? "",
        server: known?.value(\.server, WorldKeys.server, entries) ?? entries[WorldKeys.server]
          ?? ServerRecipe(present: []),
        responders: known?.value(\.responders, WorldKeys.responders, entries) ?? responders(entries),
        policies: known?.value(\.policies, WorldKeys.policies, entries) ?? policies(entries),
        platform: entries[WorldKeys.platform] ?? PlatformRecipe(),
        location: SourceLocation(entries.mapping.position))
    }
    if var read = world, case .mapping(let mapping) = node {
      if known?.leadAlike(read.certificates) != true { CertificateCycles(reader: reader).check(read, in: mapping) }
      checkWrittenHosts(of: read, in: mapping)
      FileCertificates(reader: reader).settle(&read, in: mapping)
      world = read
    }
    return reader.errors == before ? world : nil
  }

  /// The known world with a mutation: parts outside the path are unchanged, and are not read again. A world
  /// has many scenarios, and nearly all that there is to read of them is the world.
  ///
  /// - Parameters:
  ///   - node: the world's tree with the mutation applied.
  ///   - path: of the mutation.
  func read(_ node: YAMLNode, changed path: [String], of knownWorld: KnownWorlds.Entry) -> World? {
    guard knownWorld.isClean, case .mapping(let root) = node, let part = Stimuli.Root(rawValue: path[0]) else {
      return read(node)
    }
    let before = reader.errors
    reader.names = knownWorld.names
    let entries = Entries(root, reader)
    var world = knownWorld.world
    switch part {
    case .certificates:
      guard case .mapping(let nodes) = entries.node(WorldKeys.certificates), let entry = nodes.entry(path[1]),
        let index = world.certificates.firstIndex(where: { $0.name == path[1] })
        // A certificate that is taken away takes its name with it, and others may have led to it.
      else { return read(node) }
      guard let recipe = CertificateKeys.shape.read(entry.value, reader) else { return nil }
      let former = world.certificates[index]
      world.certificates[index] = Self.named(recipe, entry.key)
      // There was no cycle before, and one needs another way out of this certificate.
      if !CertificateCycles.leadAlike(former, recipe) { CertificateCycles(reader: reader).check(world, in: root) }
    case .server:
      guard let server = entries[WorldKeys.server] else { return nil }
      world.server = server
    case .responders: world.responders = responders(entries)
    case .platform: world.platform = entries[WorldKeys.platform] ?? PlatformRecipe()
    }
    FileCertificates(reader: reader).settle(&world, in: root)
    return reader.errors == before ? world : nil
  }

  /// However an application writes the host, it is the world's host.
  private func checkWrittenHosts(of world: World, in root: YAMLNode.Mapping) {
    guard case .mapping(let policies) = root[WorldKeys.policies.key.name] else { return }
    let host = world.fullName(of: world.host)
    for entry in policies.entries {
      guard case .mapping(let policy) = entry.value,
        let written = policy.entry(PolicyKeys.hostAsWritten.key.name)?.value, case .scalar(let scalar) = written,
        HostName.plain(scalar.text) != HostName.plain(host), !InternetAddress.areSame(scalar.text, host)
      else { continue }
      reader.report(
        at: scalar.position,
        "'\(NodeReader.shortened(scalar.text))' is another host than the world's, which is '\(host)'",
        help: "other letters, a final dot and the zeros of an IPv6 address are all that may differ")
    }
  }

  /// Reads names first, because references may come before the definitions.
  private func gatherNames(_ node: YAMLNode) {
    reader.names = NodeReader.WorldNames()
    guard case .mapping(let root) = node else { return }
    if case .mapping(let certificates) = root[WorldKeys.certificates.key.name] {
      for entry in certificates.entries { reader.names.certificates.insert(entry.key.text) }
    }
    if case .sequence(let keys) = root[WorldKeys.keys.key.name] {
      for case .scalar(let key) in keys.items { reader.names.keys.insert(key.text) }
    }
    if case .mapping(let policies) = root[WorldKeys.policies.key.name] {
      for entry in policies.entries { reader.names.policies.insert(entry.key.text) }
    }
    if case .mapping(let logs) = root[WorldKeys.logs.key.name] {
      for entry in logs.entries { reader.names.logs.insert(entry.key.text) }
    }
  }

  private func certificates(_ entries: Entries, _ known: KnownParts?) -> [CertificateRecipe] {
    guard var known, case .mapping(let nodes)? = entries.node(WorldKeys.certificates) else {
      return (entries[WorldKeys.certificates] ?? []).map { Self.named($1, $0) }
    }
    let recipes = nodes.entries.compactMap { entry -> CertificateRecipe? in
      if let recipe = known.certificate(entry) { return recipe }
      let isGood = WorldKeys.certificateNames.check(entry.key, reader)
      let recipe = CertificateKeys.shape.read(entry.value, reader)
      return isGood ? recipe.map { Self.named($0, entry.key) } : nil
    }
    return recipes.count == nodes.entries.count ? recipes : []
  }

  private static func named(_ recipe: CertificateRecipe, _ key: YAMLNode.Scalar) -> CertificateRecipe {
    var recipe = recipe
    recipe.name = key.text
    recipe.location = SourceLocation(key.position)
    return recipe
  }

  private func keys(_ entries: Entries) -> [String] {
    let keys = entries[WorldKeys.keys] ?? []
    var seen: Set<String> = []
    for (index, key) in keys.enumerated() {
      let isCertificate = reader.names.certificates.contains(key)
      guard !seen.insert(key).inserted || isCertificate, case .sequence(let nodes) = entries.node(WorldKeys.keys)
      else { continue }
      reader.report(
        at: nodes.items[index].position,
        isCertificate ? "'\(key)' is a certificate; its key has the same name" : "the key '\(key)' appears twice")
    }
    return keys
  }

  private func logs(_ entries: Entries) -> [LogRecipe] {
    (entries[WorldKeys.logs] ?? []).map { key, log in
      var log = log
      log.name = key.text
      if log.operatorName.isEmpty { log.operatorName = key.text }
      log.location = SourceLocation(key.position)
      return log
    }
  }

  private func responders(_ entries: Entries) -> [String: ResponderRecipe] {
    Dictionary(
      (entries[WorldKeys.responders] ?? []).map { ($0.text, $1) }, uniquingKeysWith: { first, _ in first })
  }

  private func policies(_ entries: Entries) -> [PolicyRecipe] {
    (entries[WorldKeys.policies] ?? []).map { key, policy in
      var policy = policy
      policy.name = key.text
      policy.location = SourceLocation(key.position)
      return policy
    }
  }
}
