public import RogueModel

/// Every key that a scenario can change, and the questions of the stages about all of them.
public enum Stimuli {
  /// The mutable parts: the rest is the same in rogue and control, or the control would prove nothing.
  public enum Root: String, Sendable, CaseIterable { case certificates, server, responders, platform }

  /// How the wire shows a mutation.
  ///
  /// - Parameters:
  ///   - mutation: nil if nothing is changed.
  ///   - world: with the mutation applied.
  ///   - policy: the policy of the case.
  public static func evidence(of mutation: Mutation?, in world: World, _ policy: PolicyRecipe) -> FaultEvidence {
    guard let mutation else { return FaultEvidence(.healthy) }
    guard let (rule, change) = rule(of: mutation, in: world, policy) else { return FaultEvidence(.setting) }
    // Connections with a separate part do not meet the server's.
    let isOfServer = mutation.path.first == Root.server.rawValue
    let places = isOfServer ? mutation.path.dropFirst().first.flatMap(world.places(inheriting:)) : nil
    var evidence = rule.evidence(change).restricted(to: places)
    if world.renegotiates(change.element) { evidence.isRenegotiated = true }
    return evidence
  }

  /// Which validators can detect a mutation, whatever the policy. A path without a stimulus is not put to validators
  /// without TLS.
  ///
  /// - Parameter world: with the mutation applied.
  public static func audience(of mutation: Mutation, in world: World) -> Audience {
    let policy = PolicyRecipe(name: "", location: world.location)
    guard let (rule, change) = rule(of: mutation, in: world, policy) else { return .handshake }
    return rule.audience(change)
  }

  /// The evidence of the changed key, and its subject.
  private static func rule(
    of mutation: Mutation, in world: World, _ policy: PolicyRecipe
  ) -> (rule: EvidenceRule, change: Change)? {
    var path = mutation.path[...]
    guard let root = path.popFirst().flatMap(Root.init(rawValue:)) else { return nil }
    var element = ""
    if root == .certificates || root == .responders { element = path.popFirst() ?? "" }
    let name = path.popFirst()
    let rule: EvidenceRule? =
      switch root {
      // A replacement of a whole certificate is presented where the certificate is.
      case .certificates:
        name.map { name in CertificateSettings.stimuli.first { $0.name == name }?.evidence } ?? .certificate
      case .responders: .responder
      case .server: ServerStimuli.all.first { $0.name == name }?.evidence
      case .platform: PlatformStimuli.all.first { $0.name == name }?.evidence
      }
    return rule.map { ($0, Change(world: world, policy: policy, element: element, below: path)) }
  }

  /// The capabilities that a validator needs for a world's server and platform, in a version of TLS.
  public static func needs(of world: World, _ version: TLSVersion) -> Set<Capability> {
    let server = world.each(version).flatMap { there, version in
      ServerStimuli.needs.flatMap { $0(there.server, version) }
    }
    return Set(server + PlatformStimuli.needs.flatMap { $0(world.platform, version) })
  }

  /// Why a world's server cannot be served so; nil when it can.
  public static func limit(of world: World, by serving: Serving) -> String? {
    world.each(serving.version).lazy.compactMap { there, version in
      ServerStimuli.limits.lazy.compactMap { $0(there, Serving(serving.engine, version)) }.first
    }.first
  }

  /// The fields of an attempt that must reach a validator, or must be known, for a server like this.
  public static func demands(of server: ServerRecipe) -> Set<AttemptField> {
    Set(ServerStimuli.all.flatMap { $0.demands(server) })
  }

  /// The path of a mutation as if what it changes were the server's: without the connections that it is about.
  public static func withoutPlace(_ path: [String]) -> [String] {
    guard path.first == Root.server.rawValue, path.count > 3, holdsParts(path[1]) else { return path }
    return [path[0]] + path.dropFirst(3)
  }

  /// Whether a key of the server holds parts of some connections, by their number or name.
  public static func holdsParts(_ name: String) -> Bool {
    ServerStimuli.all.first { $0.name == name }?.holdsParts ?? false
  }

  /// The names of the certificates that a server, or its proxy, presents.
  public static func presented(by server: ServerRecipe) -> [String] {
    ServerStimuli.all.flatMap { $0.presents(server) }
  }

  /// Whether something precedes TLS on connections to this server.
  public static func precedesTLS(_ server: ServerRecipe) -> Bool {
    ServerStimuli.all.contains { $0.precedesTLS(server) }
  }

  /// The feature of this server that belongs to HTTP; nil if there is none.
  public static func featureOfHTTP(in server: ServerRecipe) -> String? {
    ServerStimuli.all.first { $0.isAboutHTTP(server) }?.name
  }

  /// The value at a path of a world, in YAML's flow form; nil for paths that have no short form.
  public static func text(at path: [String], in world: World) -> String? {
    var path = path[...]
    guard let root = path.popFirst().flatMap(Root.init(rawValue:)), let first = path.popFirst() else { return nil }
    switch root {
    case .certificates:
      guard let recipe = world.certificate(first) else { return nil }
      return CertificateSettings.stimuli.text(of: recipe, at: path)
    case .responders: return ResponderStimuli.text(of: world.responders[first] ?? ResponderRecipe(), at: path)
    case .server: return ServerStimuli.all.text(of: world.server, at: [first] + path)
    case .platform: return PlatformStimuli.all.text(of: world.platform, at: [first] + path)
    }
  }
}

extension Array {
  fileprivate func text<Owner>(of owner: Owner, at path: ArraySlice<String>) -> String?
  where Element == Stimulus<Owner> {
    path.first.flatMap { name in first { $0.name == name } }?.text(of: owner, at: path.dropFirst())
  }

  func text<Owner>(of owner: Owner, at path: ArraySlice<String>) -> String? where Element == Part<Owner> {
    guard path.count == 1 else { return nil }
    return first { $0.name == path.first }?.text(owner)
  }
}
