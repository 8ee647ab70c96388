public import RogueModel
internal import RogueStimuli
internal import RogueVerdicts

/// A rogue, or its control, for a server that stays open: no adapter and no run.
public struct OpenCase: Sendable {
  /// Why the scenario cannot be kept open for a client of which nothing is known; nil: it can.
  public static func obstacle(_ scenario: Scenario) -> String? {
    if scenario.steps.count > 1 {
      return "it has \(scenario.steps.count) steps, and one client would have to make them all"
    }
    if scenario.steps.first?.host != nil || scenario.steps.first?.policy != nil { return "its step has its own policy" }
    return nil
  }

  /// For how many seconds after it was minted the server's dates mean what they mean then, under the policy of that name;
  /// nil: for ever.
  public static func datesHold(_ scenario: Scenario, isHealthy: Bool, policy: String) -> Int64? {
    (isHealthy ? scenario.control : scenario).nextDate(under: policy)
  }

  /// The client's attempt and the server's content. Address and port are not assigned yet.
  ///
  /// - Parameters:
  ///   - world: of the scenario's step, or the healthy one.
  ///   - salt: worlds with the same salt share the keys of equal names: a client that trusts one of them trusts all.
  ///   - path: the path of requests that get `nonce`; begins with a slash.
  ///   - responderBase: `http://127.0.0.1:PORT` of the revocation responders.
  public static func material(
    _ scenario: Scenario, world: World, axes: AxisValues, minter: any HierarchyMinter, salt: String, clock: Timestamp,
    path: String, id: String, nonce: String, responderBase: String
  ) throws(HarnessFailure) -> StepMaterial {
    let token = world.embedsURLs ? id : nil
    let hierarchy = try minter.mint(
      world,
      MintRequest(
        salt: salt, keyType: axes.key, clock: clock, responderBase: token.map { "\(responderBase)/\($0)" }))
    let composer = AttemptComposer(world: world, hierarchy: hierarchy, axes: axes, clock: clock)
    let served = try composer.served(path: path, attempt: id, nonce: nonce, token: token)
    let attempt = try composer.attempt(id: id, conversation: id, path: path)
    return StepMaterial(
      attempt: attempt, served: served, world: world, hierarchy: hierarchy, beganAt: 0, clock: clock, captured: [])
  }
}
