internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  private typealias Checked = Rule<PolicyEvaluation, Range<Int>>
  private typealias Response = Rule<ResponseQuestion, RevocationStatus?>
  private typealias Source = Rule<StatusQuestion, RevocationStatus?>

  /// Wrong about which certificates need a status, and which source gives it.
  static let ofStatusSources: [Mutant] = [
    Mutant(
      "takes-404-for-an-empty-crl", "takes status 404 from a distribution point for a CRL without entries",
      replaces: Rule<MissingReply, RevocationStatus>.missingReply,
      where: { missing in
        if case .reply(404, _) = missing.reply { missing.source == .fetchedList } else { false }
      },
      by: { _ in .good }),
    Mutant("stops-at-unreadable-crls", "reads no CRL behind one that cannot be parsed", asks: Source.listAtHand) {
      question in
      question.check.lists = Array(question.check.lists.prefix { RevocationList.reading($0) != nil })
    },
    Mutant(
      "queries-first-method-only", "uses only the first of several revocation methods by best effort",
      alters: Rule<PolicyEvaluation, [AttemptPolicy.Revocation.Method]>.revocationMethods,
      where: \.isByBestEffort
    ) { $0 = Array($0.prefix(1)) },
    Mutant(
      "insists-on-a-usable-staple", "refuses a staple that cannot be used, whatever another source says",
      replaces: PolicyCheck.stapledRevocation
    ) { question in
      if let problem = PolicyCheck.stapledRevocation.answer(question) { return problem }
      guard question.policy.revocation.mode != .off, question.flight.staple != nil, question.path.count > 1 else {
        return nil
      }
      let check = RevocationCheck(
        sources: [.staple], flight: question.flight, lists: [], now: question.now, rules: question.rules,
        environment: question.environment)
      guard case .unknown(let detail) = check.status(of: 0, in: question.path) else { return nil }
      return TrustProblem(.revocationUnknown, detail, index: 0)
    },
    Mutant(
      "queries-no-short-lived-leaf", "queries no status of a leaf that is valid for ten days or less",
      replaces: Checked.checkedCertificates,
      where: { question in
        guard let leaf = question.facts, let begin = leaf.notBefore, let end = leaf.notAfter else { return false }
        return end - begin <= 10 * 86_400
      },
      by: { 1..<max(1, $0.path.count - 1) }
    ).uncaught(because: "the checks in their circumstances catch it: `validity=day` in `circumstances/contents`"),
    Mutant(
      "queries-the-leaf-by-best-effort", "queries the status of the leaf only, unless the policy requires a status",
      replaces: Checked.checkedCertificates, where: \.isByBestEffort
    ) { 0..<min(1, max(0, $0.path.count - 1)) },
    Mutant(
      "fetches-the-promised-staple", "takes a fetched response for the staple that a certificate requires",
      leavesOut: [.promisedStaple],
      where: { $0.policy.revocation.mode == .require && $0.policy.revocation.methods.contains(.ocspFetch) }),
    Mutant(
      "takes-any-staple-for-the-promised-one", "takes any staple for the one that a must-staple certificate needs",
      leavesOut: [.promisedStaple], where: { $0.flight.staple != nil }),
    Mutant(
      "stops-at-unknown-statuses",
      "queries no certificate above one without a known status, unless the policy requires a status",
      replaces: Checked.checkedCertificates, where: { $0.policy.revocation.mode != .require }
    ) { question in
      let mayFetch = question.rules(.networkUse, question)
      let check = RevocationCheck(
        sources: question.sources.filter { mayFetch || !$0.requiresNetwork }, flight: question.flight,
        lists: question.policy.revocation.crls.map(\.der), now: question.now, rules: question.rules,
        environment: question.environment)
      return Checked.checkedCertificates.answer(question).prefix { index in
        !check.status(of: index, in: question.path).isUnknown
      }
    },
    Mutant(
      "requires-nothing-without-network", "requires no status if the policy lists a method that it forbids",
      asks: PolicyCheck.revocation
    ) { question in
      let asked = question.policy.revocation
      if asked.mode == .require, !asked.allowsNetwork, asked.methods.contains(where: \.requiresNetwork) {
        question.policy.revocation.mode = .bestEffort
      }
    },
    Mutant(
      "queries-last-method-only", "uses only the last of several revocation methods",
      alters: Rule<PolicyEvaluation, [AttemptPolicy.Revocation.Method]>.revocationMethods,
      where: { $0.policy.revocation.mode != .off }
    ) { $0 = Array($0.suffix(1)) },
    Mutant(
      "believes-ocsp-more-than-crls", "believes a good OCSP response more than a CRL that lists the certificate",
      replaces: Rule<StatusQuestion, RevocationStatus>.certificateStatus
    ) { question in
      let status = Rule<StatusQuestion, RevocationStatus>.certificateStatus.answer(question)
      guard case .revoked = status else { return status }
      for source in question.check.sources where source == .staple || source == .responder {
        switch question.answer(of: source) {
        case .good?: return .good
        case .revoked?: return status
        case .unknown?, nil: continue
        }
      }
      return status
    },
    Mutant(
      "reads-no-end-of-issuers-staples", "reads no nextUpdate and no age of the staples of CAs",
      leavesOut: [Response.responseEnd, Response.responseAge], where: { $0.request == nil && $0.status.index > 0 }),
  ]
}

extension PolicyEvaluation {
  fileprivate var isByBestEffort: Bool { ![.off, .require].contains(policy.revocation.mode) }

  /// Those of the policy's methods.
  fileprivate var sources: [RevocationSource] {
    rules(.revocationMethods, self).flatMap { method -> [RevocationSource] in
      switch method {
      case .crl: [.listAtHand, .fetchedList]
      case .crlFetch: [.fetchedList]
      case .ocspStaple: [.staple]
      case .ocspFetch: [.responder]
      }
    }
  }
}
