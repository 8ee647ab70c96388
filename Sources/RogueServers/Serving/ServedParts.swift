internal import RogueEngines
internal import RogueModel
internal import RogueTLS

/// How the connections of an attempt are served: all alike, except those for which the server has its own parts.
struct ServedParts: Sendable {
  private struct Part: Sendable {
    var recipe: any EngineRecipe
    var behaviours: ActiveBehaviours
  }

  private let usual: Part
  private let own: [ServerPlace: Part]

  /// Throws what keeps the engine from serving some part of this attempt.
  init(_ attempt: ServedAttempt, _ engine: any ConversationEngine) throws(HarnessFailure) {
    func part(_ attempt: ServedAttempt) throws(HarnessFailure) -> Part {
      let behaviours = try ActiveBehaviours(attempt.behaviours)
      return Part(recipe: try engine.recipe(for: attempt, StreamExchange(attempt), behaviours), behaviours: behaviours)
    }
    usual = try part(attempt)
    var own: [ServerPlace: Part] = [:]
    for (place, attempt) in attempt.places { own[place] = try part(attempt) }
    self.own = own
  }

  /// An attempt whose connections are all alike.
  init(_ recipe: any EngineRecipe, _ behaviours: ActiveBehaviours) {
    usual = Part(recipe: recipe, behaviours: behaviours)
    own = [:]
  }

  /// Whether it depends on the name in a ClientHello how a connection is served.
  private func needsName(ofConnection number: Int) -> Bool {
    guard own[.connection(number)] == nil else { return false }
    return own.keys.contains { if case .host = $0 { true } else { false } }
  }

  private func part(ofConnection number: Int, naming serverName: String?) -> Part {
    own[ServerPlace.of(connection: number, naming: serverName) { own[$0] != nil }] ?? usual
  }

  /// - Parameter number: of the connection in its attempt, counted from 1.
  func engine(forConnection number: Int) throws(HarnessFailure) -> any Engine {
    guard needsName(ofConnection: number) else { return try part(ofConnection: number, naming: nil).recipe.engine() }
    // Made beforehand, so that what cannot be served is known before there is a name.
    let usual = try usual.recipe.engine()
    var engines: [ServerPlace: any Engine] = [:]
    for (place, part) in own { if case .host = place { engines[place] = try part.recipe.engine() } }
    return ServerNameEngine { [engines] name in
      engines[ServerPlace.of(connection: number, naming: name) { engines[$0] != nil }] ?? usual
    }
  }

  /// Lets an engine of an earlier attempt serve this one from now on. False if that is impossible.
  func takeOver(_ engine: any Engine) -> Bool {
    usual.recipe.takeOver((engine as? ServerNameEngine)?.chosen ?? engine)
  }

  /// The planned faults of a connection.
  func behaviours(of record: ConnectionRecord) -> ActiveBehaviours {
    // The server decides about the use of a connection of an earlier attempt.
    if record.evidence.reused { return usual.behaviours }
    let number = record.evidence.index
    guard needsName(ofConnection: number) else { return part(ofConnection: number, naming: nil).behaviours }
    var hello = ClientHelloReader()
    for chunk in record.transcript.chunks where chunk.from == .client {
      guard case .whole(let hello) = hello.read(chunk.bytes) else { continue }
      return part(ofConnection: number, naming: hello.evidence.serverName).behaviours
    }
    return usual.behaviours
  }
}
