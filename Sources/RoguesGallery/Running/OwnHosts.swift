internal import RogueModel
internal import RogueStimuli

/// The hosts of a client that is built once, and how those of a scenario become them.
struct OwnHosts: Sendable, Hashable {
  /// The first is the host of every world; the others are redirected to, asked next, or told apart by SNI. Not empty.
  var all: [Host]

  var domain: String { all[0].domain }

  init?(_ all: [Host]) {
    guard !all.isEmpty, Set(all).count == all.count else { return nil }
    self.all = all
  }

  /// One host, and the domain in which it is.
  struct Host: Sendable, Hashable {
    var label: String
    var domain: String
    var name: String { "\(label).\(domain)" }

    /// Nil: it is no lower-case name of three labels or more.
    init?(_ name: String) {
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      guard labels.count >= 3, !HostName.isAddress(name), name.utf8.count <= 200,
        labels.allSatisfy({ label in
          !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
        })
      else { return nil }
      label = String(labels[0])
      domain = labels.dropFirst().joined(separator: ".")
    }
  }

  // MARK: Renaming

  /// New names for labels of a world.
  struct Renaming: Sendable {
    var domain: String
    /// The new labels by the old ones: relative for the world's own host, complete for others.
    var labels: [String: String]

    /// What is below a renamed host moves with it.
    func renamed(_ name: String) -> String {
      if let new = labels[name] { return new }
      let above = labels.filter { name.hasSuffix(".\($0.key)") }.max { $0.key.utf8.count < $1.key.utf8.count }
      return above.map { name.dropLast($0.key.count) + $0.value } ?? name
    }

    func renamed(_ world: World) -> World {
      var world = world
      for index in world.certificates.indices {
        var certificate = world.certificates[index]
        certificate[DNSNames.self] = certificate[DNSNames.self].map(renamed)
        certificate[CommonName.self] = certificate[CommonName.self].map(renamed)
        world.certificates[index] = certificate
      }
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

    /// The name in the world as it is, and as it will be.
    fileprivate func both(_ name: String, _ world: World) -> (old: String, new: String) {
      var moved = world
      moved.domain = domain
      return (world.fullName(of: name), moved.fullName(of: renamed(name)))
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

  /// Nil: there are too few hosts, or they are not to each other and to the world's other names as the world's are.
  func renaming(of scenario: Scenario) -> Renaming? {
    let needed = Self.needed(by: scenario)
    guard needed.count <= all.count else { return nil }
    let names = Self.names(of: scenario).union(needed)
    func search(_ chosen: [Host]) -> Renaming? {
      guard chosen.count == needed.count else {
        return all.lazy.filter { !chosen.contains($0) }.compactMap { search(chosen + [$0]) }.first
      }
      var labels = [needed[0]: all[0].label]
      for (label, host) in zip(needed, chosen).dropFirst() { labels[label] = "\(host.name)." }
      let renaming = Renaming(domain: domain, labels: labels)
      return Self.keepsOrder(renaming, needed, names, scenario.world) ? renaming : nil
    }
    return search([all[0]])
  }

  /// Of its certificates and pins, as they are written.
  private static func names(of scenario: Scenario) -> Set<String> {
    var names: Set<String> = []
    for world in [scenario.world] + scenario.steps.map(\.world) {
      for certificate in world.certificates {
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
  private static func isPlain(_ name: String) -> Bool {
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
    // One host may hold the letters of another: `there` and `here`.
    return hosts.contains { plain == $0 || plain.hasSuffix(".\($0)") } || hosts.allSatisfy { !plain.contains($0) }
  }

  /// Why a world of a scenario cannot have these hosts; nil: it can.
  func objection(to world: World, of scenario: Scenario) -> String? {
    guard world.domain != domain else { return nil }
    guard !world.host.contains("."), !world.host.contains("*") else { return "it needs a host of another shape" }
    let needed = Self.needed(by: scenario)
    guard needed.count <= all.count else {
      return "it needs \(needed.count) hosts, and --host names \(all.count)"
    }
    guard needed.allSatisfy(Self.isPlain),
      Self.names(of: scenario).allSatisfy({ Self.isUnlike($0, needed) })
    else { return "the letters of its hosts are part of it" }
    guard renaming(of: scenario) != nil else { return "its hosts are to each other as no hosts of --host are" }
    // A name of the world that would stay what it was gives it away: texts of settings that nobody here knows.
    let foreign = Renaming(
      domain: "\u{1}", labels: Dictionary(uniqueKeysWithValues: needed.enumerated().map { ($1, "\u{1}\($0)") }))
    var rest = foreign.renamed(world)
    let nowhere = SourceLocation(file: "", line: 1, column: 1)
    (rest.title, rest.id, rest.location) = ("", "", nowhere)
    for index in rest.certificates.indices { rest.certificates[index].location = nowhere }
    // A spelling of the host is refused for its policy alone.
    rest.policies = rest.policies.filter { scenario.policies.contains($0.name) && $0.hostAsWritten == nil }
    for index in rest.policies.indices { rest.policies[index].location = nowhere }
    let label = "\(world.host)."
    return Self.hasText(in: rest) { needed.contains($0) || $0.contains(world.domain) || $0.contains(label) }
      ? "its hosts are part of it" : nil
  }

  /// Whether a text somewhere in a value satisfies the condition.
  private static func hasText(in value: Any, where condition: (String) -> Bool) -> Bool {
    switch value {
    case let text as String: condition(text)
    case is [UInt8], is Int, is Bool: false
    default: Mirror(reflecting: value).children.contains { hasText(in: $0.value, where: condition) }
    }
  }
}
