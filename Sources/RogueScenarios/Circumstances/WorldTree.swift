internal import RogueStimuli
internal import RogueYAML

/// A world as its file has it: transformations work on the tree, so that the result is read like any other world.
struct WorldTree {
  private(set) var root: YAMLNode

  init(_ root: YAMLNode) { self.root = root }

  /// The value at a path; nil if there is none.
  subscript(path: [String]) -> YAMLNode? { root.value(at: path[...]) }

  /// Replaces the value at a path; mappings on the way there are made.
  mutating func change(_ path: [String], _ change: (YAMLNode?) throws(Obstacle) -> YAMLNode?) throws(Obstacle) {
    root = try root.changed(at: path[...], change) ?? root
  }

  /// The text at a path, however long.
  func text(at path: [String]) -> String? { self[path]?.plainText }

  /// The keys of a mapping, in order.
  func keys(at path: [String]) -> [String] {
    guard case .mapping(let mapping)? = self[path] else { return [] }
    return mapping.entries.map(\.key.text)
  }

  /// The texts of a list.
  func texts(at path: [String]) -> [String] { self[path]?.texts ?? [] }

  var certificates: [String] { keys(at: ["certificates"]) }

  func text(_ key: String, of certificate: String) -> String? { text(at: ["certificates", certificate, key]) }

  func issuer(of certificate: String) -> String? { text(Issuer.stimulus.name, of: certificate) }

  /// The certificates from this one to its root, whether or not they are presented.
  func path(from certificate: String) -> [String] {
    var path = [certificate]
    while let issuer = path.last.flatMap(issuer(of:)), !path.contains(issuer) { path.append(issuer) }
    return path
  }

  /// The certificate that the server presents first.
  var leaf: String? { texts(at: Self.present).first }

  static let present = [Stimuli.Root.server.rawValue, ServerStimuli.present.name]

  /// Changes recipes of certificates, all in one pass: worlds have up to a hundred of them.
  mutating func changeCertificates(
    _ change: (_ name: String, YAMLNode) throws(Obstacle) -> YAMLNode
  ) throws(Obstacle) {
    guard case .mapping(var certificates)? = self[["certificates"]] else { return }
    for place in certificates.entries.indices {
      let entry = certificates.entries[place]
      certificates.entries[place].value = try change(entry.key.text, entry.value)
    }
    try self.change(["certificates"]) { _ throws(Obstacle) in .mapping(certificates) }
  }

  /// Every list of certificates that a server presents, on whichever connection.
  mutating func changeLists(_ change: ([YAMLNode]) throws(Obstacle) -> [YAMLNode]) throws(Obstacle) {
    let server = [Stimuli.Root.server.rawValue]
    guard let node = self[server] else { return }
    let changed = try node.changingLists(of: ServerStimuli.present.name, change)
    try self.change(server) { _ throws(Obstacle) in changed }
  }
}

/// The reason why a check cannot be moved into a circumstance.
struct Obstacle: Error, Hashable {
  var reason: String
}

extension YAMLNode {
  static func text(_ text: String, at position: YAMLPosition) -> YAMLNode {
    .scalar(Scalar(text: text, isPlain: true, position: position))
  }

  /// The text of a scalar that is not null.
  var plainText: String? {
    guard case .scalar(let scalar) = self, !scalar.isNull else { return nil }
    return scalar.text
  }

  /// The texts of a list.
  fileprivate var texts: [String] {
    guard case .sequence(let sequence) = self else { return [] }
    return sequence.items.compactMap(\.plainText)
  }

  fileprivate func value(at path: ArraySlice<String>) -> YAMLNode? {
    guard let key = path.first else { return self }
    guard case .mapping(let mapping) = self else { return nil }
    return mapping[key]?.value(at: path.dropFirst())
  }

  func changed(
    at path: ArraySlice<String>, _ change: (YAMLNode?) throws(Obstacle) -> YAMLNode?
  ) throws(Obstacle) -> YAMLNode? {
    guard let key = path.first else { return try change(self) }
    var mapping: Mapping
    switch self {
    case .mapping(let given): mapping = given
    case _ where isNull: mapping = Mapping(entries: [], position: position)
    default: throw Obstacle(reason: "The world has a value there that has no keys.")
    }
    let place = mapping.entries.firstIndex { $0.key.text == key }
    let rest = path.dropFirst()
    let value: YAMLNode?
    if let place {
      value = try mapping.entries[place].value.changed(at: rest, change)
    } else if rest.isEmpty {
      value = try change(nil)
    } else {
      value = try YAMLNode.mapping(Mapping(entries: [], position: position)).changed(at: rest, change)
    }
    switch (place, value) {
    case (let place?, let value?): mapping.entries[place].value = value
    case (let place?, nil): mapping.entries.remove(at: place)
    case (nil, let value?):
      mapping.entries.append(Entry(key: Scalar(text: key, isPlain: true, position: value.position), value: value))
    case (nil, nil): break
    }
    return .mapping(mapping)
  }

  fileprivate func changingLists(
    of key: String, _ change: ([YAMLNode]) throws(Obstacle) -> [YAMLNode]
  ) throws(Obstacle) -> YAMLNode {
    guard case .mapping(var mapping) = self else { return self }
    for (place, entry) in mapping.entries.enumerated() {
      if entry.key.text == key, case .sequence(var list) = entry.value {
        list.items = try change(list.items)
        mapping.entries[place].value = .sequence(list)
      } else {
        mapping.entries[place].value = try entry.value.changingLists(of: key, change)
      }
    }
    return .mapping(mapping)
  }
}
