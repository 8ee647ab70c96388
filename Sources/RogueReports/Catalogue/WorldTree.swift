import RogueModel
internal import RogueStimuli

/// A world drawn as its trees of certificates, each with the parts that it plays.
struct WorldTree {
  let world: World
  /// The rogue worlds of the steps, to show what they present instead.
  let rogues: [World]
  /// The policies that run; others are not shown.
  let policies: [String]
  let style: ReportStyle

  /// One line per certificate: the tree, the certificate, its use.
  var lines: [String] {
    var rows: [(drawing: String, name: String, recipe: CertificateRecipe)] = []
    var drawn: Set<String> = []
    func draw(_ recipe: CertificateRecipe, prefix: String, connector: String) {
      // An issuer of its own issuer would never end; the loader refuses it, a drawing must end all the same.
      guard drawn.insert(recipe.name).inserted else { return }
      rows.append((prefix + connector, recipe.name, recipe))
      let children = world.certificates.filter { $0[Issuer.self] == recipe.name && $0.name != recipe.name }
      let deeper =
        connector.isEmpty
        ? prefix : prefix + (connector == style.glyphs.lastBranch ? "   " : style.glyphs.trunk)
      for (index, child) in children.enumerated() {
        let isLast = index == children.count - 1
        draw(child, prefix: deeper, connector: isLast ? style.glyphs.lastBranch : style.glyphs.branch)
      }
    }
    for recipe in world.certificates
    where recipe[Issuer.self].flatMap(world.certificate) == nil || recipe[Issuer.self] == recipe.name {
      draw(recipe, prefix: "", connector: "")
    }
    for recipe in world.certificates { draw(recipe, prefix: "", connector: "") }

    let treeWidth = rows.map { $0.drawing.count + $0.name.count }.max() ?? 0
    let kindWidth = min(44, rows.map { Self.kind($0.recipe, in: world).count }.max() ?? 0)
    var lines: [String] = []
    for row in rows {
      let parts = roles(of: row.name)
      var line = style.ink(.dim, row.drawing) + style.ink(isRoguePart(row.name) ? .alarm : .bold, row.name)
      line += String(repeating: " ", count: treeWidth - row.drawing.count - row.name.count)
      let kind = Self.kind(row.recipe, in: world)
      line += "  " + (parts.isEmpty ? kind : kind.padded(to: kindWidth))
      if !parts.isEmpty { line += "  " + parts.joined(separator: "; ") }
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    for key in world.keys {
      lines.append("\(style.ink(.bold, key))  a key without a certificate" + roles(of: key).map { "; \($0)" }.joined())
    }
    let logWidth = world.logs.map(\.name.count).max() ?? 0
    for log in world.logs {
      let padding = String(repeating: " ", count: logWidth - log.name.count)
      let facts = [Self.kind(log)] + roles(of: log)
      lines.append("\(style.ink(.bold, log.name))\(padding)  \(facts.joined(separator: "; "))")
    }
    return lines
  }

  /// The differences of a log from the healthy default.
  private static func kind(_ log: LogRecipe) -> String {
    var text = "a log"
    if log.operatorName != log.name { text += " of \(log.operatorName)" }
    if log.keyType != .p256 { text += ", \(log.keyType.rawValue)" }
    if let retired = log.retired { text += ", retired \(RelativeTime.text(seconds: retired))" }
    return text
  }

  /// The parts that a log plays.
  private func roles(of log: LogRecipe) -> [String] {
    let knowing = world.policies.filter {
      policies.contains($0.name) && $0.transparency?.logs.contains(log.name) == true
    }
    return knowing.isEmpty ? [] : ["known to \(knowing.map(\.name).joined(separator: ", "))"]
  }

  /// The differences of a certificate from the healthy default.
  static func kind(_ recipe: CertificateRecipe, in world: World) -> String {
    var facts = recipe[IsCA.self] ? ["CA"] : recipe[DNSNames.self].map(world.fullName(of:))
    let healthy = CertificateRecipe(
      name: recipe.name, issuer: recipe[Issuer.self], isCA: recipe[IsCA.self], hosts: recipe[DNSNames.self])
    for stimulus in CertificateSettings.stimuli {
      guard let text = stimulus.part.text(recipe), text != stimulus.part.text(healthy) else { continue }
      facts.append(text == "true" ? stimulus.name : "\(stimulus.name) \(text)")
    }
    return facts.joined(separator: ", ")
  }

  private func isRoguePart(_ name: String) -> Bool {
    rogues.contains { $0.server.present.contains(name) && !world.server.present.contains(name) }
  }

  private func roles(of name: String) -> [String] {
    var roles: [String] = []
    if world.stores.system.contains(name) { roles.append("system store") }
    if world.stores.user.contains(name) { roles.append("user store") }
    if ([world] + rogues).contains(where: { $0.platform.denied.contains(name) }) { roles.append("denied by the user") }
    if let place = world.server.present.firstIndex(of: name) { roles.append("presented \(Self.ordinal(place + 1))") }
    roles += rolesOfSomeConnections(name)
    for rogue in rogues where rogue.server.present != world.server.present {
      guard let place = rogue.server.present.firstIndex(of: name) else { continue }
      let role = "presented \(Self.ordinal(place + 1)) by the rogue"
      if !roles.contains(role) { roles.append(role) }
    }
    if world.server[ClientAnchors.self].contains(name) { roles.append("the server trusts clients under it") }
    // One role with every policy that gives it: a certificate is mostly the same thing in several of them.
    var given: [(role: String, policies: [String])] = []
    func add(_ role: String, _ policy: String) {
      if let index = given.firstIndex(where: { $0.role == role }) {
        if !given[index].policies.contains(policy) { given[index].policies.append(policy) }
      } else {
        given.append((role, [policy]))
      }
    }
    for policy in world.policies where policies.contains(policy.name) {
      if policy.anchors?.contains(name) == true { add("anchor", policy.name) }
      for pin in policy.pinSets.flatMap(\.any) where pin.of == name {
        let pinned =
          if pin.likeness != nil {
            "pin on a digest like its own"
          } else {
            pin.file.map { "pin from a file (\($0.rawValue))" } ?? "pin"
          }
        add("\(pin.kind.rawValue) \(pinned)\(pin.position == .leaf ? "" : " at \(pin.position.rawValue)")", policy.name)
      }
      if policy.identity?.leaf == name { add("the client's identity", policy.name) }
      if policy.identity?.others.contains(where: { $0.leaf == name }) == true {
        add("another identity of the client", policy.name)
      }
    }
    roles += given.map { "\($0.role) in \($0.policies.joined(separator: ", "))" }
    return roles
  }

  /// The place of a certificate in the lists of single connections, in the healthy world and in the rogues.
  private func rolesOfSomeConnections(_ name: String) -> [String] {
    var roles: [String] = []
    for world in [world] + rogues {
      for (place, own) in world.places.sorted(by: { $0.key < $1.key }) {
        guard let index = own.present?.firstIndex(of: name) else { continue }
        let connections =
          switch place {
          case .usual: ""
          case .connection(let number): " on connection \(number)"
          case .host(let host): " to clients that name \(host)"
          }
        let role = "presented \(Self.ordinal(index + 1))\(connections)"
        let isOfRogue = world != self.world
        if !roles.contains(role) { roles.append(isOfRogue ? role + " by the rogue" : role) }
      }
    }
    return roles
  }

  static func ordinal(_ number: Int) -> String {
    switch number {
    case 1: "1st"
    case 2: "2nd"
    case 3: "3rd"
    default: "\(number)th"
    }
  }
}
