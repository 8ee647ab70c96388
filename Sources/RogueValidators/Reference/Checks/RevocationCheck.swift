package import RogueModel
internal import RogueTrust

extension PolicyCheck {
  /// No certificate of the path is revoked, and each has the status that the policy requires.
  package static var revocation: PolicyCheck {
    PolicyCheck("revocation", "RFC 5280, section 6.1.3 (a) (3)") { question in
      let decisions = question.decisions
      let isOff = decisions.enforcement == .off || !decisions.heedsFailedCalls && question.policy.platform.fails != nil
      return isOff ? nil : question.revocationRefusal(question.findings.path)
    }
  }
}
