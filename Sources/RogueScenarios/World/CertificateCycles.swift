internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// Finds certificates that could never be made because they need themselves.
struct CertificateCycles {
  var reader: NodeReader

  func check(_ world: World, in root: YAMLNode.Mapping) {
    guard case .mapping(let nodes) = root[WorldKeys.certificates.key.name] else { return }
    for relation in Self.relations { check(world.certificates, nodes, relation.key, next: relation.next) }
  }

  private static let relations: [(key: String, next: @Sendable (CertificateRecipe) -> String?)] = [
    (Issuer.stimulus.name, { $0[Issuer.self] }), (SubjectOf.stimulus.name, { $0[SubjectOf.self] }),
    (KeyOf.stimulus.name, { $0[KeyOf.self] }),
    (
      SubjectKeyIdentifier.stimulus.name,
      { if case .copied(let other) = $0[SubjectKeyIdentifier.self] { other } else { nil } }
    ),
  ]

  /// Whether both need the same other certificates.
  static func leadAlike(_ one: CertificateRecipe, _ other: CertificateRecipe) -> Bool {
    relations.allSatisfy { $0.next(one) == $0.next(other) }
  }

  /// Follows one relation from every certificate; each is walked over once.
  private func check(
    _ certificates: [CertificateRecipe], _ nodes: YAMLNode.Mapping, _ relation: String,
    next: (CertificateRecipe) -> String?
  ) {
    let successors = Dictionary(
      certificates.compactMap { recipe in next(recipe).map { (recipe.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    guard !successors.isEmpty else { return }
    var done: Set<String> = []
    for certificate in certificates where successors[certificate.name] != nil {
      var path: [String] = []
      var onPath: Set<String> = []
      var name: String? = certificate.name
      while let current = name, !done.contains(current) {
        if onPath.contains(current) {
          let cycle = path[(path.firstIndex(of: current) ?? 0)...]
          report(Array(cycle), nodes, relation)
          break
        }
        path.append(current)
        onPath.insert(current)
        name = successors[current]
      }
      done.formUnion(path)
    }
  }

  private func report(_ cycle: [String], _ nodes: YAMLNode.Mapping, _ relation: String) {
    // The last one closes the ring; for a ring of one it is the certificate itself.
    guard let last = cycle.last, let entry = nodes.entry(last) else { return }
    var position = entry.key.position
    if case .mapping(let mapping) = entry.value, let value = mapping[relation] { position = value.position }
    let ring = (cycle + cycle.prefix(1)).prefix(8).joined(separator: " -> ")
    let help =
      cycle.count == 1 && relation == Issuer.stimulus.name ? "leave 'issuer' out: then it signs itself" : nil
    reader.report(at: position, "a cycle: '\(relation)' leads from '\(cycle[0])' back to it (\(ring))", help: help)
  }
}
