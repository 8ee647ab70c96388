import RogueModel
import RogueStimuli

extension Scenario {
  /// Whether only validators that make the handshake themselves can be judged by its mutation or expectation, not those
  /// that get only certificates and staples.
  func isAboutTheHandshake(_ vocabulary: PlanVocabulary) -> Bool {
    steps.contains { step in
      // How the harness's client comes to TLS is its own doing.
      if Stimuli.precedesTLS(step.world.server) { return true }
      let isJudgedByTheServer = step.expectations.values.contains { expectation in
        expectation.serverIsJudge || expectation.clientHello != Settings()
          || expectation.answers.contains { $0.clientChain != nil || $0.identityWithheld }
      }
      return isJudgedByTheServer || step.reuse != .none || step.isMutatedInTheHandshake
        || step.isAboutTheKeyOfTheHandshake(vocabulary)
    }
  }
}

extension Scenario.Step {
  fileprivate var isMutatedInTheHandshake: Bool {
    mutation.map { Stimuli.audience(of: $0, in: world) == .handshake } ?? false
  }

  /// A leaf that the server presents has a defect that a validator without TLS cannot detect.
  fileprivate func isAboutTheKeyOfTheHandshake(_ vocabulary: PlanVocabulary) -> Bool {
    let leaves = world.servers.compactMap(\.present.first).compactMap(world.certificate)
    return leaves.flatMap { $0[CertificateDefects.self] }.contains { vocabulary.audience(of: $0) == .handshake }
  }
}
