internal import RogueModel
internal import RogueStimuli

/// The hosts of a client that is built once, and how those of a scenario become them.
struct OwnHosts: Sendable, Hashable {
  /// The first is the host of every world; the others are redirected to, asked next, or told apart by SNI. Not empty.
  var all: [Host]
  /// The names and addresses that the installed roots can certify, with what is below the names; nil: each world has its own
  /// roots, which can certify everything.
  var certified: [String]?

  init?(_ all: [Host], certified: [String]? = nil) {
    guard !all.isEmpty, Set(all).count == all.count else { return nil }
    self.all = all
    self.certified = certified
  }

  /// A host as a user names it.
  struct Host: Sendable, Hashable {
    /// In lower case, without a final dot; or an IPv4 address.
    var name: String

    var isAddress: Bool { HostName.isAddress(name) }
    /// The domain in which it is; nil: it is in none that anybody could own.
    var domain: String? {
      isAddress ? nil : name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    }
    /// As worlds have it: complete.
    fileprivate var written: String { "\(name)." }

    /// Nil: no server has such a name.
    init?(_ text: String) {
      let name = HostName.plain(text)
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      let isName =
        (labels.count >= 2 || name == "localhost") && !HostName.isAddress(labels[labels.count - 1])
        && name.utf8.count <= 200
        && labels.allSatisfy { label in
          !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
        }
      let isAddress = labels.count == 4 && labels.allSatisfy { part in UInt8(part).map { "\($0)" == part } ?? false }
      guard isName || isAddress else { return nil }
      self.name = name
    }
  }

  /// Whether a name, or an address, is among those or below one of them.
  static func isCertified(_ name: String, by certified: [String]) -> Bool {
    certified.contains { name == $0 || !HostName.isAddress($0) && name.hasSuffix(".\($0)") }
  }

  // MARK: Renaming

  /// New names for labels of a world.
  struct Renaming: Sendable {
    var domain: String
    /// The new names by the old ones, complete.
    var labels: [String: String]
    /// The world's host becomes this address; nil: it becomes a name.
    var address: String?

    /// What is below a renamed host moves with it.
    func renamed(_ name: String) -> String {
      if let new = labels[name] { return new }
      let above = labels.filter { name.hasSuffix(".\($0.key)") }.max { $0.key.utf8.count < $1.key.utf8.count }
      return above.map { name.dropLast($0.key.count) + $0.value } ?? name
    }

    func renamed(_ world: World) -> World {
      var world = world
      for index in world.certificates.indices { world.certificates[index] = renamed(world.certificates[index]) }
      for policy in world.policies.indices {
        for set in world.policies[policy].pinSets.indices {
          world.policies[policy].pinSets[set].host = renamed(world.policies[policy].pinSets[set].host)
        }
      }
      if !world.server[Redirect.self].isEmpty { world.server[Redirect.self] = world.server[Redirect.self].map(renamed) }
      let virtual = world.server[VirtualHosts.self]
      if !virtual.isEmpty {
        world.server[VirtualHosts.self] = Dictionary(virtual.map { (renamed($0.key), $0.value) }) { first, _ in first }
      }
      world.host = renamed(world.host)
      world.domain = domain
      return world
    }

    private func renamed(_ certificate: CertificateRecipe) -> CertificateRecipe {
      var certificate = certificate
      certificate[DNSNames.self] = certificate[DNSNames.self].map(renamed)
      certificate[CommonName.self] = certificate[CommonName.self].map(renamed)
      guard let address, certificate[DNSNames.self].contains("\(address).") else { return certificate }
      certificate[DNSNames.self].removeAll { $0 == "\(address)." }
      certificate[IPAddresses.self].append(address)
      return certificate
    }

    /// The name in the world as it is, and as it will be.
    fileprivate func both(_ name: String, _ world: World) -> (old: String, new: String) {
      var moved = world
      moved.domain = domain
      return (world.fullName(of: name), moved.fullName(of: renamed(name)))
    }

    fileprivate func changesNothing(in world: World) -> Bool {
      domain == world.domain && address == nil && labels.allSatisfy { $0.key == $0.value }
    }
  }

  /// The hosts that a client connects to, as labels: the world's own first.
  static func needed(by scenario: Scenario) -> [String] {
    var labels = [scenario.world.host]
    for step in [scenario.steps, scenario.contrast ?? []].joined() {
      labels += [step.host].compactMap(\.self)
      labels += step.world.server[Redirect.self] + step.world.server[VirtualHosts.self].keys.sorted()
    }
    var seen: Set<String> = []
    return labels.filter { seen.insert($0).inserted }
  }

  /// In the client's own domain if the roots can certify all of it, and beside it otherwise.
  ///
  /// - Returns: nil, if there are too few hosts, or they are not to each other and to the world's other names as the world's are.
  func renaming(of scenario: Scenario) -> Renaming? {
    let needed = Self.needed(by: scenario)
    guard needed.count <= all.count, canStand(for: needed[0], needed.count, scenario.world) else { return nil }
    let names = Self.names(of: scenario).union(needed)
    let ownDomain = all[0].domain.flatMap { domain in
      certified.map { Self.isCertified(domain, by: $0) } ?? true ? domain : nil
    }
    return [ownDomain, nil].lazy.compactMap { search([all[0]], in: $0, needed, names, scenario) }.first
  }

  /// A name that is complete is the host's own, and stays what it is.
  private func canStand(for label: String, _ count: Int, _ world: World) -> Bool {
    if label.hasSuffix(".") { return label == all[0].written }
    return !all[0].isAddress || count == 1 && world.server[VirtualHosts.self].isEmpty
  }

  private func search(
    _ chosen: [Host], in domain: String?, _ needed: [String], _ names: Set<String>, _ scenario: Scenario
  ) -> Renaming? {
    guard chosen.count == needed.count else {
      let next = needed[chosen.count]
      return all.lazy.filter { host in
        !chosen.contains(host) && !host.isAddress && (!next.hasSuffix(".") || next == host.written)
      }.compactMap { search(chosen + [$0], in: domain, needed, names, scenario) }.first
    }
    let parent = Self.parent(of: needed[0])
    var labels = Dictionary(uniqueKeysWithValues: zip(needed, chosen.map(\.written)))
    if let domain, let parent, labels[parent] == nil { labels[parent] = "\(domain)." }
    let isMoved = parent == nil && !needed[0].hasSuffix(".")
    let renaming = Renaming(
      domain: isMoved ? domain ?? scenario.world.domain : scenario.world.domain, labels: labels,
      address: chosen[0].isAddress ? chosen[0].name : nil)
    // Nothing is below an address.
    guard renaming.address == nil || !names.contains(where: { $0.hasSuffix(".\(needed[0])") }) else { return nil }
    return Self.keepsOrder(renaming, needed, names, scenario.world) && Self.keepsConstraints(renaming, needed, scenario)
      ? renaming : nil
  }

  /// The label above a host of two labels or more in the world's domain.
  private static func parent(of label: String) -> String? {
    guard !label.hasSuffix("."), let dot = label.firstIndex(of: ".") else { return nil }
    return String(label[label.index(after: dot)...])
  }

  /// All labels above it.
  private static func ancestors(of label: String) -> [String] {
    parent(of: label).map { [$0] + ancestors(of: $0) } ?? []
  }

  /// Whether each host is where it was to what CAs constrain; their texts are not renamed.
  private static func keepsConstraints(_ renaming: Renaming, _ needed: [String], _ scenario: Scenario) -> Bool {
    var moved = scenario.world
    moved.domain = renaming.domain
    let constraints = ([scenario.world] + (scenario.steps + (scenario.contrast ?? [])).map(\.world)).flatMap { world in
      WorldTexts.certificatesInUse(in: world, policies: scenario.policiesInForce).compactMap {
        $0[NameConstraints.self]
      }
    }
    // A name that has become an address is in no subtree of names.
    guard renaming.address == nil || constraints.isEmpty else { return false }
    return constraints.flatMap { $0.permitted + $0.excluded }.filter { $0.kind != .address }.allSatisfy { subtree in
      let (old, new) = (scenario.world.fullName(of: subtree.base), moved.fullName(of: subtree.base))
      return needed.allSatisfy { label in
        let host = renaming.both(label, scenario.world)
        return (host.old == old || host.old.hasSuffix(".\(old)")) == (host.new == new || host.new.hasSuffix(".\(new)"))
      }
    }
  }

  /// Of its certificates and pins, as they are written.
  private static func names(of scenario: Scenario) -> Set<String> {
    var names: Set<String> = []
    for world in [scenario.world] + (scenario.steps + (scenario.contrast ?? [])).map(\.world) {
      for certificate in WorldTexts.certificatesInUse(in: world, policies: scenario.policiesInForce) {
        names.formUnion(certificate[DNSNames.self])
        if let name = certificate[CommonName.self] { names.insert(name) }
      }
      for policy in world.policies { names.formUnion(policy.pinSets.map(\.host)) }
    }
    return names
  }

  /// Whether each host is below, above or equal to the same names as before.
  private static func keepsOrder(
    _ renaming: Renaming, _ needed: [String], _ names: Set<String>, _ world: World
  ) -> Bool {
    func depth(of name: String, below other: String) -> Int? {
      if name == other { return 0 }
      return name.hasSuffix(".\(other)") ? name.dropLast(other.count).count { $0 == "." } : nil
    }
    return needed.allSatisfy { label in
      let host = renaming.both(label, world)
      return names.allSatisfy { name in
        var (old, new) = renaming.both(name, world)
        if old.hasPrefix("*."), new.hasPrefix("*.") {
          (old, new) = (String(old.dropFirst(2)), String(new.dropFirst(2)))
        }
        return depth(of: host.old, below: old) == depth(of: host.new, below: new)
          && depth(of: old, below: host.old) == depth(of: new, below: host.new)
      }
    }
  }

  // MARK: Refusals

  /// A label whose letters and length mean nothing.
  private static func isPlain(_ name: some StringProtocol) -> Bool {
    name.split(separator: ".").allSatisfy { label in
      label.utf8.count <= 24 && !label.hasPrefix("xn--")
        && label.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
    }
  }

  /// Whether a name is a host, below one, or has nothing to do with its letters: `w*` and `evil-www` are made for `www`, and
  /// would be refused for another host by whoever accepts them.
  private static func isUnlike(_ name: String, _ hosts: [String]) -> Bool {
    let plain = name.hasPrefix("*.") ? String(name.dropFirst(2)) : name == "*" ? "" : name
    guard isPlain(plain) else { return false }
    let above = hosts.filter { plain == $0 || plain.hasSuffix(".\($0)") }.max { $0.utf8.count < $1.utf8.count }
    // One host may hold the letters of another: `there` and `here`.
    let rest = plain.dropLast(above?.count ?? 0)
    return hosts.allSatisfy { host in !host.split(separator: ".").contains { rest.contains($0) } }
  }

  /// Why a world of a scenario cannot have these hosts; nil: it can.
  func objection(to world: World, of scenario: Scenario) -> String? {
    let needed = Self.needed(by: scenario)
    guard needed.count <= all.count else {
      return "it needs \(needed.count) hosts, and --host names \(all.count)"
    }
    guard !world.host.contains("*"), !HostName.isAddress(HostName.withoutFinalDot(world.host)) || all[0].isAddress
    else { return "it needs a host of another shape" }
    for (index, label) in needed.enumerated() where label.hasSuffix(".") {
      guard index == 0 ? label == all[0].written : all.contains(where: { label == $0.written }) else {
        return "it is about the host \(label.dropLast()), which --host does not name\(index == 0 ? " first" : "")"
      }
    }
    let changed = needed.filter { !$0.hasSuffix(".") }
    let watched = changed + Self.ancestors(of: needed[0]).filter { !changed.contains($0) }
    guard watched.allSatisfy(Self.isPlain),
      watched.isEmpty || Self.names(of: scenario).allSatisfy({ Self.isUnlike($0, watched) })
    else { return "the letters of its hosts are part of it" }
    guard let renaming = renaming(of: scenario) else { return "its hosts are to each other as no hosts of --host are" }
    guard !renaming.changesNothing(in: world) else { return nil }
    // A name of the world that would stay what it was gives it away.
    let foreign = Renaming(
      domain: "\u{1}", labels: Dictionary(uniqueKeysWithValues: watched.enumerated().map { ($1, "\u{1}\($0)") }))
    // A spelling of the host is refused for its policy alone.
    return WorldTexts.hold(watched, in: world, without: foreign, policies: scenario.policiesInForce)
      ? "its hosts are part of it" : nil
  }
}

extension Scenario {
  /// The names of the policies that a client has in it.
  var policiesInForce: [String] {
    policies + (steps + (contrast ?? [])).flatMap { [$0.policy, $0.beside].compactMap(\.self) }
  }
}
