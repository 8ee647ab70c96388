internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The worlds of a check, rogue and control, which edits move into a circumstance: all of them alike, so that they still
/// differ by the fault alone.
struct MovedWorlds {
  private(set) var healthy: WorldTree
  /// The mutated worlds, in the order of the steps that have a mutation.
  private(set) var rogues: [WorldTree]
  /// The paths of the mutations.
  let faults: [[String]]
  let policy: String
  /// What the stores trust, before any edit.
  private let trusted: [String]
  /// The kinds of the certificates.
  private var kinds: [String: EditPath.Kind]

  init(healthy: WorldTree, rogues: [(tree: WorldTree, fault: [String])], policy: String) {
    self.healthy = healthy
    self.rogues = rogues.map(\.tree)
    faults = rogues.map(\.fault)
    self.policy = policy
    kinds = healthy.kinds
    trusted = healthy.texts(at: ["stores", "system"]) + healthy.texts(at: ["stores", "user"])
  }

  /// - Throws: the reason why the check cannot be in this circumstance.
  mutating func apply(_ edits: [Edit]) throws(Obstacle) {
    for edit in edits.enumerated().sorted(by: { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }) {
      try apply(edit.element)
    }
  }

  private mutating func apply(_ edit: Edit) throws(Obstacle) {
    switch edit {
    case .host(let label): try rename(to: label)
    case .tiers(let count):
      if count <= 2 { try shorten(to: count) } else { try deepen(to: count) }
      kinds = healthy.kinds
    case .add(let path, let value):
      try add(value, to: path)
      if path.parts == [WorldKeys.certificates.key.name] { kinds = healthy.kinds }
    case .set(let path, let value): try set(value, at: path)
    case .served(let served): try serve(served)
    case .written(let spelling): try write(spelling)
    case .moment(.renegotiation): try renegotiate()
    }
  }

  mutating func each(_ change: (inout WorldTree) throws(Obstacle) -> Void) throws(Obstacle) {
    try change(&healthy)
    for place in rogues.indices { try change(&rogues[place]) }
  }

  var all: [WorldTree] { [healthy] + rogues }

  /// The certificates from each presented leaf to its root.
  var paths: [[String]] {
    var paths: [[String]] = []
    for tree in all {
      guard let path = tree.leaf.map(tree.path), !paths.contains(path) else { continue }
      paths.append(path)
    }
    return paths
  }

  /// Those that end in an anchor of the check's policy.
  var trustedPaths: [[String]] {
    let own = healthy.texts(at: [WorldKeys.policies.key.name, policy, PolicyKeys.anchors.key.name])
    return paths.filter { (own.isEmpty ? trusted : own).contains($0.last ?? "") }
  }

  /// Throws if a mutation sets something at this path, above it or below it.
  func keepOff(_ path: [String]) throws(Obstacle) {
    guard faults.contains(where: { path.starts(with: $0) || $0.starts(with: path) }) else { return }
    throw Obstacle(reason: "The fault of the check is in the same place.")
  }

  // MARK: Values

  mutating func set(_ value: YAMLNode, at path: EditPath) throws(Obstacle) {
    if let kind = path.kind { return try set(value, of: kind, at: Array(path.parts.dropFirst(2))) }
    let value = self.value(value, [:])
    guard path.parts[0] == WorldKeys.policies.key.name else {
      try keepOff(path.parts)
      let canReplace = path.parts[0] == WorldKeys.stores.key.name
      return try each { tree throws(Obstacle) in
        try tree.change(path.parts) { former throws(Obstacle) in
          guard let former, !canReplace, former.flow != value.flow else { return value }
          throw Obstacle(reason: "The world of the check has another value there.")
        }
      }
    }
    let (rest, policy) = (Array(path.parts.dropFirst(2)), policy)
    try each { tree throws(Obstacle) in
      for name in tree.keys(at: [path.parts[0]]) {
        try tree.change([path.parts[0], name] + rest) { former throws(Obstacle) in
          guard let former, former.flow != value.flow else { return value }
          guard name == policy else { return former }
          throw Obstacle(reason: "The policy of the check has another value there.")
        }
      }
    }
  }

  private mutating func set(_ value: YAMLNode, of kind: EditPath.Kind, at rest: [String]) throws(Obstacle) {
    try keepOffAll(kind, at: rest)
    var kept: Set<String> = []
    var keyless: Set<String> = []
    let isKey = rest == [CertificateKeyType.stimulus.name]
    let rivals = CertificateSettings.all.first { $0.stimulus.name == rest[0] }?.rivals.keys.map(\.self) ?? []
    let value = self.value(value, [:])
    for (certificate, other) in kinds where other == kind {
      if isKey, let owner = healthy.text(KeyOf.stimulus.name, of: certificate) {
        // It has the other's key, of whichever type, unless that is a key which only pins of other policies name.
        if let other = kinds[owner] {
          if other != kind { kept.insert(certificate) }
          keyless.insert(certificate)
        } else if healthy[["certificates", owner]] != nil || policyNames(owner) {
          kept.insert(certificate)
        }
      } else if let former = healthy[["certificates", certificate] + rest], former.flow != value.flow {
        kept.insert(certificate)
      } else if !isKey, rivals.contains(where: { healthy.text($0, of: certificate) != nil }) {
        kept.insert(certificate)
      }
    }
    for path in paths {
      let meant = path.filter { kinds[$0] == kind }
      guard !meant.isEmpty else { throw Obstacle(reason: "A chain of the check has no such certificate.") }
      guard kept.isDisjoint(with: meant) else {
        throw Obstacle(reason: "A certificate of the check has its own value or another one's key.")
      }
    }
    let names = Set(kinds.filter { $0.value == kind }.keys).subtracting(kept).subtracting(keyless)
    try each { tree throws(Obstacle) in
      try tree.changeCertificates { name, recipe throws(Obstacle) in
        guard names.contains(name) else { return recipe }
        var recipe = recipe
        if isKey { recipe = try recipe.changed(at: [KeyOf.stimulus.name]) { _ throws(Obstacle) in nil } ?? recipe }
        return try recipe.changed(at: rest[...]) { _ throws(Obstacle) in value } ?? recipe
      }
    }
  }

  /// Throws if a mutation sets this in a certificate of the kind.
  private func keepOffAll(_ kind: EditPath.Kind, at rest: [String]) throws(Obstacle) {
    for fault in faults where fault.first == WorldKeys.certificates.key.name && fault.count > 1 {
      guard kinds[fault[1]] == kind else { continue }
      try keepOff(["certificates", fault[1]] + rest)
    }
  }

  /// Whether a pin of the check's policy is about this key.
  func policyNames(_ key: String) -> Bool {
    let sets = healthy[[WorldKeys.policies.key.name, policy, PolicyKeys.pinSets.key.name]]
    return sets?.flow.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.contains(Substring(key)) ?? false
  }

  private mutating func add(_ value: YAMLNode, to path: EditPath) throws(Obstacle) {
    let paths: [[String]]
    if let kind = path.kind {
      let meant = healthy.certificates.filter { kinds[$0] == kind }
      paths = meant.map { [path.parts[0], $0] + path.parts.dropFirst(2) }
      for path in self.paths where Set(path).isDisjoint(with: meant) {
        throw Obstacle(reason: "A chain of the check has no such certificate.")
      }
    } else if path.parts[0] == WorldKeys.policies.key.name {
      paths = healthy.keys(at: [path.parts[0]]).map { [path.parts[0], $0] + path.parts.dropFirst(2) }
    } else {
      paths = [path.parts]
    }
    let value = self.value(value, [:])
    for path in paths {
      // What a mutation puts there is extended like what was there before; what it replaces as a whole is the fault's.
      if faults.contains(where: { path.starts(with: $0) && path != $0 }) { try keepOff(path) }
      try each { tree throws(Obstacle) in
        try tree.change(path) { former throws(Obstacle) in try Self.joined(former, value) }
      }
    }
  }

  private static func joined(_ former: YAMLNode?, _ added: YAMLNode) throws(Obstacle) -> YAMLNode {
    switch (former, added) {
    case (nil, _): return added
    case (.sequence(var list)?, .sequence(let more)):
      list.items += more.items
      return .sequence(list)
    case (.mapping(var mapping)?, .mapping(let more)):
      for entry in more.entries where mapping.entry(entry.key.text) != nil {
        throw Obstacle(reason: "The world of the check has a '\(entry.key.text)' already.")
      }
      mapping.entries += more.entries
      return .mapping(mapping)
    case (let former?, _) where former.isNull: return added
    default: throw Obstacle(reason: "The world of the check has another value there.")
    }
  }

  // MARK: Names in values

  /// What `${name}` means in a value.
  func names(_ variable: String) -> [String] {
    func unique(_ names: [String]) -> [String] {
      names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    switch variable {
    case "host": return [healthy.text(at: ["host"]) ?? ""]
    case "trusted": return unique(trusted)
    case "leaf": return unique(paths.compactMap(\.first))
    case "trusted-leaf": return unique(trustedPaths.compactMap(\.first))
    case "trusted-issuer": return unique(trustedPaths.compactMap { $0.dropFirst().first })
    case "issuer": return unique(paths.compactMap { $0.dropFirst().first })
    case "root": return unique(paths.compactMap(\.last))
    default: return []
    }
  }

  /// The value with names instead of `${trusted-leaf}`, `${trusted-issuer}`, `${leaf}`, `${issuer}`, `${root}`, `${trusted}` and `${host}`: an item or entry is
  /// repeated for each.
  private func value(_ node: YAMLNode, _ bound: [String: String]) -> YAMLNode {
    switch node {
    case .scalar(let scalar): return .scalar(filled(scalar, bound))
    case .sequence(var sequence):
      sequence.items = sequence.items.flatMap { item in
        guard case .scalar(let scalar) = item else { return [value(item, bound)] }
        return bindings(of: scalar, bound).map { .scalar(filled(scalar, $0)) }
      }
      return .sequence(sequence)
    case .mapping(var mapping):
      mapping.entries = mapping.entries.flatMap { entry in
        bindings(of: entry.key, bound).map {
          YAMLNode.Entry(key: filled(entry.key, $0), value: value(entry.value, $0))
        }
      }
      return .mapping(mapping)
    }
  }

  /// A text with a free variable has one binding for each name.
  private func bindings(of scalar: YAMLNode.Scalar, _ bound: [String: String]) -> [[String: String]] {
    guard scalar.mayHaveVariables else { return [bound] }
    for variable in Self.variables where bound[variable] == nil && scalar.text.contains("${\(variable)}") {
      return names(variable).map { bound.merging([variable: $0]) { $1 } }
    }
    return [bound]
  }

  private func filled(_ scalar: YAMLNode.Scalar, _ bound: [String: String]) -> YAMLNode.Scalar {
    guard scalar.mayHaveVariables else { return scalar }
    var scalar = scalar
    for variable in Self.variables where scalar.text.contains("${\(variable)}") {
      scalar.text = scalar.text.replacing("${\(variable)}", with: bound[variable] ?? names(variable).first ?? "")
    }
    return scalar
  }

  private static let variables = ["host", "trusted-leaf", "trusted-issuer", "trusted", "leaf", "issuer", "root"]
}
