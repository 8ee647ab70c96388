internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The moments at which a server presents the chain of a check.
extension MovedWorlds {
  /// Has an honest chain presented in the first handshake, and that of the check in a second one.
  ///
  /// The honest chain is a copy of the healthy one: the same names, dates and root, other certificates below it. It has
  /// its own keys, but for those that the policy pins.
  mutating func renegotiate() throws(Obstacle) {
    let certificates = WorldKeys.certificates.key.name
    for fault in faults where fault != WorldTree.present {
      guard fault.first == certificates || fault.first == WorldKeys.responders.key.name else {
        throw Obstacle(reason: "The fault of the check is not in a certificate.")
      }
    }
    for key in [ServerStimuli.connections.name, VirtualHosts.stimulus.name, ServerStimuli.renegotiation.name]
    where healthy[[Stimuli.Root.server.rawValue, key]] != nil {
      throw Obstacle(reason: "The server of the check has other certificates at other times.")
    }
    let served = healthy.texts(at: WorldTree.present)
    guard let leaf = healthy.leaf else { throw Obstacle(reason: "The server of the check presents nothing.") }
    for above in healthy.path(from: leaf) where !served.contains(above) {
      try keepOff([certificates, above])
      try keepOff([WorldKeys.responders.key.name, above])
    }
    var copies: [YAMLNode.Entry] = []
    for name in served {
      guard let recipe = healthy[[certificates, name]], !policyPins(certificate: name) else {
        throw Obstacle(reason: "The policy of the check pins a certificate.")
      }
      copies.append(try copy(of: name, recipe, among: served))
    }
    let present = [Stimuli.Root.server.rawValue, ServerStimuli.renegotiation.name, ServerStimuli.present.name]
    try each { tree throws(Obstacle) in
      guard let list = tree[WorldTree.present] else { return }
      try tree.change([certificates]) { former throws(Obstacle) in
        guard case .mapping(var mapping)? = former else { return former }
        mapping.entries += copies
        return .mapping(mapping)
      }
      try tree.change(present) { _ throws(Obstacle) in list }
      try tree.change(WorldTree.present) { _ throws(Obstacle) in
        .sequence(
          YAMLNode.Sequence(
            items: served.map { .text(Self.first($0), at: list.position) }, position: list.position))
      }
    }
  }

  private static func first(_ name: String) -> String { "first-\(name)" }

  /// Whether the policy pins the certificate itself, so that no copy has its place.
  private func policyPins(certificate name: String) -> Bool {
    let sets = healthy[[WorldKeys.policies.key.name, policy, PolicyKeys.pinSets.key.name]]
    return sets?.flow.contains("certificate \(name)") ?? false
  }

  private func copy(
    of name: String, _ recipe: YAMLNode, among served: [String]
  ) throws(Obstacle) -> YAMLNode.Entry {
    var recipe = recipe
    recipe =
      try recipe.changed(at: [Issuer.stimulus.name]) { issuer throws(Obstacle) in
        guard let issuer, let text = issuer.plainText, served.contains(text) else { return issuer }
        return .text(Self.first(text), at: issuer.position)
      } ?? recipe
    if policyNames(name) {
      recipe =
        try recipe.changed(at: [KeyOf.stimulus.name]) { owner throws(Obstacle) in
          owner ?? .text(name, at: recipe.position)
        } ?? recipe
    }
    return YAMLNode.Entry(
      key: YAMLNode.Scalar(text: Self.first(name), isPlain: true, position: recipe.position), value: recipe)
  }
}
