package import RogueModel
package import RogueTrust

/// One flight under one policy, and what path validation has found.
package struct PolicyEvaluation: Sendable {
  package var flight: ServerFlight
  package var policy: AttemptPolicy
  package var decisions: ValidatorDecisions
  package var environment: TrustEnvironment
  package var rules: Rulebook { decisions.rules }
  /// The path, and the problems of the platform's and of path validation.
  package var findings = PathFindings(path: [], problems: [])
  /// Issuers that were not served, where the validator fetches them; DER.
  private(set) var fetched: [[UInt8]] = []

  init(flight: ServerFlight, policy: AttemptPolicy, decisions: ValidatorDecisions, environment: TrustEnvironment) {
    self.flight = flight
    self.policy = policy
    self.decisions = decisions
    self.environment = environment
  }

  /// Completes what was served, if the validator does that and may.
  mutating func fetchIssuers() {
    guard decisions.fetchesIssuers, mayFetch else { return }
    fetched = IssuerFetch(environment: environment).issuers(of: flight, anchors: roots)
  }

  var question: PathQuestion {
    PathQuestion(
      served: flight.certificates + fetched, anchors: roots,
      hostname: decisions.checksName ? policy.hostname : nil, time: now)
  }

  var context: ValidatorDecisions.PathContext {
    ValidatorDecisions.PathContext(
      host: policy.hostname.map(HostName.plain), hasFinalDot: policy.hostname?.hasSuffix(".") == true,
      served: flight.certificates + fetched, path: findings.path, anchors: roots, fetched: fetched, now: now)
  }

  package var roots: [[UInt8]] {
    switch decisions.roots {
    case .asConfigured: policy.roots
    case .storesToo: policy.roots + (policy.systemAnchors ?? []) + (policy.userAnchors ?? [])
    case .withoutUserStore: policy.anchors ?? policy.systemAnchors ?? []
    case .firstOnly: policy.anchors.map { Array($0.prefix(1)) } ?? policy.roots
    case .pinnedToo:
      policy.roots
        + pinSets.flatMap(\.any).filter { $0.kind == .certificate }.map(\.der)
    }
  }

  package var now: Int64 { policy.time?.secondsSince1970 ?? environment.clock() }

  /// Why a path is not good enough, the decisive reason only; nil when it is.
  func refusal(of findings: PathFindings) -> TrustProblem? {
    var question = self
    question.findings = PathFindings(
      path: findings.path, problems: platformProblems(findings.path) + findings.problems)
    return decisions.checks.lazy.compactMap { rules($0, question) }.first
  }

  /// The platform's objection, or its silence: then nothing is known.
  private func platformProblems(_ path: [[UInt8]]) -> [TrustProblem] {
    var problems: [TrustProblem] = []
    if policy.pinStorage == .kept, [.missing, .damaged].contains(policy.platform.storedPins) {
      problems.append(TrustProblem(.configuration, "the pins of an earlier start cannot be read"))
    }
    switch decisions.heedsFailedCalls ? policy.platform.fails : nil {
    case .evaluating, .resulting: problems.append(TrustProblem(.other, "the evaluation could not be done"))
    case .reading, .describing, .foreignPolicy, .setting:
      if policy.revocation.mode == .require {
        problems.append(TrustProblem(.revocationUnknown, "no revocation status can be queried"))
      }
    case nil: break
    }
    if let index = path.firstIndex(where: policy.platform.denied.contains) {
      problems.append(TrustProblem(.untrusted, "the user has denied it", index: index))
    }
    return problems
  }

  func revocationRefusal(_ path: [[UInt8]]) -> TrustProblem? {
    let asked = policy.revocation
    if asked.methods.count > 1, !decisions.knowsSeveralMethods { return nil }
    let isRequired = asked.mode == .require && decisions.enforcement == .asConfigured
    if isRequired, path.count < 2, decisions.requiresAnswersOfLonePaths {
      return TrustProblem(.revocationUnknown, "a path of one certificate has no issuer that could answer", index: 0)
    }
    if let refusal = stapleRefusal(path) { return refusal }
    let methods: [PolicyRecipe.Revocation.Method] =
      asked.mode == .off
      ? (decisions.looksUnasked ? [.ocspStaple, .ocspFetch] : []) : asked.methods.filter(decisions.methods.contains)
    guard !methods.isEmpty else { return nil }
    let check = check(methods.flatMap(\.sources))
    // A staple speaks about the leaf alone.
    let needingAnswer = methods.contains { $0 != .ocspStaple } ? path.count - 1 : 1
    let most = min(decisions.mostStatuses, decisions.checksLeafOnly ? 1 : Int.max)
    for index in 0..<min(max(0, path.count - 1), most) {
      switch check.status(of: index, in: path) {
      case .good: continue
      case .revoked(let detail): return TrustProblem(.revoked, detail, index: index, isFatal: true)
      case .unknown(let detail):
        if isRequired, index < needingAnswer { return TrustProblem(.revocationUnknown, detail, index: index) }
      }
    }
    return nil
  }

  /// A staple that says revoked counts under every policy, and a must-staple certificate needs a good one (RFC 7633).
  private func stapleRefusal(_ path: [[UInt8]]) -> TrustProblem? {
    let status = check([.staple]).status(of: 0, in: path)
    if case .revoked(let detail) = status, decisions.looksUnasked, decisions.methods.contains(.ocspStaple) {
      return TrustProblem(.revoked, detail, index: 0, isFatal: true)
    }
    guard decisions.expectsPromisedStaple, status != .good, let leaf = path.first,
      CertificateFacts(der: leaf)?.promisesStaple == true
    else {
      return nil
    }
    return TrustProblem(.revocationUnknown, "the certificate requires a good staple", index: 0)
  }

  private var mayFetch: Bool { policy.revocation.allowsNetwork || !decisions.staysOffTheNetwork }

  private func check(_ sources: [RevocationSource]) -> RevocationCheck {
    RevocationCheck(
      sources: sources.filter { mayFetch || !$0.requiresNetwork }, flight: flight,
      lists: policy.revocation.crls.map(\.der),
      now: now,
      rules: decisions.revocation, environment: environment)
  }
}

extension PolicyRecipe.Revocation.Method {
  fileprivate var sources: [RevocationSource] {
    switch self {
    case .crl: [.listAtHand, .fetchedList]
    case .crlFetch: [.fetchedList]
    case .ocspStaple: [.staple]
    case .ocspFetch: [.responder]
    }
  }
}
