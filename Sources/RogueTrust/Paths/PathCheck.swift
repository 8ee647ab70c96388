package import RogueModel

/// One rule about a path that has been built: the faults of the path, or none.
///
/// Each is in a separate file, which states its reading where standards leave room, as does docs/explanation/validators.md.
package typealias PathCheck = Rule<BuiltPath, [TrustProblem]>

extension PathCheck {
  /// In the order in which they explain a refusal: the path's existence, its issuers, its subjects, and last how it is
  /// written, because most that is written wrongly breaks another rule as well.
  package static var all: [PathCheck] {
    [
      anchor, keyIdentifiers, criticalExtensions, basicConstraints, issuerKeyUsage, pathLength, purposes, leafKeyUsage,
      strength, hostName, signatures, validity, nameConstraints, policies, form,
    ]
  }
}
