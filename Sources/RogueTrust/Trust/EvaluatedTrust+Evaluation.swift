internal import RogueModel

extension EvaluatedTrust {
  func evaluate(_ state: State) -> Verdict {
    if let fault = policy.platform.fails, fault == .evaluating || fault == .resulting {
      let problem = TrustProblem(.other, "the evaluation could not be done")
      return Verdict(result: fault == .resulting ? .otherError : .invalid, path: [], problems: [problem])
    }
    let stores = (policy.systemAnchors ?? []) + (policy.userAnchors ?? [])
    let anchors = (state.anchors ?? []) + (state.anchorsOnly ? [] : stores)
    let own = Set(state.anchors ?? [])
    var path: [[UInt8]] = []
    var problems: [TrustProblem] = []
    for question in questions(state.policies, anchors) {
      let findings = environment.paths.evaluate(question)
      if path.isEmpty { path = findings.path }
      for problem in findings.problems where !problems.contains(problem) { problems.append(problem) }
    }
    let anchor = path.last
    let isOfTheSystem = anchor.map { !own.contains($0) && policy.systemAnchors?.contains($0) == true } ?? false
    let isOfTheUser = anchor.map { !own.contains($0) && !isOfTheSystem } ?? false
    if problems.isEmpty, let leaf = path.first, state.policies.contains(where: \.isSSL) {
      problems += rules.problems(leaf: leaf, anchorIsOfTheSystem: isOfTheSystem)
    }
    if problems.isEmpty, isOfTheSystem, state.policies.contains(where: \.isSSL), let problem = transparencyProblem(path)
    {
      problems.append(problem)
    }
    let denied = path.firstIndex(where: policy.platform.denied.contains)
    if let denied { problems.append(TrustProblem(.untrusted, "the user has denied it", index: denied)) }
    // No query goes to responders that a forged certificate may name.
    if problems.isEmpty { problems += revocationProblems(path, state.policies) }
    problems = problems.filter(\.isFatal) + problems.filter { !$0.isFatal }
    let result: TrustResult =
      if denied != nil {
        .deny
      } else if let first = problems.first {
        first.isFatal ? .fatalFailure : .recoverableFailure
      } else {
        isOfTheUser ? .proceed : .unspecified
      }
    return Verdict(result: result, path: path, problems: problems)
  }

  /// One for each name to check; without a name, one for the path alone.
  private func questions(_ policies: [TrustPolicy], _ anchors: [[UInt8]]) -> [PathQuestion] {
    let names = policies.compactMap { policy -> String? in
      if case .ssl(let hostname) = policy { hostname } else { nil }
    }
    let purpose: PathQuestion.Purpose = policies.contains(where: \.isSSL) ? .server : .any
    return (names.isEmpty ? [nil] : names.map(Optional.some)).map { name in
      PathQuestion(
        served: flight.certificates, anchors: anchors, hostname: name, purpose: purpose,
        time: policy.time?.secondsSince1970 ?? environment.clock())
    }
  }

  /// The platform's own checks, which no handler requests: logs are counted below anchors of the system's store, and
  /// not below those that an app or a user has brought.
  private func transparencyProblem(_ path: [[UInt8]]) -> TrustProblem? {
    guard let asked = policy.transparency else { return nil }
    let now = policy.time?.secondsSince1970 ?? environment.clock()
    return TransparencyCheck(asked, now: now).problem(of: flight, path: path)
  }

  private func revocationProblems(_ path: [[UInt8]], _ policies: [TrustPolicy]) -> [TrustProblem] {
    let asked = policies.compactMap { policy -> TrustPolicy.RevocationFlags? in
      if case .revocation(let flags) = policy { flags } else { nil }
    }
    // A stapled answer that revokes counts, asked for or not.
    let flags = asked.isEmpty ? [[.ocsp, .networkDisabled]] : asked
    var problems: [TrustProblem] = []
    for flags in flags {
      let check = RevocationCheck(
        sources: flags.sources(rules), flight: flight, lists: policy.revocation.crls.map(\.der),
        now: policy.time?.secondsSince1970 ?? environment.clock(), environment: environment)
      let isPositiveNeeded = flags.contains(.requirePositiveResponse)
      if path.count < 2, isPositiveNeeded {
        problems.append(
          TrustProblem(.revocationUnknown, "a path of one certificate has no issuer that could answer", index: 0))
      }
      for index in 0..<max(0, path.count - 1) {
        switch check.status(of: index, in: path) {
        case .good: continue
        case .revoked(let detail):
          problems.append(TrustProblem(.revoked, detail, index: index, isFatal: true))
        case .unknown(let detail):
          // Only the leaf needs an answer: the flag does not cover intermediates.
          guard isPositiveNeeded, index == 0 else { continue }
          problems.append(TrustProblem(.revocationUnknown, detail, index: index))
        }
      }
    }
    return problems
  }
}

extension TrustPolicy {
  var isSSL: Bool {
    if case .ssl = self { true } else { false }
  }
}

extension TrustPolicy.RevocationFlags {
  /// In the order of the queries.
  fileprivate func sources(_ rules: PlatformRules) -> [RevocationSource] {
    var sources: [RevocationSource] = []
    let network = !contains(.networkDisabled)
    let asksOCSP = contains(.ocsp) || contains(.crl) && rules.asksOCSPForCRLs
    if asksOCSP { sources.append(.staple) }
    if contains(.crl) { sources.append(.listAtHand) }
    let responder: [RevocationSource] = asksOCSP && network ? [.responder] : []
    let list: [RevocationSource] = contains(.crl) && network ? [.fetchedList] : []
    return sources + (isSuperset(of: [.anyMethod, .preferCRL]) ? list + responder : responder + list)
  }
}
