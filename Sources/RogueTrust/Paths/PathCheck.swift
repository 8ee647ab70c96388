internal import RogueModel

/// One rule about a path that has been built, and the sentence that it enforces.
///
/// Each is in a separate file, which states its reading where standards leave room, as does docs/explanation/validators.md.
struct PathCheck: Sendable {
  /// In lower case with hyphens.
  var name: String
  /// The section of the standard.
  var source: String
  /// The faults of the path; empty if none.
  var problems: @Sendable (BuiltPath) -> [TrustProblem]

  init(_ name: String, _ source: String, _ problems: @escaping @Sendable (BuiltPath) -> [TrustProblem]) {
    self.name = name
    self.source = source
    self.problems = problems
  }

  /// In the order in which they explain a refusal: the path's existence, its issuers, its subjects, and last how it is
  /// written, because most that is written wrongly breaks another rule as well.
  static let all: [PathCheck] = [
    anchor, keyIdentifiers, criticalExtensions, basicConstraints, issuerKeyUsage, pathLength, purposes, leafKeyUsage,
    strength, hostName, signatures, validity, nameConstraints, policies, form,
  ]
}
