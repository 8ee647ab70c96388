internal import RogueModel

/// Path validation of RFC 5280, section 6, by this project's own code: its own reader of certificates, and one check for each rule
/// (`PathCheck`). From libcrypto it takes public keys and whether they have made a signature, and nothing else.
/// A library's validation could not be compared with itself (docs/records/path-validation.md).
///
/// Of several paths the first that nothing is wrong with is the answer (RFC 4158, section 2.4); if something is wrong with all of
/// them, the first.
public struct ReferencePathEvaluator: PathEvaluator {
  public init() {}

  public func evaluate(_ question: PathQuestion) -> PathFindings {
    guard let first = question.served.first else {
      return PathFindings(path: [], problems: [TrustProblem(.protocol, "the server presented no certificate")])
    }
    guard PathCertificate.reading(first) != nil else {
      return PathFindings(path: [], problems: [TrustProblem(.malformed, "the leaf is not a certificate", index: 0)])
    }
    let search = PathSearch(served: question.served, anchors: question.anchors)
    var refused: PathFindings?
    for path in search.paths {
      let findings = Self.findings(BuiltPath(certificates: path, endsInAnchor: true, question: question))
      if findings.problems.isEmpty { return findings }
      refused = refused ?? findings
    }
    return refused ?? Self.findings(search.nearest(question))
  }

  private static func findings(_ path: BuiltPath) -> PathFindings {
    PathFindings(path: path.certificates.map(\.der), problems: PathCheck.all.flatMap { path.question.rules($0, path) })
  }
}
