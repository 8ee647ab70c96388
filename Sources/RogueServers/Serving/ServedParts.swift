internal import RogueModel

/// How the connections of an attempt are served: all alike, but for those for which the server has something of its own.
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
      return Part(recipe: try engine.recipe(for: attempt, behaviours), behaviours: behaviours)
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

  private func part(ofConnection number: Int, naming serverName: String?) -> Part {
    own[ServerPlace.of(connection: number, naming: serverName) { own[$0] != nil }] ?? usual
  }

  /// - Parameter number: of the connection in its attempt, counted from 1.
  func engine(forConnection number: Int) throws(HarnessFailure) -> any Engine {
    try part(ofConnection: number, naming: nil).recipe.engine()
  }

  /// Has an engine of an earlier attempt answer for this one from now on. False where that cannot be.
  func takeOver(_ engine: any Engine) -> Bool { usual.recipe.takeOver(engine) }

  /// What was to be wrong on a connection.
  func behaviours(of record: ConnectionRecord) -> ActiveBehaviours {
    // What a connection of an earlier attempt is used for is the server's affair.
    record.evidence.reused ? usual.behaviours : part(ofConnection: record.evidence.index, naming: nil).behaviours
  }
}
