internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The shapes of chains, and the names of hosts.
extension MovedWorlds {
  // MARK: Chains

  /// Puts CAs between each root and the certificates below it, until every chain has so many certificates.
  mutating func deepen(to count: Int) throws(Obstacle) {
    for path in paths where path.count >= 2 && path.count < count {
      let (below, root) = (path[path.count - 2], path[path.count - 1])
      try keepOff(["certificates", below, Issuer.stimulus.name])
      guard healthy.text(PathLength.stimulus.name, of: root) == nil else {
        throw Obstacle(reason: "The root of a chain of the check limits its length.")
      }
      let names = (path.count..<count).map { "\(below)-tier-\($0)" }
      try each { tree throws(Obstacle) in try Self.insert(names, between: below, and: root, in: &tree) }
    }
    guard paths.allSatisfy({ $0.count == count }) else {
      throw Obstacle(reason: "The chains of the check have other lengths.")
    }
  }

  /// Has each root issue the leaves below it, without the CA between them; or, with a count of 1, each leaf itself.
  mutating func shorten(to count: Int) throws(Obstacle) {
    guard paths.allSatisfy({ (count...3).contains($0.count) }) else {
      throw Obstacle(reason: "The chains of the check have other lengths.")
    }
    let trusted = trustedPaths.compactMap(\.first)
    for path in paths where path.count > count {
      let (leaf, above) = (path[0], Array(path.dropFirst()))
      let left = count == 1 ? above : above.dropLast()
      try keepOff(["certificates", leaf, Issuer.stimulus.name])
      for ca in left {
        try keepOff(["certificates", ca])
        try keepOff([WorldKeys.responders.key.name, ca])
        guard !policyNames(ca), healthy[["certificates", ca, IssuedCRL.stimulus.name]] == nil else {
          throw Obstacle(reason: "The check is about the CA that would be left out.")
        }
      }
      guard count == 1 || healthy.text(PathLength.stimulus.name, of: above[above.count - 1]) == nil else {
        throw Obstacle(reason: "The root of a chain of the check limits its length.")
      }
      try each { tree throws(Obstacle) in
        guard let position = tree[["certificates", leaf]]?.position else { return }
        try tree.change(["certificates", leaf, Issuer.stimulus.name]) { _ throws(Obstacle) in
          count == 1 ? nil : .text(above[above.count - 1], at: position)
        }
        try tree.changeLists { list throws(Obstacle) in
          list.first?.plainText == leaf ? list.filter { !left.contains($0.plainText ?? "") } : list
        }
        if count == 1, trusted.contains(leaf) { try tree.trust(leaf, at: position) }
      }
    }
  }

  private static func insert(
    _ names: [String], between below: String, and root: String, in tree: inout WorldTree
  ) throws(Obstacle) {
    guard let position = tree[["certificates", below]]?.position else { return }
    var child = below
    for (name, issuer) in zip(names, names.dropFirst() + [root]) {
      try tree.change(["certificates", child, Issuer.stimulus.name]) { _ throws(Obstacle) in
        .text(name, at: position)
      }
      var entries = [
        YAMLNode.Entry(
          key: YAMLNode.Scalar(text: IsCA.stimulus.name, isPlain: true, position: position),
          value: .text("true", at: position)),
        YAMLNode.Entry(
          key: YAMLNode.Scalar(text: Issuer.stimulus.name, isPlain: true, position: position),
          value: .text(issuer, at: position)),
      ]
      // A client that checks the certificate below for revocation checks this one as well.
      for key in [OCSPURL.stimulus.name, CRLDistributionPoints.stimulus.name] {
        guard tree.text(key, of: below) == "true" else { continue }
        entries.append(
          YAMLNode.Entry(
            key: YAMLNode.Scalar(text: key, isPlain: true, position: position), value: .text("true", at: position)))
      }
      let recipe = YAMLNode.mapping(YAMLNode.Mapping(entries: entries, position: position))
      try tree.change(["certificates", name]) { _ throws(Obstacle) in recipe }
      child = name
    }
    try tree.changeLists { list throws(Obstacle) in
      guard let place = list.lastIndex(where: { $0.plainText == below }) else { return list }
      return Array(list[...place]) + names.map { .text($0, at: list[place].position) } + Array(list[(place + 1)...])
    }
  }

  mutating func serve(_ served: Edit.Served) throws(Obstacle) {
    switch served {
    case .root:
      for tree in all {
        guard let leaf = tree.leaf, let root = tree.path(from: leaf).last, root != leaf else {
          throw Obstacle(reason: "A chain of the check has no root beside the leaf.")
        }
      }
      try each { tree throws(Obstacle) in
        let before = tree
        try tree.changeLists { list throws(Obstacle) in
          guard let leaf = list.first, let root = leaf.plainText.map(before.path)?.last,
            !list.contains(where: { $0.plainText == root })
          else { return list }
          return list + [.text(root, at: leaf.position)]
        }
      }
    case .reversed:
      try each { tree throws(Obstacle) in
        guard tree.texts(at: WorldTree.present).count > 2 else {
          throw Obstacle(reason: "A server of the check presents no two certificates after the leaf.")
        }
        try tree.changeLists { list throws(Obstacle) in Array(list.prefix(1)) + list.dropFirst().reversed() }
      }
    case .twice:
      try each { tree throws(Obstacle) in
        guard tree.texts(at: WorldTree.present).count > 1 else {
          throw Obstacle(reason: "A server of the check presents no certificate after the leaf.")
        }
        try tree.changeLists { list throws(Obstacle) in
          Array(list.prefix(1)) + list.dropFirst().flatMap { [$0, $0] }
        }
      }
    }
  }

  // MARK: Hosts

  /// Where a world writes labels of hosts.
  private static let hostKeys: Set = ["host", DNSNames.stimulus.name, CommonName.stimulus.name]

  mutating func rename(to label: String) throws(Obstacle) {
    guard let former = healthy.text(at: ["host"]), !former.hasSuffix(".") else {
      throw Obstacle(reason: "The host of the check is no label of the domain.")
    }
    if label.hasSuffix("."), InternetAddress.isValid(String(label.dropLast())) {
      return try readdress(former, to: label)
    }
    try each { tree throws(Obstacle) in
      guard !tree.root.mentionsHost(former, beside: Self.hostKeys) else {
        throw Obstacle(reason: "The world of the check has other names that are made of its host's.")
      }
      try tree.replaceAll { key, text in Self.hostKeys.contains(key) && text == former ? label : nil }
    }
  }

  /// Gives the host an address instead of a name.
  private mutating func readdress(_ former: String, to address: String) throws(Obstacle) {
    try each { tree throws(Obstacle) in
      guard !tree.root.mentionsHost(former, beside: Self.hostKeys) else {
        throw Obstacle(reason: "The world of the check has other names that are made of its host's.")
      }
      try tree.changeCertificates { _, recipe throws(Obstacle) in try recipe.readdressed(former, to: address) }
      try tree.replaceAll { key, text in key == "host" && text == former ? address : nil }
    }
  }

  mutating func write(_ spelling: Edit.Spelling) throws(Obstacle) {
    guard let label = healthy.text(at: ["host"]), let domain = healthy.text(at: ["domain"]),
      let position = healthy[["host"]]?.position
    else { throw Obstacle(reason: "The host of the check has no name.") }
    let name = label.hasSuffix(".") ? String(label.dropLast()) : "\(label).\(domain)"
    guard !InternetAddress.isValid(name) else { throw Obstacle(reason: "The host of the check is an address.") }
    let written =
      switch spelling {
      case .finalDot: "\(name)."
      case .upperCase: name.uppercased()
      case .both: "\(name.uppercased())."
      }
    let path = EditPath(
      parts: [WorldKeys.policies.key.name, EditPath.anyPolicy, PolicyKeys.hostAsWritten.key.name], position: position)
    try set(.text(written, at: position), at: path)
  }
}

extension WorldTree {
  /// Adds an anchor to the system's store, and to those of every policy that has its own.
  fileprivate mutating func trust(_ name: String, at position: YAMLPosition) throws(Obstacle) {
    func adding(_ list: YAMLNode?) -> YAMLNode? {
      guard case .sequence(var anchors)? = list else { return list }
      anchors.items.append(.text(name, at: position))
      return .sequence(anchors)
    }
    try change([WorldKeys.stores.key.name, "system"]) { list throws(Obstacle) in adding(list) }
    for policy in keys(at: [WorldKeys.policies.key.name]) {
      let anchors = [WorldKeys.policies.key.name, policy, PolicyKeys.anchors.key.name]
      if self[anchors] != nil { try change(anchors) { list throws(Obstacle) in adding(list) } }
    }
  }

  fileprivate mutating func replaceAll(_ replacement: (_ key: String, _ text: String) -> String?) throws(Obstacle) {
    for key in ["host", "certificates", "server", "policies"] {
      guard let node = self[[key]] else { continue }
      let replaced = node.replacingTexts(below: key, replacement)
      try change([key]) { _ throws(Obstacle) in replaced }
    }
  }
}

extension YAMLNode {
  /// The recipe of a certificate with an address in the place of a host.
  fileprivate func readdressed(_ host: String, to address: String) throws(Obstacle) -> YAMLNode {
    let (hosts, addresses) = (DNSNames.stimulus.name, IPAddresses.stimulus.name)
    guard case .mapping(let recipe) = self, case .sequence(var names)? = recipe[hosts],
      names.items.contains(where: { $0.plainText == host })
    else { return self }
    names.items.removeAll { $0.plainText == host }
    let added = YAMLNode.text(String(address.dropLast()), at: position)
    var changed =
      try self.changed(at: [hosts]) { _ throws(Obstacle) in names.items.isEmpty ? nil : .sequence(names) } ?? self
    changed =
      try changed.changed(at: [addresses]) { former throws(Obstacle) in
        guard case .sequence(var list)? = former else {
          return .sequence(Sequence(items: [added], position: position))
        }
        list.items.append(added)
        return .sequence(list)
      } ?? changed
    let subjects = [CommonName.stimulus.name, SubjectName.stimulus.name, SubjectOf.stimulus.name]
    guard subjects.allSatisfy({ recipe[$0] == nil }) else { return changed }
    return try changed.changed(at: [CommonName.stimulus.name]) { _ throws(Obstacle) in .text(host, at: position) }
      ?? changed
  }

  fileprivate func replacingTexts(below key: String, _ replacement: (String, String) -> String?) -> YAMLNode {
    switch self {
    case .scalar(var scalar):
      scalar.text = replacement(key, scalar.text) ?? scalar.text
      return .scalar(scalar)
    case .sequence(var sequence):
      sequence.items = sequence.items.map { $0.replacingTexts(below: key, replacement) }
      return .sequence(sequence)
    case .mapping(var mapping):
      for place in mapping.entries.indices {
        let entry = mapping.entries[place]
        mapping.entries[place].value = entry.value.replacingTexts(below: entry.key.text, replacement)
      }
      return .mapping(mapping)
    }
  }

  /// Whether a text outside these keys names the host, or a text in them names a host below or beside it.
  fileprivate func mentionsHost(_ label: String, beside keys: Set<String>, below key: String = "") -> Bool {
    switch self {
    case .scalar(let scalar):
      if ["world", "title"].contains(key) { return false }
      guard keys.contains(key) else { return key == PolicyKeys.hostAsWritten.key.name }
      return scalar.text != label && scalar.text.split(separator: ".").contains(Substring(label))
    case .sequence(let sequence): return sequence.items.contains { $0.mentionsHost(label, beside: keys, below: key) }
    case .mapping(let mapping):
      return mapping.entries.contains { entry in
        entry.key.text == VirtualHosts.stimulus.name
          || entry.value.mentionsHost(label, beside: keys, below: entry.key.text)
      }
    }
  }
}
