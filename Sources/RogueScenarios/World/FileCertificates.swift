internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The checks of a world with certificates from files: which certificates issued them, and whether the required private
/// keys are there.
struct FileCertificates {
  var reader: NodeReader

  func settle(_ world: inout World, in root: YAMLNode.Mapping) {
    guard world.certificates.contains(where: { $0[CertificateFile.self] != nil }) else { return }
    link(&world)
    let keyless = Set(world.certificates.filter(\.isWithoutKey).map(\.name))
    // If a file cannot be read, the missing part is already reported.
    guard !keyless.isEmpty, reader.errors == 0 else { return }
    for use in Self.uses(of: world) {
      guard let name = use.name, keyless.contains(name) else { continue }
      reader.report(
        at: Self.position(use.path, in: root),
        "'\(name)' comes from a file without its private key, and \(use.purpose)",
        help: "'key-file' names the key; without it, it can be sent above a leaf, trusted or pinned")
    }
  }

  /// Certificates from files name their issuer themselves: the one in another file whose subject that is.
  private func link(_ world: inout World) {
    let made = world.certificates.map { $0[CertificateFile.self]?.certificates.first }
    for index in made.indices where made[index] != nil { world.certificates[index][Issuer.self] = nil }
    for (index, certificate) in made.enumerated() {
      guard let certificate, certificate.issuer != certificate.subject,
        let issuer = made.indices.first(where: { made[$0]?.subject == certificate.issuer && made[$0]?.isCA == true }),
        !leads(from: world.certificates[issuer].name, to: world.certificates[index].name, in: world)
      else { continue }
      world.certificates[index][Issuer.self] = world.certificates[issuer].name
    }
  }

  /// CAs may have certified each other.
  private func leads(from name: String, to other: String, in world: World) -> Bool {
    var next: String? = name
    while let current = next {
      if current == other { return true }
      next = world.certificate(current)?[Issuer.self]
    }
    return false
  }

  private struct Use {
    var name: String?
    var path: [String]
    var purpose: String
  }

  /// The private keys that a world needs, with their positions.
  private static func uses(of world: World) -> [Use] {
    let server = world.server
    var uses = [handshake(server.present, server.key, ["server"])]
    for (number, own) in server.connections.sorted(by: { $0.key < $1.key }) {
      uses.append(handshake(own.present ?? [], own.key, ["server", "connections", "\(number)"]))
    }
    for (host, own) in server[VirtualHosts.self].sorted(by: { $0.key < $1.key }) {
      uses.append(handshake(own.present ?? [], own.key, ["server", "virtual-hosts", host]))
    }
    if let own = server.renegotiation {
      uses.append(handshake(own.present ?? [], own.key, ["server", "renegotiation"]))
    }
    if let proxy = server[Proxy.self], proxy.isSecure {
      uses.append(handshake(proxy.present, proxy.key, ["server", "proxy"]))
    }
    for policy in world.policies {
      guard let identity = policy.identity else { continue }
      let place = ["policies", policy.name, "identity"]
      uses.append(proof(of: identity, place))
      uses += identity.others.map { proof(of: $0, place + ["others"]) }
    }
    for recipe in world.certificates {
      let place = ["certificates", recipe.name]
      if recipe[CertificateFile.self] == nil {
        uses.append(
          Use(name: recipe[Issuer.self], path: place + ["issuer"], purpose: "it signs '\(recipe.name)' with it"))
      }
      uses.append(Use(name: recipe[KeyOf.self], path: place + ["key-of"], purpose: "'\(recipe.name)' has the same key"))
    }
    return uses
  }

  private static func proof(of identity: PolicyRecipe.Identity, _ place: [String]) -> Use {
    Use(
      name: identity.key ?? identity.leaf, path: place + [identity.key == nil ? "leaf" : "key-of"],
      purpose: "a client proves that it has it")
  }

  private static func handshake(_ present: [String], _ key: String?, _ place: [String]) -> Use {
    Use(
      name: key ?? present.first, path: place + [key == nil ? "present" : "key"],
      purpose: "a handshake proves that the server has it")
  }

  /// Where the path ends, or the last of it that is there; the first of a list.
  private static func position(_ path: [String], in root: YAMLNode.Mapping) -> YAMLPosition {
    var node = YAMLNode.mapping(root)
    for name in path {
      guard case .mapping(let mapping) = node, let entry = mapping.entry(name) else { break }
      node = entry.value
    }
    if case .sequence(let sequence) = node, let first = sequence.items.first { node = first }
    return node.position
  }
}
