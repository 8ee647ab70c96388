internal import RogueModel

extension Array {
  /// The keywords of everything in which an owner differs from an honest one.
  func keywords<Owner>(of owner: Owner, beside honest: Owner) -> [String] where Element == Part<Owner> {
    filter { $0.text(owner) != $0.text(honest) }.flatMap(\.keywords)
  }

  /// The keywords of everything in which an owner differs from an honest one.
  func keywords<Owner>(of owner: Owner, beside honest: Owner) -> [String] where Element == Stimulus<Owner> {
    filter { !$0.isOrdinary && $0.part.text(owner) != $0.part.text(honest) }.flatMap { $0.keywords(owner) }
  }

  /// The keywords of the key of that name, whatever its value.
  func keywords<Owner>(of owner: Owner, at name: String?) -> [String] where Element == Stimulus<Owner> {
    first { $0.name == name }?.keywords(owner) ?? []
  }
}

extension Stimuli {
  /// The keywords of the value at a path of a world: of one key, of a whole certificate, or of a CA's responders.
  static func keywords(at path: [String], in world: World) -> [String] {
    guard let root = path.first.flatMap(Root.init(rawValue:)), path.count > 1 else { return [] }
    let name = path.dropFirst(2).first
    switch root {
    case .server: return ServerStimuli.all.keywords(of: world.server, at: path[1])
    case .platform: return PlatformStimuli.all.keywords(of: world.platform, at: path[1])
    case .certificates:
      guard let recipe = world.certificate(path[1]) else { return [] }
      return name == nil ? keywords(of: recipe) : CertificateSettings.stimuli.keywords(of: recipe, at: name)
    case .responders:
      let recipe = world.responders[path[1]] ?? ResponderRecipe()
      let all = ResponderStimuli.all
      return name == nil ? all.keywords(of: recipe, beside: ResponderRecipe()) : all.keywords(of: recipe, at: name)
    }
  }

  /// The keywords of everything in which a certificate differs from a healthy one.
  static func keywords(of recipe: CertificateRecipe) -> [String] {
    let healthy = CertificateRecipe(
      name: recipe.name, issuer: recipe[Issuer.self], isCA: recipe[IsCA.self], hosts: recipe[DNSNames.self])
    return CertificateSettings.stimuli.keywords(of: recipe, beside: healthy)
  }

  /// The keywords of what a world's server does, apart from the certificates that it presents.
  static func keywords(of server: ServerRecipe) -> [String] {
    ServerStimuli.all.keywords(of: server, beside: ServerRecipe(present: server.present))
  }
}
