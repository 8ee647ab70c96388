internal import RogueModel
internal import RogueOpenSSL

extension RevocationCheck {
  /// The `X509_V_ERR_…` codes of a verification with one CRL that say whether the CRL is good and lists the
  /// certificate. Problems of the certificate itself (dates, usages, keys) are not the CRL's business.
  private enum Code {
    static let revoked = 23
    static let missing = 3
    static let keyUsage = 35
    static let unknownExtension = 36
    static let scope = 44
    static let signature: Set<Int> = [5, 8]
    static let future = 11
    static let stale = 12
    static let ofTheCertificate: Set<Int> = [9, 10, 13, 14, 25, 26, 32, 37, 66, 67, 68, 79]
  }

  /// In bytes: a buffer that is too small for the CRL of a large CA, as a careless implementation has it.
  private static let room = 1 << 16
  /// In bytes: CRLs of large CAs have millions of entries.
  private static let longestList = 1 << 24

  /// Each CRL separately: a forged one beside a good one must neither help nor harm.
  func read(lists: [[UInt8]], _ certificate: [UInt8], _ issuer: [UInt8]) -> RevocationStatus {
    var isGood = false
    var doubts: [String] = []
    for list in lists {
      let facts = try? CRLFacts(der: list)
      // OpenSSL takes one for a whole list.
      if rules.refusesChangesOnly, facts?.isDelta == true {
        doubts.append("a delta CRL")
        continue
      }
      let hasPoints = CertificateFacts(der: certificate)?.crlURLs.isEmpty == false
      if hasPoints, facts?.hasScope == false, !rules.countsWithoutScope {
        doubts.append("a CRL without issuingDistributionPoint")
        continue
      }
      if !rules.readsListsOfPoints, let scope = facts?.scope, !CertificateFacts.pointURLs(scope).isEmpty {
        doubts.append("a CRL for another distribution point")
        continue
      }
      if !rules.comparesEveryPoint, let facts, isForAnotherPoint(facts, than: certificate) {
        doubts.append("a CRL for another distribution point")
        continue
      }
      var request = X509Verifier.Request(chain: [certificate], anchors: [issuer])
      request.at = now
      request.allowsPartialChain = true
      request.revocation = .leaf([list])
      request.securityLevel = 0
      let found = X509Verifier.examine(request).problems
      let isOfOtherScope = found.contains { $0.code == Code.scope }
      let problems = found.filter { problem in
        guard let code = problem.code else { return rules.refusesGarbage }
        if Code.ofTheCertificate.contains(code) { return false }
        if Code.signature.contains(code), !rules.verifiesListSignature { return false }
        if code == Code.future, !rules.refusesFuture { return false }
        if code == Code.stale, !rules.refusesStale || !rules.readsEndOfLists { return false }
        // A list ends after its last second (RFC 5280, section 6.3.3 (a)); for OpenSSL in it already.
        if code == Code.stale, let end = facts?.nextUpdate, end == now { return false }
        if code == Code.missing, !rules.refusesMissingList { return false }
        if code == Code.scope, !rules.checksListScope { return false }
        // A CRL out of scope is reported, too.
        if code == Code.missing, isOfOtherScope, !rules.checksListScope { return false }
        if code == Code.keyUsage, !rules.checksListKeyUsage { return false }
        if code == Code.unknownExtension, !rules.refusesUnknownExtensions { return false }
        return true
      }
      let codes = Set(problems.compactMap(\.code))
      if codes.contains(Code.revoked), overlooks(certificate, in: list) {
        isGood = true
        continue
      }
      if codes.contains(Code.revoked), codes.isDisjoint(with: Code.signature) {
        return .revoked("the issuer's CRL lists it")
      }
      if !rules.comparesWholeSerials, listsSerialLike(that: certificate, in: list) {
        return .revoked("the issuer's CRL lists the end of its serial number")
      }
      if problems.isEmpty { isGood = true } else { doubts.append(problems[0].text) }
    }
    return isGood ? .good : .unknown("no CRL is usable: " + Set(doubts).sorted().joined(separator: ", "))
  }

  /// Whether a CRL names distribution points, and the first one of the certificate is not among them.
  private func isForAnotherPoint(_ facts: CRLFacts, than certificate: [UInt8]) -> Bool {
    let points = facts.scope.map(CertificateFacts.pointURLs) ?? []
    guard !points.isEmpty, let first = CertificateFacts(der: certificate)?.crlURLs.first else { return false }
    return !points.contains(first)
  }

  /// Whether a CRL lists a serial number with the same last eight octets.
  private func listsSerialLike(that certificate: [UInt8], in list: [UInt8]) -> Bool {
    guard let serial = CertificateFacts(der: certificate)?.serial else { return false }
    return CRLEntry.all(in: list).contains { $0.serial.suffix(8).elementsEqual(serial.suffix(8)) }
  }

  /// Whether a certificate that is listed is not found, or its entry is not heeded.
  private func overlooks(_ certificate: [UInt8], in list: [UInt8]) -> Bool {
    if list.count > Self.room, !rules.readsLongLists { return true }
    guard !rules.heedsHolds || !rules.readsPastDamagedEntries || !rules.honorsFutureEntryDate,
      let serial = CertificateFacts(der: certificate)?.serial
    else { return false }
    let entries = CRLEntry.all(in: list)
    guard let place = entries.firstIndex(where: { $0.isAbout(serial) }) else { return false }
    if !rules.heedsHolds, entries[place].isOnHold { return true }
    if !rules.honorsFutureEntryDate, (entries[place].date ?? now) > now { return true }
    return !rules.readsPastDamagedEntries && entries[..<place].contains { $0.isDamaged }
  }

  /// The first CRL that gives a status, of all the distribution points of the certificate.
  func readFetchedLists(_ certificate: [UInt8], _ issuer: [UInt8]) -> RevocationStatus? {
    let urls = CertificateFacts(der: certificate)?.crlURLs ?? []
    guard !urls.isEmpty else { return nil }
    var doubts: [String] = []
    for url in rules.usesEveryPoint ? urls[...] : urls.prefix(1) {
      let reply = fetch(
        FetchRequest(url: url, timeoutMilliseconds: timeoutMilliseconds, longestReply: Self.longestList))
      guard let list = reply.success else {
        if case .failed = reply, !rules.refusesSilence { return .good }
        doubts.append("no CRL from \(url): \(reply.words)")
        continue
      }
      switch read(lists: [list], certificate, issuer) {
      case .good: return .good
      case .revoked(let detail): return .revoked(detail)
      case .unknown(let doubt):
        doubts.append(doubt)
        if !rules.skipsUnusableCRLs { return .unknown(doubt) }
      }
    }
    return .unknown(doubts.joined(separator: "; "))
  }
}
