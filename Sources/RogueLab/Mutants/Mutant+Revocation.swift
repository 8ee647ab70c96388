internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  private typealias Response = Rule<ResponseQuestion, RevocationStatus?>
  private typealias CRL = Rule<ListQuestion, RevocationStatus?>
  private typealias Source = Rule<StatusQuestion, RevocationStatus?>
  private typealias Status = Rule<StatusQuestion, RevocationStatus>

  /// Wrong about revocation.
  static let ofRevocation: [Mutant] = ofRevocationPolicies + ofSources + ofResponses + ofLists

  /// Wrong about what a policy demands.
  private static let ofRevocationPolicies: [Mutant] = [
    Mutant("ignores-revocation", "never checks revocation", leavesOut: [.revocation]).lacking(.severalRules),
    Mutant(
      "fails-open", "continues without the required revocation status", replaces: PolicyCheck.revocation,
      by: PolicyCheck.revocation.softly
    ).lacking(.severalRules),
    checking("checks-the-leaf-only", "never checks the revocation of intermediates", first: 1),
    ignoring("ignores-crls", "ignores CRLs", [.crl]),
    ignoring("ignores-staples", "ignores staples", [.ocspStaple]).replacing(PolicyCheck.stapledRevocation) { _ in nil },
    ignoring("fetches-no-crls", "fetches no CRL", [.crlFetch]),
    ignoring("fetches-no-ocsp", "queries no OCSP responder", [.ocspFetch]),
    Mutant(
      "handles-one-revocation-method-only", "checks nothing if the policy lists two revocation methods",
      leavesOut: [.revocation]
    ) { $0.policy.revocation.methods.count > 1 },
    Mutant(
      "fetches-although-forbidden", "queries responders although the policy forbids fetching",
      replaces: Rule<PolicyEvaluation, Bool>.networkUse
    ) { _ in true },
    Mutant(
      "skips-revocation-of-single-certificate-paths", "requires no revocation status for a path of one certificate",
      leavesOut: [.statusOfLonePath]),
    Mutant(
      "checks-revocation-only-when-configured", "checks revocation only if the policy demands it",
      leavesOut: [.stapledRevocation]
    ).replacing(PolicyCheck.pathStatuses, where: { $0.policy.revocation.mode == .off }) { _ in nil },
    Mutant(
      "ignores-must-staple", "does not require the staple that a must-staple certificate needs",
      leavesOut: [.promisedStaple]),
  ]

  /// Wrong about OCSP responses, and about serial numbers.
  private static let ofResponses: [Mutant] = [
    Mutant(
      "accepts-any-ocsp-signer", "accepts OCSP responses signed by anybody", leavesOut: ResponseQuestion.signerChecks),
    Mutant(
      "accepts-delegates-without-ocsp-signing", "accepts OCSP responses signed by any certificate of the CA",
      leavesOut: [.responseSignature], where: { $0.isSigned(acceptsAnyDelegate: true) }),
    Mutant(
      "accepts-expired-ocsp-delegates", "accepts OCSP responses of a delegate with an expired certificate",
      leavesOut: [.responseSignature], where: { $0.isSigned(ignoresDates: true) }),
    Mutant(
      "ignores-key-usage-of-ocsp-delegates", "ignores the keyUsage of OCSP delegates", leavesOut: [.responderKeyUsage]),
    Mutant(
      "accepts-weak-keys-of-ocsp-delegates", "accepts OCSP responses of a delegate with a weak key",
      leavesOut: [.responderKey]),
    acceptingExpired,
    Mutant(
      "checks-next-update-once", "accepts expired OCSP responses and CRLs once it has accepted the host",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment, rules: acceptingExpired.rules), asksAgain: true)
      }),
    Mutant(
      "ignores-revoked-in-expired-ocsp", "ignores a revocation in an expired OCSP response",
      leavesOut: [.revokedResponse]
    ) { question in
      ResponseQuestion.dateChecks.contains { $0.answer(question) != nil }
    },
    Mutant(
      "accepts-ocsp-and-crl-from-the-future", "accepts OCSP responses and CRLs from the future",
      leavesOut: [.responseBegin],
      where: { $0.statement?.thisUpdate != nil }
    ).replacing(CRL.listBegin) { _ in nil },
    subjectVariant("ignores-cert-id", "accepts OCSP responses for another certificate") {
      $0.statement ?? $0.reply?.firstStatement
    },
    ignoringIssuerHashes(
      "ignores-issuer-hashes", "accepts OCSP responses for another CA's certificate with the same serial"),
    ignoringIssuerHashes(
      "ignores-issuer-hashes-of-sha-256",
      "accepts OCSP responses for another CA's certificate if the hashes are not SHA-1"
    ) { $0.reply?.certIDDigest != .sha1 },
    Mutant(
      "compares-ends-of-serials", "takes an entry of a CRL for the leaf's if the last eight octets are the same",
      replaces: CRL.listEntry, where: \.listsSerialLike,
      by: { _ in .revoked("an entry ends as its serial number does") }),
    subjectVariant(
      "reads-first-single-response-only", "reads only the first SingleResponse, whichever certificate it is for"
    ) { $0.reply?.firstStatement },
    Mutant("ignores-ocsp-nonce", "accepts an OCSP response with another nonce", leavesOut: [.responseNonce]),
    Mutant(
      "requires-ocsp-nonce", "refuses OCSP responses without a nonce", replaces: Response.responseNonce,
      where: { $0.request != nil && $0.reply?.nonces.isEmpty == true }, by: { $0.doubt("has no nonce") }),
    Mutant(
      "ignores-critical-extensions-of-ocsp-and-crl", "ignores critical extensions of OCSP responses and CRLs",
      leavesOut: [.responseExtensions]
    ).replacing(CRL.listExtensions) { _ in nil },
    Mutant(
      "accepts-old-ocsp-without-next-update", "accepts OCSP responses of any age if they have no nextUpdate",
      leavesOut: [.responseAge]),
    Mutant("accepts-ocsp-unknown", "treats the status 'unknown' as 'good'", leavesOut: [.unknownResponse]),
    Mutant(
      "accepts-ocsp-error-status", "accepts an OCSP error status instead of a response",
      replaces: Response.responseSuccess
    ) { Response.responseSuccess.answer($0).map { _ in .good } },
    Mutant(
      "accepts-unparsable-ocsp", "accepts an OCSP response that it cannot parse", replaces: Response.responseForm
    ) { Response.responseForm.answer($0).map { _ in .good } }
    .replacing(CRL.listForm) { _ in nil }
    .replacing(Rule<MissingReply, RevocationStatus>.missingReply, where: { $0.source == .responder && !$0.isSilence }) {
      _ in .good
    },
    Mutant(
      "accepts-unreachable-responder", "treats an unreachable responder as a good response",
      replaces: Rule<MissingReply, RevocationStatus>.missingReply, where: \.isSilence, by: { _ in .good }),
    datesVariant("keeps-ocsp-without-next-update", "accepts responses without nextUpdate for ten days") {
      $0.nextUpdate ?? $1 + tenDays
    },
    datesVariant("allows-skew-after-next-update", "accepts OCSP responses five minutes after their nextUpdate") {
      statement, _ in
      statement.nextUpdate.map { $0 + 300 }
    },
    datesVariant("accepts-ocsp-for-ten-days", "accepts OCSP responses for ten days, whatever their nextUpdate") {
      statement, begin in statement.nextUpdate.map { max($0, begin + tenDays) }
    },
    Mutant(
      "requires-next-update", "accepts no OCSP response without nextUpdate", replaces: Response.responseEnd,
      where: { $0.statement != nil && $0.statement?.nextUpdate == nil }, by: { $0.doubt("does not say when it ends") }),
    Mutant(
      "ignores-coming-revocations", "ignores a revocation that is dated later than now",
      replaces: Response.revokedResponse, where: \.isRevokedLater, by: { _ in .good }),
    Mutant("reads-no-dates-of-ocsp", "reads no dates of OCSP responses", leavesOut: ResponseQuestion.dateChecks),
    Mutant(
      "accepts-responses-of-served-certificates", "accepts OCSP responses signed by any certificate served",
      leavesOut: ResponseQuestion.signerChecks
    ) { question in question.status.check.flight.certificates.contains(where: question.isSigned) },
    Mutant(
      "knows-delegates-by-issuer-name", "accepts a delegate that names the issuer, without its signature",
      leavesOut: ResponseQuestion.signerChecks
    ) { question in
      question.reply?.certificates.contains { question.isNamedByIssuer($0) && question.isSigned(by: $0) } == true
    },
    refusingSigners(
      "takes-enclosed-issuers-for-delegates", "refuses an OCSP response that contains the issuer's certificate"
    ) { $0.reply?.certificates.first == $0.issuer },
    refusingSigners("knows-responders-by-name", "accepts no OCSP response whose ResponderID is a key hash") {
      $0.reply?.namesResponderByKey == true
    },
    Mutant(
      "verifies-no-staple", "verifies the signatures of fetched OCSP responses only",
      leavesOut: ResponseQuestion.signerChecks,
      where: { $0.request == nil }),
    Mutant(
      "knows-cert-ids-of-sha-1", "knows the CertIDs of OCSP responses with SHA-1 only",
      replaces: Response.responseSubject, where: { $0.reply?.certIDDigest != .sha1 },
      by: { $0.doubt("has a CertID with another digest") }),
    subjectVariant(
      "reads-status-of-first-single-response", "reads the first SingleResponse if any is for the certificate"
    ) { $0.statement == nil ? nil : $0.reply?.firstStatement },
    subjectVariant(
      "takes-staples-for-the-leaf", "reads the first SingleResponse of a staple, whichever certificate it is for"
    ) { $0.request == nil ? $0.reply?.firstStatement : $0.statement },
  ]

  /// Wrong about CRLs, and about whether there is a staple.
  private static let ofLists: [Mutant] = [
    Mutant("ignores-crl-signature", "ignores the signature of CRLs", leavesOut: [.listSignature]),
    Mutant(
      "accepts-missing-crl", "treats a missing CRL, or another CA's, as one without the certificate",
      leavesOut: [.listIssuer]),
    Mutant("ignores-issuing-distribution-point", "ignores a CRL's issuingDistributionPoint", leavesOut: [.listScope]),
    Mutant("accepts-delta-crl-as-base", "accepts a delta CRL as a complete CRL", leavesOut: [.completeList]),
    Mutant("ignores-crl-sign", "accepts CRLs of a CA without cRLSign", leavesOut: [.listKeyUsage]),
    // A buffer that is too small for the CRL of a large CA.
    overlooking("reads-beginning-of-crl-only", "reads only the beginning of a long CRL") { $0.list.count > 1 << 16 },
    Mutant(
      "uses-first-distribution-point-only", "fetches from the first distribution point only",
      replaces: Rule<StatusQuestion, [String]>.distributionPoints
    ) { Array(($0.facts?.crlURLs ?? []).prefix(1)) },
    Mutant(
      "accepts-any-staple", "treats any staple as good, whatever its content", replaces: Source.staple,
      where: \.hasStaple, by: { _ in .good }),
    Mutant(
      "accepts-missing-staple", "treats a missing staple as a good one", replaces: Source.staple,
      where: { !$0.hasStaple && $0.index == 0 }, by: { _ in .good }),
    overlooking("ignores-certificate-hold", "ignores entries of a CRL whose reason is certificateHold") {
      $0.entry?.isOnHold == true
    },
    overlooking("stops-at-damaged-entries", "reads a CRL up to an entry with an extension that it cannot parse") {
      $0.entriesBefore.contains(where: \.isDamaged)
    },
    overlooking("ignores-coming-crl-entries", "ignores an entry of a CRL that is dated later than now") { question in
      question.entry.map { ($0.date ?? question.now) > question.now } ?? false
    },
    refusingLists("requires-issuing-distribution-point", "accepts no CRL without issuingDistributionPoint") {
      question in
      CertificateFacts(der: question.certificate)?.crlURLs.isEmpty == false && question.isUnlimited
    },
    refusingLists(
      "compares-first-point-only", "compares a CRL with the first distribution point of a certificate only"
    ) { question in
      guard let first = CertificateFacts(der: question.certificate)?.crlURLs.first else { return false }
      return !question.points.isEmpty && !question.points.contains(first)
    },
    refusingLists(
      "ignores-crls-with-points", "ignores CRLs whose issuingDistributionPoint names a distribution point"
    ) { !$0.points.isEmpty },
    Mutant("keeps-crls-for-good", "reads no nextUpdate of a CRL", leavesOut: [.listEnd]),
  ]

  /// Wrong about where a status comes from.
  private static let ofSources: [Mutant] = [
    Mutant("stops-at-first-good", "hears no other source once one has said good", replaces: Status.certificateStatus) {
      $0.status { _, answer in answer == .good }
    },
    Mutant(
      "stops-at-unusable-answer", "queries no other source after an unusable response",
      replaces: Status.certificateStatus
    ) { $0.status { _, answer in answer.isUnknown } },
    Mutant(
      "stops-at-garbled-staples", "queries no other source after an undecodable staple",
      replaces: Status.certificateStatus
    ) { question in
      question.status { source, answer in source == .staple && answer.isUnknown && question.hasGarbledStaple }
    },
    Mutant(
      "finds-staples-by-place", "takes the staple at the same place of the list for that of the path",
      replaces: Rule<StatusQuestion, [UInt8]?>.stapleOfCertificate
    ) { $0.check.flight.staples[$0.index] },
    checking("checks-leaf-and-issuer", "checks revocation for the leaf and its issuer only", first: 2),
    Mutant(
      "accepts-missing-responder", "takes a certificate that names no responder for good",
      replaces: Status.certificateStatus,
      where: { $0.check.sources.contains(.responder) && $0.facts?.ocspURLs.isEmpty == true }, by: { _ in .good }),
    Mutant("looks-up-the-leaf-only", "looks for the leaf only in CRLs", replaces: Source.listAtHand, where: \.isIssuer)
    {
      _ in .good
    }.replacing(Source.fetchedList, where: \.isIssuer) { _ in .good },
    Mutant(
      "reads-first-crl-only", "reads only the first of the CRLs that it is given", replaces: Source.listAtHand
    ) { question in
      var other = question
      other.check.lists = Array(question.check.lists.prefix(1))
      return Source.listAtHand.answer(other)
    },
    Mutant(
      "reads-first-delivered-crl", "takes the first CRL that it gets, usable or not", replaces: Source.fetchedList
    ) { question in
      guard question.facts?.crlURLs.isEmpty == false else { return nil }
      let list = question.facts?.crlURLs.lazy.compactMap { question.fetchList($0).success }.first
      return list.map { question.read(lists: [$0]) } ?? .unknown("no CRL came")
    },
    Mutant(
      "needs-no-crl-without-point", "takes a certificate without cRLDistributionPoints and without CRL for good",
      replaces: Status.certificateStatus, where: \.needsNoList, by: { _ in .good }),
  ]

  // MARK: Kinds of wrong forms

  /// In seconds.
  private static let tenDays: Int64 = 10 * 86_400

  private static let acceptingExpired = Mutant(
    "accepts-expired-ocsp-and-crl", "accepts expired OCSP responses and CRLs", leavesOut: [.responseEnd]
  ).replacing(CRL.listEnd) { _ in nil }

  /// One for which the policy does not list these methods; if it lists no other, nothing is checked.
  static func ignoring(_ name: String, _ summary: String, _ methods: Set<AttemptPolicy.Revocation.Method>) -> Mutant {
    Mutant(
      name, summary, replaces: Rule<PolicyEvaluation, [AttemptPolicy.Revocation.Method]>.revocationMethods,
      where: { $0.policy.revocation.mode != .off },
      by: { $0.policy.revocation.methods.filter { !methods.contains($0) } })
  }

  /// One that checks so many certificates.
  private static func checking(_ name: String, _ summary: String, first count: Int) -> Mutant {
    Mutant(name, summary, replaces: Rule<PolicyEvaluation, Range<Int>>.checkedCertificates) { question in
      0..<min(count, max(0, question.findings.path.count - 1))
    }
  }

  /// One that reads another SingleResponse; the question has the right one.
  private static func subjectVariant(
    _ name: String, _ summary: String,
    _ statement: @escaping @Sendable (ResponseQuestion) -> OCSPResponseReader.Statement?
  ) -> Mutant {
    let right = Rule<ResponseQuestion, OCSPResponseReader.Statement?>.singleResponse
    return Mutant(name, summary, replaces: right) { question in
      var other = question
      other.statement = right.answer(question)
      return statement(other)
    }
  }

  /// One that compares serial numbers only.
  private static func ignoringIssuerHashes(
    _ name: String, _ summary: String,
    where isMeant: @escaping @Sendable (ResponseQuestion) -> Bool = { _ in true }
  ) -> Mutant {
    Mutant(
      name, summary, replaces: Rule<ResponseQuestion, OCSPResponseReader.Statement?>.singleResponse, where: isMeant
    ) { question in
      (try? question.reply?.statement(
        about: question.certificate, issuer: question.issuer, comparesSerialOnly: true)) ?? nil
    }.replacing(
      Response.responseSignature, where: { isMeant($0) && $0.isSigned(acceptsAnyDelegate: true) }, by: { _ in nil })
  }

  /// One for which a response ends at another moment.
  private static func datesVariant(
    _ name: String, _ summary: String,
    _ end: @escaping @Sendable (OCSPResponseReader.Statement, _ begin: Int64) -> Int64?
  ) -> Mutant {
    Mutant(name, summary, replaces: Response.responseEnd) { question in
      var other = question
      if let statement = question.statement, let begin = statement.thisUpdate {
        other.statement?.nextUpdate = end(statement, begin)
      }
      return Response.responseEnd.answer(other)
    }
  }

  /// One that refuses signers.
  private static func refusingSigners(
    _ name: String, _ summary: String, where isMeant: @escaping @Sendable (ResponseQuestion) -> Bool
  ) -> Mutant {
    Mutant(
      name, summary, replaces: Response.responseSignature, where: isMeant,
      by: { $0.doubt("is signed by a key that is not accepted") })
  }

  /// One that does not find the certificate in a CRL that lists it.
  static func overlooking(
    _ name: String, _ summary: String, where isMeant: @escaping @Sendable (ListQuestion) -> Bool
  ) -> Mutant {
    Mutant(
      name, summary, replaces: CRL.listEntry, where: { $0.listsIt && isMeant($0) },
      by: { _ in .good })
  }

  /// One for which a CRL is for other certificates.
  private static func refusingLists(
    _ name: String, _ summary: String, where isMeant: @escaping @Sendable (ListQuestion) -> Bool
  ) -> Mutant {
    Mutant(
      name, summary, replaces: CRL.listScope, where: isMeant, by: { _ in .unknown("a CRL for other certificates") }
    ).replacing(CRL.listEntry, where: isMeant) { _ in nil }
  }
}
