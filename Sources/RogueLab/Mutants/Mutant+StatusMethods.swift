internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  private typealias Response = Rule<ResponseQuestion, RevocationStatus?>
  private typealias Status = Rule<StatusQuestion, RevocationStatus>

  /// Wrong about when a status is required, and what counts as one.
  static let ofStatusMethods: [Mutant] = [
    Mutant(
      "takes-unreadable-crls-for-empty", "takes a CRL that cannot be decoded for one without entries",
      alters: Rule<ListQuestion, RevocationStatus?>.listForm
    ) { if $0 != nil { $0 = .good } },
    Mutant(
      "takes-late-responders-for-good", "takes a responder that does not reply in time for a good status",
      replaces: Rule<MissingReply, RevocationStatus>.missingReply,
      where: { $0.reply == .failed("no answer in time") }, by: { _ in .good }
    ).uncaught(because: "without sockets nobody is late; over sockets `revocation/ocsp-hanging` catches it"),
    Mutant(
      "allows-days-of-skew", "allows the clock of a responder 300,000 seconds instead of 300",
      replaces: Response.responseEnd
    ) { question in
      guard let statement = question.statement, let begin = statement.thisUpdate,
        (statement.nextUpdate ?? begin + 86_400) + 300_000 < question.now
      else { return nil }
      return question.doubt("is stale")
    }.replacing(Response.responseBegin) { question in
      guard let begin = question.statement?.thisUpdate else { return Response.responseBegin.answer(question) }
      return begin > question.now + 300_000 ? question.doubt("is from the future") : nil
    },
    Mutant(
      "requires-nothing-without-a-usable-method", "requires no status if every method of the policy is forbidden",
      leavesOut: [PolicyCheck.pathStatuses],
      where: { question in
        let asked = question.policy.revocation
        return asked.mode == .require && !asked.allowsNetwork
          && asked.methods.allSatisfy { $0 == .ocspFetch || $0 == .crlFetch }
      }),
    Mutant(
      "wants-every-method", "wants a status of every method of the policy, where one of them is enough",
      replaces: Status.certificateStatus, by: \.statusOfEveryMethod),
    Mutant(
      "keeps-promises-by-policy", "wants the staple that a certificate promises only if the policy checks revocation",
      leavesOut: [.promisedStaple], where: { $0.policy.revocation.mode == .off }
    )
    .alike("ignores-must-staple", because: "where that promise decides, the policy checks no revocation"),
    Mutant(
      "queries-no-leaf-of-an-anchor", "queries no status of a leaf that the anchor itself has issued",
      replaces: Rule<PolicyEvaluation, Range<Int>>.checkedCertificates, where: { $0.findings.path.count == 2 },
      by: { _ in 0..<0 }),
    Mutant(
      "reads-the-last-staple", "reads the last staple of a flight as that of the leaf",
      replaces: Rule<StatusQuestion, [UInt8]?>.stapleOfCertificate, where: { $0.index == 0 }
    ) { question in
      let flight = question.check.flight
      return flight.certificates.reversed().lazy.compactMap { flight.staple(with: $0) }.first
    },
  ]
}

extension StatusQuestion {
  /// Good only if no source has a doubt; a CRL at hand and a fetched one are one method.
  fileprivate var statusOfEveryMethod: RevocationStatus {
    var (isGood, hasList) = (false, false)
    var doubts: [String] = []
    for source in check.sources where source != .fetchedList || !hasList {
      switch answer(of: source) {
      case .good?:
        isGood = true
        if source == .listAtHand { hasList = true }
      case .revoked(let detail)?: return .revoked(detail)
      case .unknown(let doubt)?: doubts.append(doubt)
      case nil: continue
      }
    }
    guard !isGood || !doubts.isEmpty else { return .good }
    return .unknown(doubts.isEmpty ? "no source of revocation status answered" : doubts.joined(separator: "; "))
  }
}
