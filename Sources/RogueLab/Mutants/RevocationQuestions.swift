internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust
internal import RogueValidators

// What mutants look at in questions about revocation.
extension PolicyCheck {
  /// The check with a status that is required only where it can be had.
  var softly: @Sendable (PolicyEvaluation) -> TrustProblem? {
    { question in
      var other = question
      if other.policy.revocation.mode == .require { other.policy.revocation.mode = .bestEffort }
      return answer(other)
    }
  }
}

extension RevocationStatus {
  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}

extension MissingReply {
  /// Whether nothing came at all.
  var isSilence: Bool {
    if case .failed = reply { true } else { false }
  }
}

extension StatusQuestion {
  var isIssuer: Bool { index > 0 }

  var hasStaple: Bool { check.flight.staple(with: certificate) != nil }

  var hasGarbledStaple: Bool {
    check.flight.staple(with: certificate).map { (try? OCSPResponseReader(der: $0)) == nil } ?? false
  }

  /// Whether CRLs are required, and neither the certificate nor the policy has one of its issuer.
  var needsNoList: Bool {
    guard check.sources.contains(.listAtHand) || check.sources.contains(.fetchedList) else { return false }
    let name = CertificateFacts(der: issuer)?.subject
    return facts?.crlURLs.isEmpty == true && !check.lists.contains { RevocationList.reading($0)?.issuer == name }
  }

  /// The status by a search that ends with the answer of a source for which this holds.
  func status(
    endingAt isLast: (RevocationSource, RevocationStatus) -> Bool
  ) -> RevocationStatus {
    var isGood = false
    for source in check.sources {
      if isGood && source.requiresNetwork { break }
      guard let answer = answer(of: source) else { continue }
      if isLast(source, answer) { return answer }
      if case .revoked = answer { return answer }
      isGood = isGood || answer == .good
    }
    return isGood ? .good : .unknown("no source of revocation status answered")
  }
}

extension ResponseQuestion {
  /// Whether it revokes the certificate at a later moment.
  var isRevokedLater: Bool {
    if case .revoked(let moment?, _) = statement?.status { moment > now } else { false }
  }

  func isSigned(acceptsAnyDelegate: Bool = false, ignoresDates: Bool = false) -> Bool {
    let isSigned = try? reply?.isSigned(
      forIssuer: issuer, anchors: [issuer], at: now, allowsPartialChain: true, acceptsAnyDelegate: acceptsAnyDelegate,
      ignoresDates: ignoresDates)
    return isSigned == true
  }

  /// Whether this certificate's own key has signed it, whatever else it may sign.
  func isSigned(by certificate: [UInt8]) -> Bool {
    let isSigned = try? reply?.isSigned(
      forIssuer: certificate, anchors: [certificate], at: now, allowsPartialChain: true, acceptsAnyDelegate: true,
      ignoresDates: true)
    guard isSigned == true else { return false }
    return (try? reply?.delegateKeyBits(issuer: certificate)) == nil
  }

  /// Whether a certificate claims to be a delegate's of the issuer, whatever its signature.
  func isNamedByIssuer(_ delegate: [UInt8]) -> Bool {
    guard let facts = CertificateFacts(der: delegate), facts.issuer == CertificateFacts(der: issuer)?.subject else {
      return false
    }
    return facts.purposes?.contains(CertificateFacts.ocspSigning) == true
  }
}

extension ListQuestion {
  var serial: [UInt8] { CertificateFacts(der: certificate)?.serial ?? [] }

  /// The certificate's own entry.
  var entry: CRLEntry? { CRLEntry.all(in: list).first { $0.isAbout(serial) } }

  var entriesBefore: ArraySlice<CRLEntry> { CRLEntry.all(in: list).prefix { !$0.isAbout(serial) } }

  /// The value of its issuingDistributionPoint, 2.5.29.28.
  private var scope: [UInt8]? { facts?.value([0x55, 0x1d, 28]) }

  /// It is a CRL without issuingDistributionPoint.
  var isUnlimited: Bool { facts != nil && scope == nil }

  /// The distribution points that the CRL names.
  var points: [String] { scope.map(CertificateFacts.pointURLs) ?? [] }

  /// Whether it lists another serial number with the same last eight octets.
  var listsSerialLike: Bool {
    !listsIt && CRLEntry.all(in: list).contains { $0.serial.suffix(8).elementsEqual(serial.suffix(8)) }
  }
}
