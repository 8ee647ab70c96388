public import RogueModel
public import RogueTrust

/// The validator that does everything a policy asks for: path, name, pins, transparency, revocation.
///
/// Every other chain validator of this module is this one with other `ValidatorDecisions`.
public struct PolicyValidator: ChainValidator {
  public var decisions: ValidatorDecisions
  private let environment: TrustEnvironment

  /// - Parameter decide: changes what this validator decides otherwise than the reference.
  public init(_ environment: TrustEnvironment, decide: (inout ValidatorDecisions) -> Void = { _ in }) {
    self.environment = environment
    decisions = ValidatorDecisions()
    decide(&decisions)
  }

  public func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    var inquiry = PolicyEvaluation(flight: flight, policy: policy, decisions: decisions, environment: environment)
    inquiry.fetchIssuers()
    let question = inquiry.question
    let paths = environment.paths.paths(served: question.served, anchors: question.anchors)
    let first = paths.first.map { evaluate($0, question) } ?? environment.paths.evaluate(question)
    guard let refusal = inquiry.refusal(of: first) else { return .accept }
    // Where there are several ways to an anchor, any of them will do.
    var everywhere = Set([refusal.reason])
    for path in paths.dropFirst() where isTried(path, after: first.path, for: refusal.reason, question.anchors) {
      guard let problem = inquiry.refusal(of: evaluate(path, question)) else { return .accept }
      everywhere.formIntersection([problem.reason])
    }
    if decisions.mixesPaths {
      for path in deadEnds(beside: first.path, question) {
        guard let problem = inquiry.refusal(of: evaluate(path, question)) else { continue }
        everywhere.formIntersection([problem.reason])
      }
      if everywhere.isEmpty { return .accept }
    }
    return .cancel(refusal.reason, detail: refusal.description)
  }

  /// The findings about this path alone.
  private func evaluate(_ path: [[UInt8]], _ question: PathQuestion) -> PathFindings {
    var own = question
    own.served = path
    own.anchors = path.suffix(1).filter(question.anchors.contains)
    return environment.paths.evaluate(own)
  }

  /// Where a served certificate beside the path has signed one of it: the way up that begins there, and leads to no anchor.
  private func deadEnds(beside path: [[UInt8]], _ question: PathQuestion) -> [[[UInt8]]] {
    let detours = question.served.filter { !path.contains($0) }
    return path.indices.flatMap { index in
      detours.filter { CertificateFacts.isSigned(path[index], by: $0) }.map { Array(path[...index]) + [$0] }
    }.filter { !$0.contains(where: question.anchors.contains) }
  }

  private func isTried(_ path: [[UInt8]], after first: [[UInt8]], for reason: Reason, _ anchors: [[UInt8]]) -> Bool {
    switch decisions.alternatives {
    case .all: true
    case .afterDates: [.expired, .notYetValid].contains(reason)
    case .toOtherAnchors: path.last != first.last
    case .upToFirstAnchor: !path.dropLast().contains(where: anchors.contains)
    case .none: false
    }
  }
}
