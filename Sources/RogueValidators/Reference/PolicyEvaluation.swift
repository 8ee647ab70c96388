package import RogueModel
package import RogueTrust

/// One flight under one policy, and what path validation has found.
package struct PolicyEvaluation: Sendable {
  package var flight: ServerFlight
  package var policy: AttemptPolicy
  package let environment: TrustEnvironment
  package let rules: Rulebook
  /// The certificates of which a path is built, the leaf first.
  package private(set) var served: [[UInt8]] = []
  /// The path, and the problems of the platform's and of path validation.
  package var findings = PathFindings(path: [], problems: [])
  private let checks: [PolicyCheck]

  init(
    flight: ServerFlight, policy: AttemptPolicy, checks: [PolicyCheck], rules: Rulebook, environment: TrustEnvironment
  ) {
    self.flight = flight
    self.policy = policy
    self.checks = checks
    self.rules = rules
    self.environment = environment
    served = rules(.served, self)
  }

  package var anchors: [[UInt8]] { rules(.anchors, self) }

  /// In seconds since 1970.
  package var now: Int64 { policy.time?.secondsSince1970 ?? environment.clock() }

  var question: PathQuestion {
    var question = PathQuestion(served: served, anchors: anchors, hostname: rules(.referenceName, self), time: now)
    question.rules = rules.about("path")
    return question
  }

  /// Every path to an anchor.
  package var paths: [[[UInt8]]] { environment.paths.paths(served: served, anchors: anchors) }

  /// The findings about the first of all paths; where there is none, about what comes nearest to one.
  package func findings(ofFirst paths: [[[UInt8]]]) -> PathFindings {
    paths.first.map { findings(along: $0) } ?? environment.paths.evaluate(question)
  }

  /// The findings about this path alone.
  package func findings(along path: [[UInt8]]) -> PathFindings {
    var own = question
    own.anchors = path.suffix(1).filter(own.anchors.contains)
    own.served = path
    return environment.paths.evaluate(own)
  }

  /// Why a path is not good enough, the decisive reason only; nil when it is.
  package func refusal(of findings: PathFindings) -> TrustProblem? {
    var question = self
    question.findings = PathFindings(path: findings.path, problems: [])
    question.findings.problems = PolicyCheck.ofPlatform.compactMap { rules($0, question) } + findings.problems
    return checks.lazy.compactMap { rules($0, question) }.first
  }

  func revocationCheck(_ sources: [RevocationSource]) -> RevocationCheck {
    let mayFetch = rules(.networkUse, self)
    return RevocationCheck(
      sources: sources.filter { mayFetch || !$0.requiresNetwork }, flight: flight,
      lists: policy.revocation.crls.map(\.der),
      now: now, rules: rules, environment: environment)
  }
}
