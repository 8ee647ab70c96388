internal import RogueOpenSSL

extension RevocationCheck {
  /// How far ahead a responder's clock may be, in seconds.
  private static let skew: Int64 = 300
  /// How long an answer without nextUpdate counts, in seconds: newer information is available all the time.
  private static let longestWithoutEnd: Int64 = 86_400

  func read(
    _ response: [UInt8], _ name: String, _ certificate: [UInt8], _ issuer: [UInt8]
  ) -> RevocationStatus {
    guard let reply = try? OCSPReply(der: response) else {
      return rules.refusesGarbage ? .unknown("\(name) is no OCSP response") : .good
    }
    guard reply.responseStatus == 0 else {
      return rules.refusesErrors ? .unknown("\(name) is error \(reply.responseStatus)") : .good
    }
    let isSigned = try? reply.isSigned(
      forIssuer: issuer, anchors: [issuer], at: now, allowsPartialChain: true,
      acceptsAnyDelegate: !rules.verifiesDelegation)
    if rules.verifiesResponder, isSigned != true {
      return .unknown("\(name) is not signed by anybody who may speak for the issuer")
    }
    let about = try? reply.statement(about: certificate, issuer: issuer)
    guard let statement = about ?? (rules.checksSubject ? nil : reply.firstStatement) else {
      return .unknown("\(name) is about another certificate")
    }
    if case .revoked = statement.status { return .revoked("\(name) says revoked") }
    if let doubt = doubt(about: statement) { return .unknown("\(name) \(doubt)") }
    if statement.status == .unknown, rules.refusesUnknown { return .unknown("\(name) says unknown") }
    return .good
  }

  private func doubt(about statement: OCSPReply.Statement) -> String? {
    guard let thisUpdate = statement.thisUpdate else { return "has no date" }
    if rules.refusesFuture, thisUpdate > now + Self.skew { return "is from the future" }
    let end = statement.nextUpdate ?? thisUpdate + Self.longestWithoutEnd
    return rules.refusesStale && end < now ? "is stale" : nil
  }
}
