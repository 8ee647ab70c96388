package import RogueModel
internal import RogueTrust

extension Rule<PolicyEvaluation, ChainDecision> {
  /// Where there are several paths to an anchor, any of them will do that is good in every respect; if none is, the first says why.
  package static var decision: Self {
    Self("decision", "RFC 4158, section 2.4") { evaluation in
      let paths = evaluation.paths
      let first = evaluation.findings(ofFirst: paths)
      guard let refusal = evaluation.refusal(of: first) else { return .accept }
      let others = OtherPaths(
        paths: Array(paths.dropFirst()), first: first.path, reason: refusal.reason, anchors: evaluation.anchors)
      let isGood = evaluation.rules(.triedPaths, others).contains { path in
        evaluation.refusal(of: evaluation.findings(along: path)) == nil
      }
      return isGood ? .accept : .cancel(refusal.reason, detail: refusal.description)
    }
  }
}

/// The paths beside one that is refused.
package struct OtherPaths: Sendable {
  package let paths: [[[UInt8]]]
  /// DER, leaf first.
  package let first: [[UInt8]]
  package let reason: Reason
  package let anchors: [[UInt8]]
}

extension Rule<OtherPaths, [[[UInt8]]]> {
  package static var triedPaths: Self { Self("tried-paths", "RFC 4158, section 2.4") { $0.paths } }
}
