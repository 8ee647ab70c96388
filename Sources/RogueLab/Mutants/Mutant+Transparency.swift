internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  private typealias Logs = Rule<TransparencyQuestion, TrustProblem?>

  /// Wrong about the proofs that a certificate was logged.
  static let ofTransparency: [Mutant] = [
    Mutant("ignores-ct", "never requires SCTs", leavesOut: [.transparency]).lacking(.wholeRule),
    Mutant(
      "accepts-missing-sct", "accepts a certificate without any SCT", replaces: Logs.vouchingLogs,
      where: \.sctLists.isEmpty, by: { _ in nil }),
    Mutant("accepts-one-log", "requires only one SCT, whatever the policy says", replaces: Logs.vouchingLogs) {
      question in
      var other = question
      other.policy.minimum = 1
      return Logs.vouchingLogs.answer(other)
    },
    Mutant("counts-a-log-twice", "counts two SCTs of one log as two logs", replaces: .distinctLogs) {
      (scts: [SCTQuestion]) in scts.count
    },
    Mutant(
      "counts-an-operator-twice", "counts two logs of one operator as two operators", replaces: .distinctOperators
    ) { (scts: [SCTQuestion]) in Set(scts.map(\.timestamp.logID)).count },
    sctVariant("counts-unknown-logs", "accepts SCTs of unknown logs", without: .knownLog),
    sctVariant("counts-retired-logs", "accepts SCTs of retired logs", without: .logRetirement),
    sctVariant("accepts-sct-from-the-future", "accepts SCTs from the future", without: .sctTime),
    sctVariant("ignores-sct-signature", "ignores the signature of SCTs", without: .sctSignature),
    Mutant("ignores-issuer-key-hash", "ignores the issuer key hash of SCTs", replaces: .loggedIssuers) {
      (question: TransparencyQuestion) in question.path
    },
    Mutant(
      "accepts-malformed-sct-list", "accepts an SCT list that it cannot parse", replaces: Logs.vouchingLogs,
      where: { $0.sctLists.contains { $0.scts == nil && $0.bytes.count > 2 } }, by: { _ in nil }),
    Mutant(
      "accepts-empty-sct-list", "accepts an empty SCT list", replaces: Logs.vouchingLogs,
      where: { $0.sctLists.contains { $0.scts == nil && $0.bytes.count <= 2 } }, by: { _ in nil }),
    Mutant(
      "rejects-sct-of-unknown-log", "refuses an SCT of an unknown log although there are enough others",
      replaces: Logs.vouchingLogs
    ) { question in
      let doubt = question.scts.lazy.compactMap { question.doubt(about: $0) }.first
      return doubt.map { TrustProblem(.transparency, $0, index: 0) } ?? Logs.vouchingLogs.answer(question)
    },
    Mutant(
      "reads-embedded-scts-only", "reads only the SCTs embedded in the certificate", replaces: .handshakeSCTs,
      by: { (_: TransparencyQuestion) -> SCTList? in nil }
    ).replacing(.stapledSCTs) { (_: TransparencyQuestion) -> SCTList? in nil },
    Mutant("ignores-embedded-scts", "ignores the SCTs embedded in the certificate", replaces: .embeddedSCTs) {
      (_: TransparencyQuestion) -> SCTList? in nil
    },
    .alsoAccepting("takes-precertificates", "accepts a precertificate") { problem, context in
      problem.reason == .extension
        && context.served.first.flatMap { CertificateFacts(der: $0) }?.isPrecertificate == true
    },
    Mutant(
      "drops-scts-of-logs-retired-later", "counts no SCT of a log that has been retired since", replaces: .logRetirement
    ) { (sct: SCTQuestion) -> String? in sct.log?.retired.map { _ in "a log that is retired" } },
    Mutant("counts-logs-by-source", "counts a log once for each way by which its SCTs come", replaces: .distinctLogs) {
      (scts: [SCTQuestion]) in
      Set(scts.map { [UInt8]("\($0.source)".utf8) + $0.timestamp.logID }).count
    },
    Mutant(
      "refuses-unreadable-sct-lists", "refuses if one of several lists of SCTs cannot be read",
      replaces: Logs.vouchingLogs, where: { question in question.sctLists.contains { $0.scts == nil } },
      by: { _ in TrustProblem(.transparency, "a list of SCTs cannot be read", index: 0) }),
    Mutant(
      "counts-operators-of-invalid-scts", "counts the operators of SCTs that do not count themselves",
      replaces: Logs.vouchingLogs
    ) { question in
      let known = question.scts.filter { $0.log != nil }
      let logs = Set(known.filter { question.doubt(about: $0) == nil }.map(\.timestamp.logID)).count
      let operators = Set(known.map { $0.log?.operatorName ?? "" }).count
      let isEnough = logs >= question.policy.minimum && operators >= question.policy.operators
      return isEnough ? nil : Logs.vouchingLogs.answer(question)
    },
    Mutant(
      "refuses-one-bad-sct", "refuses as soon as one SCT of a known log does not count", replaces: Logs.vouchingLogs
    ) { question in
      let doubt = question.scts.lazy.filter { $0.log != nil }.compactMap { question.doubt(about: $0) }.first
      return doubt.map { TrustProblem(.transparency, $0, index: 0) } ?? Logs.vouchingLogs.answer(question)
    },
    Mutant(
      "reads-one-way-of-scts", "reads the SCTs of handshake and staple only if the certificate has none",
      leavesOut: [.handshakeSCTs, .stapledSCTs],
      where: { Rule<TransparencyQuestion, SCTList?>.embeddedSCTs.answer($0) != nil }),
    Mutant(
      "retires-logs-by-dates-of-certificates", "counts SCTs of a retired log if the certificate began before",
      asks: Logs.vouchingLogs
    ) { question in
      let leaf = question.path.first ?? question.flight.certificates.first
      guard let begin = leaf.flatMap({ CertificateFacts(der: $0) })?.notBefore else { return }
      question.policy.logs = question.policy.logs.map { log in
        var log = log
        guard let retired = log.retired else { return log }
        // Of the others no SCT counts.
        log.retired = begin < retired.secondsSince1970 ? nil : Timestamp(secondsSince1970: 0)
        return log
      }
    },
    Mutant(
      "requires-less-for-short-lives", "requires a log less if the leaf is valid for 180 days or less",
      asks: Logs.vouchingLogs
    ) { question in
      guard question.policy.minimum > 1, let facts = question.path.first.flatMap({ CertificateFacts(der: $0) }),
        let begin = facts.notBefore, let end = facts.notAfter, end - begin <= 180 * 86_400
      else { return }
      question.policy.minimum -= 1
    }
    .alike(
      "accepts-one-log", because: "where the number of logs decides, two are required for a short-lived leaf"),
    Mutant(
      "requires-no-logs-under-user-roots", "requires no SCTs under a root that the user has installed",
      leavesOut: [PolicyCheck.transparency], where: \.endsInUserRoot
    ).uncaught(because: "the checks in their circumstances catch it: `anchors=user` in `circumstances/policy`"),
  ]

  /// One for which this is no reason not to count an SCT.
  private static func sctVariant(
    _ name: String, _ summary: String, without check: Rule<SCTQuestion, String?>
  ) -> Mutant {
    Mutant(name, summary, replaces: check) { _ in nil }
  }
}
