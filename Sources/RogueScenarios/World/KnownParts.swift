internal import RogueModel
internal import RogueStimuli
internal import RogueYAML
internal import Synchronization

/// The parts of a world that was read, for another one that is nearly the same.
struct KnownParts {
  private let world: World
  private let root: YAMLNode.Mapping
  private let nodes: [YAMLNode.Entry]
  /// Where the next certificate is, if both have the same order.
  private var place = 0

  /// - Parameter entry: a world with which nothing is wrong.
  init?(_ entry: KnownWorlds.Entry) {
    guard case .mapping(let root) = entry.tree, case .mapping(let nodes)? = root[WorldKeys.certificates.key.name],
      nodes.entries.count == entry.world.certificates.count
    else { return nil }
    (world, self.root, self.nodes) = (entry.world, root, nodes.entries)
  }

  /// What was read of this field; nil if it is another one now.
  func value<Value>(_ part: KeyPath<World, Value>, _ field: some ReadableField, _ entries: Entries) -> Value? {
    root[field.key.name] == entries.node(field) ? world[keyPath: part] : nil
  }

  /// The recipe of this entry; nil if it is another one now.
  mutating func certificate(_ entry: YAMLNode.Entry) -> CertificateRecipe? {
    if place >= nodes.count || nodes[place].key.text != entry.key.text {
      guard let other = nodes.firstIndex(where: { $0.key.text == entry.key.text }) else { return nil }
      place = other
    }
    defer { place += 1 }
    let recipe = world.certificates[place]
    // The issuer of one that comes from a file depends on the other files.
    return nodes[place] == entry && recipe[CertificateFile.self] == nil ? recipe : nil
  }

  /// Whether each of these needs the certificates that it needed then: there was no cycle, and there is none now.
  func leadAlike(_ certificates: [CertificateRecipe]) -> Bool {
    certificates.count == world.certificates.count
      && zip(certificates, world.certificates).allSatisfy { $0.name == $1.name && CertificateCycles.leadAlike($0, $1) }
  }
}

extension KnownWorlds.Entry {
  /// What a reader made of a tree.
  init(_ world: World, _ tree: YAMLNode, _ reader: NodeReader) {
    self.init(world: world, tree: tree, names: reader.names, isClean: reader.isSilent)
  }
}

/// A table's worlds are nearly the same: the first one of each kind is kept, for the others.
final class FirstReadings: Sendable {
  private let entries = Mutex<[Int: KnownWorlds.Entry]>([:])

  /// The first one of a kind, which is made if there is none.
  func entry(_ kind: Int = 0, _ make: () -> KnownWorlds.Entry? = { nil }) -> KnownWorlds.Entry? {
    if let entry = entries.withLock({ $0[kind] }) { return entry }
    guard let entry = make(), entry.isClean else { return nil }
    return entries.withLock { entries in
      entries[kind] = entries[kind] ?? entry
      return entries[kind]
    }
  }
}
