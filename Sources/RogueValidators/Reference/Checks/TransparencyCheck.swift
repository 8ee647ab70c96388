package import RogueModel
internal import RogueTrust

extension PolicyCheck {
  /// The logs that the policy requires vouch for the leaf.
  package static var transparency: PolicyCheck {
    PolicyCheck("transparency", "RFC 6962, section 5.2") { question in
      guard let asked = question.policy.transparency else { return nil }
      return TransparencyCheck(asked, rules: question.rules, now: question.now)
        .problem(of: question.flight, path: question.findings.path)
    }
  }
}
