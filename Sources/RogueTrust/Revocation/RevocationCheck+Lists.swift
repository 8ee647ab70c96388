internal import RogueOpenSSL

extension RevocationCheck {
  /// `X509_V_ERR_…` of a verification with one list: what it takes to say that the list is good and does not name the
  /// certificate. What is wrong with the certificate itself (dates, purposes, keys) is not the list's business.
  private enum Code {
    static let revoked = 23
    static let signature: Set<Int> = [5, 8]
    static let future = 11
    static let stale = 12
    static let ofTheCertificate: Set<Int> = [9, 10, 13, 14, 25, 26, 32, 37, 66, 67, 68, 79]
  }

  /// Each list on its own: a forged one beside a good one must neither help nor harm.
  func read(lists: [[UInt8]], _ certificate: [UInt8], _ issuer: [UInt8]) -> RevocationStatus {
    var isGood = false
    var doubts: [String] = []
    for list in lists {
      var request = X509Verifier.Request(chain: [certificate], anchors: [issuer])
      request.at = now
      request.allowsPartialChain = true
      request.revocation = .leaf([list])
      request.securityLevel = 0
      let problems = X509Verifier.examine(request).problems.filter { problem in
        guard let code = problem.code else { return true }
        if Code.ofTheCertificate.contains(code) { return false }
        if Code.signature.contains(code), !rules.verifiesListSignature { return false }
        if code == Code.future, !rules.refusesFuture { return false }
        if code == Code.stale, !rules.refusesStale { return false }
        return true
      }
      let codes = Set(problems.compactMap(\.code))
      if codes.contains(Code.revoked), codes.isDisjoint(with: Code.signature) {
        return .revoked("the issuer's list names it")
      }
      if problems.isEmpty { isGood = true } else { doubts.append(problems[0].text) }
    }
    return isGood ? .good : .unknown("no list counts: " + Set(doubts).sorted().joined(separator: ", "))
  }
}
