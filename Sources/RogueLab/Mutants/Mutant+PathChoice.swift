internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about which certificates make up the path that is judged.
  static let ofPathChoice: [Mutant] = [
    alsoRefusing("refuses-served-roots", "refuses a list with a self-signed certificate behind the leaf") { question in
      question.served.indices.dropFirst().first { index in
        CertificateFacts.isSigned(question.served[index], by: question.served[index])
      }.map { TrustProblem(.untrusted, "a self-signed certificate is in the list", index: $0) }
    },
    Mutant(
      "finds-the-leaf-by-its-name", "takes the first certificate of the list that names the host for the leaf",
      replaces: Rule<PolicyEvaluation, [[UInt8]]>.served
    ) { question in
      var served = question.flight.certificates
      guard let host = question.policy.hostname.map(HostName.plain),
        let index = served.firstIndex(where: { isNamed(host, in: $0) })
      else { return served }
      served.insert(served.remove(at: index), at: 0)
      return served
    },
    Mutant(
      "queries-the-first-path-only", "queries no revocation status along a second path",
      replaces: Rule<PolicyEvaluation, ChainDecision>.decision
    ) { question in
      let paths = question.paths
      guard let refusal = question.refusal(of: question.findings(ofFirst: paths)) else { return .accept }
      let isGood = paths.dropFirst().contains { path in
        guard let other = question.refusal(of: question.findings(along: path)) else { return true }
        return [.revoked, .revocationUnknown].contains(other.reason)
      }
      return isGood ? .accept : .cancel(refusal.reason, detail: refusal.description)
    },
    Mutant(
      "tries-other-paths-for-path-faults-only",
      "tries no second path if pins, logs or revocation speak against the first",
      replaces: Rule<OtherPaths, [[[UInt8]]]>.triedPaths,
      where: { [.pinMismatch, .transparency, .revoked, .revocationUnknown].contains($0.reason) }, by: { _ in [] }),
    .alsoAccepting("finds-every-issuer-by-key-identifier", "finds issuers by key identifier, whatever their names are")
    { problem, question in
      guard problem.reason == .untrusted, let last = question.path.last else { return false }
      return !question.anchors.contains(last) && question.leadsToAnchorByIdentifier(from: last, steps: 8)
    },
    Mutant(
      "checks-cas-on-the-first-path-only", "does not check that issuers are CAs on paths after the first",
      ignores: [.notACA], where: { question in question.paths.first.map { $0 != question.path } ?? false }),
    Mutant(
      "excuses-revocations-by-another-path", "ignores a revocation if another path, good or not, has none",
      replaces: PolicyCheck.revocation
    ) { question in
      guard let problem = PolicyCheck.revocation.answer(question) else { return nil }
      return question.isUnrevokedElsewhere ? nil : problem
    },
    Mutant(
      "excuses-expiry-by-another-path", "ignores an expired certificate if another path, good or not, has none",
      ignores: [.expired],
      where: { question in
        question.paths.contains { path in
          !question.findings(along: path).problems.contains { $0.reason == .expired }
        }
      }),
    Mutant(
      "finds-the-leaf-behind-cas", "takes the first certificate of the list that is no CA for the leaf",
      alters: Rule<PolicyEvaluation, [[UInt8]]>.served
    ) { list in
      let place = list.firstIndex { CertificateFacts(der: $0)?.isCA == false }
      guard let place, place > 0 else { return }
      list.insert(list.remove(at: place), at: 0)
    },
    Mutant(
      "tries-no-longer-paths", "tries no path that is longer than the first one",
      replaces: Rule<OtherPaths, [[[UInt8]]]>.triedPaths
    ) { others in others.paths.filter { $0.count <= others.first.count } },
    Mutant(
      "compares-names-on-the-first-path-only", "compares the name on the first path only, and tries others after it",
      replaces: Rule<PolicyEvaluation, ChainDecision>.decision
    ) { question in
      let right = Rule<PolicyEvaluation, ChainDecision>.decision.answer(question)
      guard right != .accept else { return right }
      let isExcused = question.paths.dropFirst().contains { path in
        var findings = question.findings(along: path)
        findings.problems.removeAll { $0.reason == .nameMismatch }
        return question.refusal(of: findings) == nil
      }
      return isExcused ? .accept : right
    },
    Mutant(
      "tries-no-path-around-a-revocation", "tries no second path if a certificate of the first is revoked",
      replaces: Rule<OtherPaths, [[[UInt8]]]>.triedPaths, where: { $0.reason == .revoked }, by: { _ in [] }),
  ]

  /// - Parameter host: in small letters, without a final dot.
  private static func isNamed(_ host: String, in certificate: [UInt8]) -> Bool {
    guard let names = CertificateFacts(der: certificate)?.dnsNames.map({ $0.lowercased() }) else { return false }
    let wildcard = host.firstIndex(of: ".").map { "*" + host[$0...] }
    return names.contains { $0 == host || $0 == wildcard }
  }
}

extension PolicyEvaluation {
  /// Whether nothing is revoked along another path.
  fileprivate var isUnrevokedElsewhere: Bool {
    paths.contains { path in
      guard path != findings.path else { return false }
      var other = self
      other.findings = PathFindings(path: path, problems: [])
      return PolicyCheck.revocation.answer(other) == nil
    }
  }

  /// Whether signatures lead from a certificate to an anchor, by key identifiers.
  fileprivate func leadsToAnchorByIdentifier(from certificate: [UInt8], steps: Int) -> Bool {
    guard steps > 0, let named = CertificateFacts(der: certificate)?.issuerKeyIdentifier else { return false }
    func isIssuer(_ other: [UInt8]) -> Bool {
      other != certificate && CertificateFacts(der: other)?.keyIdentifier == named
        && CertificateFacts.isSigned(certificate, by: other)
    }
    return anchors.contains(where: isIssuer)
      || served.contains { isIssuer($0) && leadsToAnchorByIdentifier(from: $0, steps: steps - 1) }
  }
}
