package import RogueModel

/// One check of a path under a policy, and the standard that it enforces. Each has a file.
package struct PolicyCheck: Sendable {
  /// In lower case with hyphens.
  package let name: String
  /// The section of the standard.
  package let source: String
  /// Why the path is refused; nil if the check finds nothing.
  package var refusal: @Sendable (PolicyEvaluation) -> TrustProblem?

  package init(
    _ name: String, _ source: String, _ refusal: @escaping @Sendable (PolicyEvaluation) -> TrustProblem?
  ) {
    self.name = name
    self.source = source
    self.refusal = refusal
  }

  /// In this order: pins and logs are about the validated path, and revocation talks to whomever the certificates name.
  package static let all = [path, pins, transparency, revocation]
}
