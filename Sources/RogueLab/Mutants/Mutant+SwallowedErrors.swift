internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what cannot be read, loaded or fetched, and about ends of ranges; cells of tables have to catch them.
  static let ofSwallowedErrors: [Mutant] = [
    Mutant(
      "loads-anchors-up-to-an-expired-one",
      "ends the loading of anchors at the first one that has expired",
      replaces: Rule<PolicyEvaluation, [[UInt8]]>.anchors,
      by: { question in
        let now = question.now
        return Array(
          question.policy.roots.prefix { der in
            guard let end = CertificateFacts(der: der)?.notAfter else { return false }
            return now <= end
          })
      }),
    .alsoAccepting(
      "takes-unreadable-purposes-for-none", "takes an extendedKeyUsage that cannot be decoded for none"
    ) { problem, question in
      guard problem.reason == .keyUsage || problem.reason == .malformed, let index = problem.index,
        question.findings.path.indices.contains(index),
        let value = extensionValue([0x55, 0x1d, 37], of: question.findings.path[index])
      else { return false }
      return !isListOfPurposes(value)
    },
    .alsoAccepting(
      "ends-constraints-at-an-unknown-kind",
      "ends the check of name constraints without an objection when a CA excludes a kind of name that it does not know"
    ) { problem, question in
      // The reference refuses such a constraint as one that it cannot read.
      let isAboutConstraints =
        problem.reason == .nameConstraint || problem.description.contains("a subtree is of a kind that is not compared")
      return isAboutConstraints
        && question.findings.path.dropFirst().contains { CertificateFacts(der: $0)?.excludesOtherNames == true }
    },
    Mutant(
      "ends-the-search-at-a-failed-query",
      "ends the search for a status at the first query that brings none",
      replaces: Rule<StatusQuestion, RevocationStatus>.certificateStatus,
      by: { question in
        var isGood = false
        var doubts: [String] = []
        search: for source in question.check.sources {
          if isGood && source.requiresNetwork { break }
          switch question.answer(of: source) {
          case .good?: isGood = true
          case .revoked(let detail)?: return .revoked(detail)
          case .unknown(let doubt)?:
            doubts.append(doubt)
            if source.requiresNetwork { break search }
          case nil: continue
          }
        }
        if isGood { return .good }
        return .unknown(doubts.isEmpty ? "no source of revocation status answered" : doubts.joined(separator: "; "))
      }),
    Mutant(
      "overlooks-results-of-evaluations",
      "takes an evaluation whose call has succeeded and whose result is an error for a good one",
      leavesOut: [PolicyCheck.failedCalls],
      where: { $0.policy.platform.fails == .resulting }),
    .alsoAccepting(
      "accepts-signatures-by-unknown-algorithms",
      "takes a signature by an algorithm that it does not know for a good one"
    ) { problem, question in
      guard problem.reason == .badSignature, let index = problem.index, question.findings.path.indices.contains(index),
        let algorithm = signatureAlgorithm(of: question.findings.path[index])
      else { return false }
      return !knownAlgorithms.contains { algorithm.starts(with: $0) }
    },
    Mutant(
      "compares-no-name-that-it-cannot-convert",
      "compares no name if the conversion of the host fails, as it does for one with an underscore",
      replaces: Rule<PolicyEvaluation, String?>.referenceName,
      by: { question in
        guard let host = question.policy.hostname, !host.contains("_") else { return nil }
        return host
      }),
    Mutant(
      "overlooks-serials-with-the-first-bit",
      "does not find a serial number in a CRL whose first bit is set, because of the zero octet before it",
      leavesOut: [Rule<ListQuestion, RevocationStatus?>.listEntry],
      where: { question in (CertificateFacts(der: question.certificate)?.serial.first ?? 0) >= 0x80 }),
    .alsoAccepting(
      "takes-explicit-policy-zero-for-none", "takes requireExplicitPolicy of zero for the absence of the field"
    ) { problem, question in
      guard problem.reason == .extension, problem.description.contains("a certificate policy is required") else {
        return false
      }
      // The anchor's own extensions do not count.
      let counts = question.findings.path.dropLast().compactMap { requiredPolicyCount(of: $0) }
      return !counts.isEmpty && counts.allSatisfy { $0 == 0 }
    }
    .alike(
      "ignores-policy-constraints",
      because: "in scenarios, and in the first cell that catches either, a policy is required at once"),
  ]
}

/// The content of an extension; nil without it.
private func extensionValue(_ wanted: [UInt8], of der: [UInt8]) -> [UInt8]? {
  var outer = DERReader(der, lengths: .any)
  guard var certificate = outer.constructed(.sequence), var signed = certificate.constructed(.sequence) else {
    return nil
  }
  while let field = signed.next() {
    guard field.tag == .context(3, constructed: true) else { continue }
    var wrapped = DERReader(field.content, lengths: .any)
    guard var list = wrapped.constructed(.sequence) else { return nil }
    while var item = list.constructed(.sequence) {
      guard let identifier = item.primitive(.objectIdentifier) else { return nil }
      if item.nextTag == .boolean { _ = item.skip() }
      guard let value = item.primitive(.octetString) else { return nil }
      if identifier.elementsEqual(wanted) { return Array(value) }
    }
  }
  return nil
}

private func isListOfPurposes(_ value: [UInt8]) -> Bool {
  var outer = DERReader(value, lengths: .any)
  guard var list = outer.constructed(.sequence), outer.isAtEnd else { return false }
  while !list.isAtEnd {
    guard list.primitive(.objectIdentifier) != nil else { return false }
  }
  return true
}

/// The content of the object identifier beside the signature.
private func signatureAlgorithm(of der: [UInt8]) -> [UInt8]? {
  var outer = DERReader(der, lengths: .any)
  guard var certificate = outer.constructed(.sequence), certificate.skip(),
    var algorithm = certificate.constructed(.sequence), let identifier = algorithm.primitive(.objectIdentifier)
  else { return nil }
  return Array(identifier)
}

/// The beginnings of the identifiers of RSA's, of ECDSA's and of EdDSA's algorithms.
private let knownAlgorithms: [[UInt8]] = [
  [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01], [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04], [0x2b, 0x65],
]

/// requireExplicitPolicy of policyConstraints; nil without it.
private func requiredPolicyCount(of der: [UInt8]) -> Int? {
  guard let value = extensionValue([0x55, 0x1d, 36], of: der) else { return nil }
  var outer = DERReader(value, lengths: .any)
  guard var fields = outer.constructed(.sequence), let count = fields.primitive(.context(0)) else { return nil }
  return count.reduce(0) { $0 << 8 | Int($1) }
}
