package import RogueModel

/// One check of a path under a policy: why the path is refused, or nil. Each has a file.
package typealias PolicyCheck = Rule<PolicyEvaluation, TrustProblem?>

extension PolicyCheck {
  /// In this order: pins and logs are about the validated path, and revocation talks to whomever the certificates name.
  package static var all: [PolicyCheck] { [.path, .pins, .transparency, .revocation] }
}
