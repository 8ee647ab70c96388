public import RogueModel
internal import RogueStimuli

extension Fault {
  /// The fault of a step.
  ///
  /// - Parameter policy: the one in force.
  public init(of scenario: Scenario, step index: Int, policy: PolicyRecipe) {
    let step = scenario.steps[index]
    self.init(mutation: step.mutation, world: step.world, policy: policy)
    if Self.countsResumption(scenario, index) { evidence.countsResumption = true }
  }

  /// Whether a client that continues an earlier session or connection has been shown the fault, whatever it is.
  private static func countsResumption(_ scenario: Scenario, _ index: Int) -> Bool {
    let step = scenario.steps[index]
    guard step.reuse != .none else {
      // In a first attempt nobody but the proxy can have begun a session that its server resumes.
      return step.world.server[Proxy.self]?.isSecure == true && step.world.server[Resumption.self].isOffered
    }
    // The session was begun under other rules, and it showed what these rules refuse; or what it showed has expired since.
    return scenario.changesPolicyOrHost(in: index) || scenario.steps[...index].contains(where: \.delay.isForDate)
  }
}
