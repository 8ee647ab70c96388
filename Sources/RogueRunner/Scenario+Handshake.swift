import RogueModel

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
      return isJudgedByTheServer || step.reuse != .none || step.mutation?.isAboutTheHandshake == true
        || step.isAboutTheKeyOfTheHandshake
    }
  }
}

extension Scenario.Step {
  /// That the server's key may not sign is for those who know what it is about to do (RFC 8446, section 4.4.2.2).
  fileprivate var isAboutTheKeyOfTheHandshake: Bool {
    guard let leaf = world.server.present.first, mutation?.path == ["certificates", leaf, "defects"] else {
      return false
    }
    return world.certificates.first { $0.name == leaf }?.defects.contains { use in
      use.name == "wrong-key-usage" || use.name == "odd-key-usage" && use.parameters["form"] == .text("empty")
    } ?? false
  }
}

extension Mutation {
  fileprivate var isAboutTheHandshake: Bool {
    guard path.first == "server" else { return false }
    switch path.dropFirst().first {
    // Certificates and staples; on a later connection as well.
    case "present", "staple", "connections": return false
    default: return true
    }
  }
}
