package import RogueModel
internal import RogueTrust

extension PolicyCheck {
  /// Neither the platform nor path validation has anything against the path (`RogueTrust/Paths/Checks` has the rules).
  package static var path: PolicyCheck {
    PolicyCheck("path", "RFC 5280, section 6") { $0.findings.problems.first }
  }
}
