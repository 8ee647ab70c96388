import RogueModel
import RogueStimuli

extension Scenario {
  /// Whether what it tells, or what it expects, is the business of whoever shakes hands: not of a validator that gets to
  /// see certificates and staples only.
  var isAboutTheHandshake: Bool {
    steps.contains { step in
      // How the harness's client comes to TLS is its own doing.
      if step.world.server.startTLS != nil || step.world.server.proxy != nil { return true }
      let isJudgedByTheServer = step.expectations.values.contains { expectation in
        expectation.serverIsJudge || expectation.clientHello != Settings()
          || expectation.answers.contains { $0.clientList != nil || $0.identityWithheld }
      }
      return isJudgedByTheServer || step.reuse != .none || step.isMutatedInTheHandshake
        || step.isAboutTheKeyOfTheHandshake
    }
  }
}

extension Scenario.Step {
  /// That the server's key may not sign is for those who know what it is about to do (RFC 8446, section 4.4.2.2).
  fileprivate var isAboutTheKeyOfTheHandshake: Bool {
    let leaves = world.servers.compactMap(\.present.first)
    guard let leaf = leaves.first(where: { mutation?.path == ["certificates", $0, "defects"] }) else { return false }
    return world.certificates.first { $0.name == leaf }?.defects.contains { use in
      use.name == "wrong-key-usage" || use.name == "odd-key-usage" && use.parameters["form"] == .text("empty")
    } ?? false
  }
}

extension Scenario.Step {
  fileprivate var isMutatedInTheHandshake: Bool {
    guard let path = mutation.map({ Stimuli.withoutPlace($0.path) }), path.first == "server" else { return false }
    switch path.dropFirst().first {
    case "present", "staple": return false
    // Certificates and staples of some connections as a whole; what else they have is read where it is.
    case let key? where Stimuli.holdsParts(key):
      return world.servers.contains { $0.behaviours != world.server.behaviours }
    default: return true
    }
  }
}
