internal import RogueModel
internal import RogueStimuli
internal import Synchronization

/// The texts of a world in which no renaming would find a name: those of settings that nobody here knows.
enum WorldTexts {
  private enum Part: Hashable, Sendable {
    case certificate(CertificateRecipe)
    case policy(PolicyRecipe)
    case server(ServerRecipe)
    case rest(World)

    var value: Any {
      switch self {
      case .certificate(let value): value
      case .policy(let value): value
      case .server(let value): value
      case .rest(let value): value
      }
    }
  }

  /// To look through a setting takes a while, and the worlds of a catalogue have most of theirs in common.
  private static let known = Mutex<[Part: Set<String>]>([:])

  private static func texts(of part: Part) -> Set<String> {
    if let known = known.withLock({ $0[part] }) { return known }
    var texts: Set<String> = []
    collect(from: part.value, into: &texts)
    known.withLock { [texts] in $0[part] = texts }
    return texts
  }

  private static func collect(from value: Any, into texts: inout Set<String>) {
    switch value {
    case let text as String: texts.insert(text)
    case is [UInt8], is Int, is Bool: break
    default: for child in Mirror(reflecting: value).children { collect(from: child.value, into: &texts) }
    }
  }

  /// The parts of a world without its certificates: the server, the policies, and the rest.
  private static func surroundings(of world: World, _ policies: [PolicyRecipe]) -> [Part] {
    let nowhere = SourceLocation(file: "", line: 1, column: 1)
    var rest = world
    (rest.certificates, rest.policies, rest.server) = ([], [], ServerRecipe(present: []))
    (rest.title, rest.id, rest.location) = ("", "", nowhere)
    return [.server(world.server), .rest(rest)]
      + policies.map { policy in
        var policy = policy
        policy.location = nowhere
        return .policy(policy)
      }
  }

  private static func part(_ certificate: CertificateRecipe) -> Part {
    var certificate = certificate
    certificate.location = SourceLocation(file: "", line: 1, column: 1)
    return .certificate(certificate)
  }

  /// The certificates of a world that anybody can meet: those that something names, and what they name. A pin names a key alone.
  ///
  /// - Parameter policies: the names of those that are in force.
  static func certificatesInUse(in world: World, policies: [String]) -> [CertificateRecipe] {
    let unpinned = world.policies.filter { policies.contains($0.name) }.map { policy in
      var policy = policy
      policy.pinSets = []
      return policy
    }
    var named = surroundings(of: world, unpinned).reduce(into: Set<String>()) { $0.formUnion(texts(of: $1)) }
    var used: Set<String> = []
    while let next = world.certificates.first(where: { named.contains($0.name) && !used.contains($0.name) }) {
      used.insert(next.name)
      named.formUnion(texts(of: part(next)))
    }
    return world.certificates.filter { used.contains($0.name) }
  }

  /// Whether one of them holds a label, or the world's domain.
  ///
  /// - Parameters:
  ///   - renaming: takes every name away that can be renamed.
  ///   - policies: the names of those that count.
  static func hold(_ labels: [String], in world: World, without renaming: OwnHosts.Renaming, policies: [String]) -> Bool
  {
    var rest = world
    rest.certificates = certificatesInUse(in: world, policies: policies)
    rest = renaming.renamed(rest)
    let parts =
      surroundings(of: rest, rest.policies.filter { policies.contains($0.name) && $0.hostAsWritten == nil })
      + rest.certificates.map(part)
    return parts.contains { part in
      texts(of: part).lazy.map { $0.lowercased() }.contains { text in
        text.contains(world.domain)
          || labels.contains { text == $0 || text.contains("\($0).") || text.hasSuffix(".\($0)") }
      }
    }
  }
}
