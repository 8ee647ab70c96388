internal import RogueModel
internal import RogueTrust

/// One flight under one policy.
struct PolicyEvaluation {
  var flight: ServerFlight
  var policy: AttemptPolicy
  var decisions: ValidatorDecisions
  var environment: TrustEnvironment
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
      served: flight.certificates + fetched, anchors: roots, hostname: checksName ? policy.hostname : nil,
      time: now)
  }

  private var checksName: Bool {
    decisions.checksName && (decisions.checksNameWithoutPins || matcher.constrains(flight.host))
  }

  private var matcher: PinMatcher {
    PinMatcher(
      sets: policy.pinSets, reading: decisions.pins ?? .asConfigured, scope: decisions.pinSetSelection, now: now)
  }

  private var roots: [[UInt8]] {
    switch decisions.roots {
    case .asConfigured: policy.roots
    case .storesToo: policy.roots + (policy.systemAnchors ?? []) + (policy.userAnchors ?? [])
    case .withoutUserStore: policy.anchors ?? policy.systemAnchors ?? []
    case .firstOnly: policy.anchors.map { Array($0.prefix(1)) } ?? policy.roots
    case .pinnedToo:
      policy.roots
        + decisions.pinSetSelection.sets(policy.pinSets, for: flight.host, now: now).flatMap(\.any)
        .filter { $0.kind == .certificate }.map(\.der)
    }
  }

  private var now: Int64 { policy.time?.secondsSince1970 ?? environment.clock() }

  /// Why a path is not good enough, the decisive reason only; nil when it is.
  ///
  /// Pins and logs come after the path, because they are about what was validated; revocation comes last, because it talks
  /// to whomever the certificates name.
  func refusal(of findings: PathFindings) -> TrustProblem? {
    let matcher = matcher
    if decisions.pinsReplaceTrust, matcher.constrains(flight.host),
      matcher.mismatch(of: flight.certificates, host: flight.host) == nil
    {
      return nil
    }
    let context = ValidatorDecisions.PathContext(
      host: policy.hostname.map(HostName.plain), hasFinalDot: policy.hostname?.hasSuffix(".") == true,
      served: flight.certificates + fetched, path: findings.path,
      anchors: roots, fetched: fetched, now: now)
    var excused = matcher.fitsLeaf(of: flight) ? decisions.leafPinExcuses : []
    if !decisions.checksNameBesidePins, matcher.constrains(flight.host),
      matcher.mismatch(of: findings.path, host: flight.host) == nil
    {
      excused.insert(.nameMismatch)
    }
    let platform = platformProblem(findings.path).map { [$0] } ?? []
    let problem = (platform + findings.problems + (decisions.objects(context).map { [$0] } ?? []))
      .first { !decisions.forgives($0, context) && !excused.contains($0.reason) }
    if let problem { return problem }
    let compared = decisions.pinsServedList ? flight.certificates + findings.path.suffix(1) : pinned(findings.path)
    if decisions.pins != nil, looksForPins(findings.path),
      let mismatch = matcher.mismatch(of: compared, host: flight.host),
      !isExcused(mismatchOf: matcher)
    {
      return TrustProblem(.pinMismatch, mismatch)
    }
    if let asked = policy.transparency, let rules = decisions.transparency,
      let problem = TransparencyCheck(asked, rules: rules, now: now).problem(of: flight, path: findings.path)
    {
      return problem
    }
    let isOff = decisions.enforcement == .off || !decisions.heedsFailedCalls && policy.platform.fails != nil
    let isPinned = !decisions.pinnedLeafNeedsStatus && matcher.fitsLeafCertificate(of: flight)
    return isOff || isPinned || excused.contains(.revoked) ? nil : revocationRefusal(findings.path)
  }

  /// Whether it compares pins at all in this case.
  private func looksForPins(_ path: [[UInt8]]) -> Bool {
    if policy.identity != nil, !decisions.pinsBesideIdentity { return false }
    if policy.hostname == nil, !decisions.pinsWithoutName { return false }
    if path.count == 1, !decisions.pinsLonePaths { return false }
    guard let anchor = path.last else { return true }
    if policy.userAnchors?.contains(anchor) == true, !decisions.pinsUnderUserRoots { return false }
    return policy.anchors != nil || policy.systemAnchors?.contains(anchor) != true || decisions.pinsUnderSystemRoots
  }

  /// What is compared with pins where the path is this one.
  private func pinned(_ path: [[UInt8]]) -> [[UInt8]] {
    if decisions.pinsPathOfNames { return pathOfNames }
    if decisions.pinsAboveAnchors { return extended(path) }
    guard !decisions.pinsUnservedAnchors, let anchor = path.last, !flight.certificates.contains(anchor) else {
      return path
    }
    return path.dropLast()
  }

  /// The path, and above it the served issuers of its anchor, up to one that is self-signed.
  private func extended(_ path: [[UInt8]]) -> [[UInt8]] {
    var path = path
    while let last = path.last, let facts = CertificateFacts(der: last), !facts.isSelfIssued,
      let next = flight.certificates.first(where: { der in
        !path.contains(der) && CertificateFacts(der: der)?.subject == facts.issuer
          && CertificateFacts.isSigned(last, by: der)
      })
    {
      path.append(next)
    }
    return path
  }

  /// From the leaf up, each time the first certificate with the issuer's name, whoever has signed.
  private var pathOfNames: [[UInt8]] {
    var path = Array(flight.certificates.prefix(1))
    var rest = Array(flight.certificates.dropFirst())
    while let last = path.last, !roots.contains(last), let issuer = CertificateFacts(der: last)?.issuer {
      let isNext = { (der: [UInt8]) in CertificateFacts(der: der)?.subject == issuer }
      if let place = rest.firstIndex(where: isNext) {
        path.append(rest.remove(at: place))
      } else if let anchor = roots.first(where: isNext), !path.contains(anchor) {
        path.append(anchor)
      } else {
        break
      }
    }
    return path
  }

  /// What the platform has against it, or cannot say: then nothing is known.
  private func platformProblem(_ path: [[UInt8]]) -> TrustProblem? {
    if policy.pinStorage == .kept, decisions.needsStoredPins {
      switch policy.platform.storedPins {
      case .missing, .damaged: return TrustProblem(.configuration, "the pins of an earlier start cannot be read")
      case .older, nil: break
      }
    }
    switch decisions.heedsFailedCalls ? policy.platform.fails : nil {
    case .evaluating, .resulting: return TrustProblem(.other, "the evaluation could not be done")
    case .reading, .describing, .foreignPolicy, .setting:
      if policy.revocation.mode == .require {
        return TrustProblem(.revocationUnknown, "no revocation status can be queried")
      }
    case nil: break
    }
    return path.firstIndex(where: policy.platform.denied.contains)
      .map { TrustProblem(.untrusted, "the user has denied it", index: $0) }
  }

  /// Whether pins that do not fit the path are overlooked, for validators that look at something else.
  private func isExcused(mismatchOf matcher: PinMatcher) -> Bool {
    if decisions.pinsBySubject, let subject = flight.certificates.first.flatMap({ CertificateFacts(der: $0) })?.subject,
      !subject.holds(HostName.plain(flight.host))
    {
      return true
    }
    return decisions.pinsAnyPath
      && environment.paths.paths(served: flight.certificates, anchors: roots).contains {
        matcher.mismatch(of: $0, host: flight.host) == nil
      }
  }

  private func revocationRefusal(_ path: [[UInt8]]) -> TrustProblem? {
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

extension [UInt8] {
  /// Whether this text stands somewhere in it.
  fileprivate func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
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
