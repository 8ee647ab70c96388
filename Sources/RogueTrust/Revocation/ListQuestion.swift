package import RogueModel

/// A CRL for a certificate.
package struct ListQuestion: Sendable {
  /// DER.
  package let list: [UInt8]
  package let status: StatusQuestion
  /// Nil: the bytes are not a CRL.
  package let facts: RevocationList?
  /// Other CRLs tell about the reasons that this one is not for.
  package var needsEveryReason = true

  package var certificate: [UInt8] { status.certificate }
  package var now: Int64 { status.now }

  init(_ list: [UInt8], _ status: StatusQuestion) {
    self.list = list
    self.status = status
    facts = RevocationList.reading(list)
  }

  /// The certificate whose key has signed it for the issuer; nil if there is none.
  var signer: [UInt8]? { status.rules(.listSigner, self) }

  /// Whether its issuer has the name of the certificate's issuer, and its key identifier belongs to a certificate with that name.
  package var isOfIssuer: Bool {
    guard let facts, let issuer = PathCertificate.reading(status.issuer),
      DistinguishedName(facts.issuer) == issuer.subject
    else { return false }
    guard let wanted = facts.value(CertificateFacts.authorityKeyIdentifier).flatMap(CertificateFacts.keyIdentifier)
    else {
      return true
    }
    return ([status.issuer] + status.namesakesOfIssuer).contains { certificate in
      CertificateFacts(der: certificate)?.keyIdentifier.map { $0 == wanted } ?? true
    }
  }

  /// Whether it has an entry about the certificate.
  package var listsIt: Bool {
    guard isOfIssuer, let facts, let certificate = PathCertificate.reading(certificate) else { return false }
    return facts.entry(about: certificate.contents.serial, of: certificate.contents.issuer) != nil
  }

  /// The reasons for which it would list the certificate; nil if the certificate is outside of its scope.
  package var reasons: RevocationReasons? {
    guard let facts, let certificate = PathCertificate.reading(certificate) else { return nil }
    let issuer = DistinguishedName(facts.issuer)
    guard let value = facts.value(RevocationList.issuingPoint) else { return .all }
    guard let scope = ListScope(value, issuer: issuer), !scope.isForAttributesOnly,
      !(certificate.facts.isCA ? scope.isForUsersOnly : scope.isForCAsOnly)
    else { return nil }
    guard let names = scope.names else { return scope.reasons }
    let points =
      certificate.contents.value(CertificateFacts.crlDistributionPoints)
      .map { DistributionPoint.list($0, issuer: issuer) } ?? []
    return points.first { point in
      let isOfPoint = point.issuers.map { $0.contains(.directory(issuer)) } ?? (certificate.issuer == issuer)
      return isOfPoint && point.names.map { !$0.isDisjoint(with: names) } ?? true
    }.map { scope.reasons.intersection($0.reasons) }
  }

  /// In this order: an entry counts if the issuer has signed it, whatever else is wrong with the CRL.
  package static var checks: [Rule<ListQuestion, RevocationStatus?>] {
    [
      .listForm, .completeList, .listSignature, .listEntry, .listBegin, .listEnd, .listScope, .listIssuer,
      .listKeyUsage, .listExtensions,
    ]
  }

  fileprivate var answer: RevocationStatus {
    ListQuestion.checks.lazy.compactMap { status.rules($0, self) }.first ?? .good
  }
}

extension StatusQuestion {
  /// Each CRL separately: a forged one beside a good one must neither help nor harm. Several together may be about every reason.
  package func read(lists: [[UInt8]]) -> RevocationStatus {
    var isGood = false
    var doubts: Set<String> = []
    var known: RevocationReasons = []
    for list in lists {
      var question = ListQuestion(list, self)
      switch question.answer {
      case .good: isGood = true
      case .revoked(let detail): return .revoked(detail)
      case .unknown(let doubt):
        doubts.insert(doubt)
        question.needsEveryReason = false
        if let reasons = question.reasons, question.answer == .good { known.formUnion(reasons) }
      }
    }
    if isGood || known == .all { return .good }
    return .unknown("no CRL is usable: " + doubts.sorted().joined(separator: ", "))
  }
}
