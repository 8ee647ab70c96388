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
    let first = environment.paths.evaluate(question)
    guard let refusal = inquiry.refusal(of: first) else { return .accept }
    // Where there are several ways to an anchor, any of them will do.
    var everywhere = Set([refusal.reason])
    for path in environment.paths.paths(served: question.served, anchors: question.anchors)
    where path != first.path && isTried(path, after: first.path, for: refusal.reason, question.anchors) {
      var other = question
      other.served = path
      other.anchors = path.suffix(1)
      guard let problem = inquiry.refusal(of: environment.paths.evaluate(other)) else { return .accept }
      everywhere.formIntersection([problem.reason])
    }
    if decisions.mixesPaths, everywhere.isEmpty { return .accept }
    return .cancel(refusal.reason, detail: refusal.description)
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
