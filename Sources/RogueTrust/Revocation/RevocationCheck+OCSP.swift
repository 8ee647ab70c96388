internal import RogueModel
internal import RogueOpenSSL

extension RevocationCheck {
  /// How far ahead a responder's clock may be, in seconds.
  private static let skew: Int64 = 300
  /// The maximum age of a response, in seconds: ten days (CA/Browser Forum, Baseline Requirements, section 4.9.10).
  private static let oldest: Int64 = 10 * 86_400
  /// How long a response without nextUpdate counts, in seconds: newer information is available all the time.
  private static let longestWithoutEnd: Int64 = 86_400

  /// - Parameter question: the request to which it responds; nil for a staple.
  func read(
    _ response: [UInt8], _ name: String, _ certificate: [UInt8], _ issuer: [UInt8], question: [UInt8]? = nil
  ) -> RevocationStatus {
    guard let reply = try? OCSPResponseReader(der: response) else {
      return rules.refusesGarbage ? .unknown("\(name) is not an OCSP response") : .good
    }
    guard reply.responseStatus == 0 else {
      return rules.refusesErrors ? .unknown("\(name) is error \(reply.responseStatus)") : .good
    }
    if question != nil || rules.verifiesStaples, let doubt = doubtAboutSigner(reply, issuer) {
      return .unknown("\(name) \(doubt)")
    }
    if rules.refusesUnknownExtensions, reply.hasUnknownCriticalExtension {
      return .unknown("\(name) has an unknown critical extension")
    }
    if let doubt = doubtAboutNonce(reply, question) { return .unknown("\(name) \(doubt)") }
    let about = try? reply.statement(
      about: certificate, issuer: issuer, comparesSerialOnly: !comparesIssuerHashes(of: reply))
    if !rules.readsEveryDigest, reply.certIDDigest != .sha1 {
      return .unknown("\(name) has a CertID with another digest")
    }
    let isCompared = question != nil || rules.comparesStaples
    let readsOwn = isCompared && rules.readsEveryAnswer && (rules.readsOwnStatus || about == nil)
    let answers = readsOwn ? about : reply.firstStatement
    guard let statement = answers ?? (rules.checksSubject && isCompared ? nil : reply.firstStatement) else {
      return .unknown("\(name) is about another certificate")
    }
    if case .revoked(let moment?, _) = statement.status, moment > now, !rules.honorsFutureRevocationDate {
      return .good
    }
    if case .revoked = statement.status, rules.heedsStaleRevocations || doubt(about: statement) == nil {
      return .revoked("\(name) says revoked")
    }
    if let doubt = doubt(about: statement) { return .unknown("\(name) \(doubt)") }
    if statement.status == .unknown, rules.refusesUnknown { return .unknown("\(name) says unknown") }
    return .good
  }

  private func comparesIssuerHashes(of reply: OCSPResponseReader) -> Bool {
    rules.checksIssuerHashes && (rules.checksHashesOfEveryDigest || reply.certIDDigest == .sha1)
  }

  private func doubtAboutSigner(_ reply: OCSPResponseReader, _ issuer: [UInt8]) -> String? {
    if !rules.knowsEnclosedIssuer, reply.certificates.first == issuer {
      return "is signed by a delegate that the issuer has not certified"
    }
    if !rules.knowsRespondersByKey, reply.namesResponderByKey { return "is signed by a key that it does not name" }
    if !rules.refusesServedSigners, flight.certificates.contains(where: { hasSigned(reply, by: $0) }) { return nil }
    if !rules.verifiesDelegateSignature,
      reply.certificates.contains(where: { isNamed($0, by: issuer) && hasSigned(reply, by: $0) })
    {
      return nil
    }
    let isSigned = try? reply.isSigned(
      forIssuer: issuer, anchors: [issuer], at: now, allowsPartialChain: true,
      acceptsAnyDelegate: !rules.verifiesDelegation || !comparesIssuerHashes(of: reply),
      ignoresDates: !rules.checksDelegateDates)
    if rules.verifiesResponder, isSigned != true {
      return "is not signed by the issuer or an authorized responder"
    }
    if rules.verifiesResponder, rules.checksDelegateUsage, (try? reply.signerMaySign(issuer: issuer)) != true {
      return "is signed with a key that is not for signing"
    }
    if rules.verifiesResponder, rules.checksDelegateKey,
      let key = try? reply.delegateKeyBits(issuer: issuer), key.isRSA ? key.bits < 2048 : key.bits < 224
    {
      return "is signed with a key that is too short"
    }
    return nil
  }

  /// Whether a certificate claims to be a delegate's of this issuer, whatever its signature.
  private func isNamed(_ delegate: [UInt8], by issuer: [UInt8]) -> Bool {
    guard let facts = CertificateFacts(der: delegate), facts.issuer == CertificateFacts(der: issuer)?.subject else {
      return false
    }
    return facts.purposes?.contains(CertificateFacts.ocspSigning) == true
  }

  /// Whether this certificate's own key has signed a response, whatever else it may sign.
  private func hasSigned(
    _ reply: OCSPResponseReader, by certificate: [UInt8]
  ) -> Bool {
    let isSigned = try? reply.isSigned(
      forIssuer: certificate, anchors: [certificate], at: now, allowsPartialChain: true, acceptsAnyDelegate: true,
      ignoresDates: true)
    guard isSigned == true else { return false }
    let delegate = try? reply.delegateKeyBits(issuer: certificate)
    return delegate == nil
  }

  private func doubtAboutNonce(_ reply: OCSPResponseReader, _ question: [UInt8]?) -> String? {
    guard rules.checksNonce, let sent = question.flatMap(OCSPQuestion.nonce(of:)) else { return nil }
    let nonces = reply.nonces
    if nonces.isEmpty { return rules.toleratesMissingNonce ? nil : "has no nonce" }
    return nonces == [sent] ? nil : "has another nonce than the request"
  }

  private func doubt(about statement: OCSPResponseReader.Statement) -> String? {
    guard rules.readsDatesOfResponses else { return nil }
    guard let thisUpdate = statement.thisUpdate else { return "has no date" }
    if statement.nextUpdate == nil, !rules.countsWithoutNextUpdate { return "does not say when it ends" }
    if rules.refusesFuture, thisUpdate > now + Self.skew { return "is from the future" }
    if rules.refusesStale, end(of: statement, from: thisUpdate) < now { return "is stale" }
    return rules.refusesOld && thisUpdate < now - Self.oldest ? "is too old" : nil
  }

  /// The last second in which a statement counts.
  private func end(of statement: OCSPResponseReader.Statement, from thisUpdate: Int64) -> Int64 {
    guard let end = statement.nextUpdate else {
      return thisUpdate + (rules.endsWithoutNextUpdate ? Self.longestWithoutEnd : Self.oldest)
    }
    if !rules.endsWithNextUpdate { return max(end, thisUpdate + Self.oldest) }
    return rules.endsOnTheSecond ? end : end + Self.skew
  }
}
