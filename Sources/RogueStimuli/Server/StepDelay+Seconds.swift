public import RogueModel

extension StepDelay.Ending {
  /// The last second, counted from the one in which a world is minted; nil where there is none.
  public func seconds(in world: World) -> Int64? {
    switch self {
    case .certificate(let name): return world.certificate(name)?[NotAfter.self]
    case .staple(let name):
      guard let entry = world.server.present.firstIndex(of: name) else { return nil }
      return switch world.server.staple(forEntry: entry) {
      case .none: nil
      case .honest: OCSPRecipe().nextUpdate
      case .response(let response): response.nextUpdate
      }
    case .response(let name):
      guard let issuer = world.certificate(name)?[Issuer.self], let responder = world.responders[issuer] else {
        return nil
      }
      return (responder.response ?? OCSPRecipe()).nextUpdate
    }
  }
}
