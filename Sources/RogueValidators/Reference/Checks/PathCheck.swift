package import RogueModel
internal import RogueTrust

extension PolicyCheck {
  /// Neither the platform nor path validation has anything against the path (`RogueTrust/Paths/Checks` has the rules).
  package static var path: PolicyCheck {
    PolicyCheck("path", "RFC 5280, section 6") { question in
      let context = question.context
      let objection = question.decisions.objects(context).map { [$0] } ?? []
      return (question.findings.problems + objection).first { !question.decisions.forgives($0, context) }
    }
  }
}
