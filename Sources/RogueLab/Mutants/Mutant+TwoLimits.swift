internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong where two limits disagree, or in one circumstance; cells of tables have to catch them.
  static let ofTwoLimits: [Mutant] = [
    .alsoAccepting(
      "lets-path-lengths-replace-stricter-ones", "lets a CA's path length replace a stricter one of a CA above it"
    ) { problem, question in problem.reason == .pathLength && fitsLatestPathLengths(question.findings.path) },
    .alsoAccepting(
      "unites-permitted-subtrees", "lets a name lie in the permitted subtrees of any CA above it instead of all"
    ) { problem, question in
      guard problem.reason == .nameConstraint,
        let leaf = question.findings.path.first.flatMap({ CertificateFacts(der: $0) }), !leaf.dnsNames.isEmpty,
        leaf.addresses.isEmpty, leaf.uris.isEmpty
      else { return false }
      let issuers = question.findings.path.dropFirst().compactMap { CertificateFacts(der: $0) }
      let isAboutHosts = issuers.allSatisfy { issuer in
        issuer.excludedHosts.isEmpty && issuer.permittedRanges.isEmpty && issuer.excludedRanges.isEmpty
          && issuer.permittedDirectories.isEmpty && issuer.excludedDirectories.isEmpty && !issuer.excludesOtherNames
      }
      let permitted = issuers.flatMap(\.permittedHosts)
      return isAboutHosts && leaf.dnsNames.allSatisfy { name in permitted.contains { isInUnitedBase(name, $0) } }
    },
    .alsoAccepting(
      "lets-cas-spell-out-curves", "refuses keys that spell their curve out in the leaf only"
    ) { problem, question in
      guard problem.reason == .weakCrypto, let index = problem.index, index > 0,
        question.findings.path.indices.contains(index),
        let facts = CertificateFacts(der: question.findings.path[index])
      else { return false }
      return facts.hasSpeltOutCurve && !facts.hasShortKey
    },
    .alsoAccepting(
      "reads-critical-key-usage-of-cas-only", "reads the keyUsage of CAs only where the extension is critical"
    ) { problem, question in
      guard problem.reason == .keyUsage, let index = problem.index, index > 0,
        question.findings.path.indices.contains(index)
      else { return false }
      return hasUncriticalUsageAlone(question.findings.path[index])
    },
    .alsoAccepting(
      "requires-no-policy-of-a-leaf-without-any",
      "validates certificate policies only where the leaf has certificatePolicies"
    ) { problem, question in
      guard problem.reason == .extension, problem.index == 0, problem.description.contains("certificate policy"),
        let leaf = question.findings.path.first, let contents = CertificateContents(leaf)
      else { return false }
      return !contents.extensions.contains { $0.identifier == [0x55, 0x1d, 32] }
    },
    .alsoAccepting(
      "constrains-no-subject-beside-names",
      "compares the subject of the leaf with name constraints only where the leaf has no subjectAltName"
    ) { problem, question in
      guard problem.reason == .nameConstraint, problem.index == 0, let der = question.findings.path.first,
        let leaf = CertificateFacts(der: der), !leaf.dnsNames.isEmpty || !leaf.addresses.isEmpty
      else { return false }
      let issuers = question.findings.path.dropFirst().compactMap { CertificateFacts(der: $0) }
      return issuers.contains { forbidsSubject($0, of: leaf) } && issuers.allSatisfy { allowsHosts($0, of: leaf) }
    },
    .alsoAccepting(
      "knows-critical-extensions-of-one-arc", "refuses unknown critical extensions only of the arc id-ce"
    ) { problem, question in
      guard problem.reason == .extension, let index = problem.index, problem.description.contains("critical extension"),
        question.findings.path.indices.contains(index),
        let contents = CertificateContents(question.findings.path[index])
      else { return false }
      let known: Set<UInt8> = [15, 17, 19, 30, 31, 32, 33, 36, 37, 54]
      return !contents.extensions.contains { field in
        field.isCritical && field.identifier.count == 3 && field.identifier.starts(with: [0x55, 0x1d])
          && !known.contains(field.identifier[2])
      }
    },
    .alsoRefusing(
      "demands-key-encipherment-of-rsa-leaves", "demands keyEncipherment of every RSA leaf that has a keyUsage"
    ) { question in
      guard let leaf = question.findings.path.first, let contents = CertificateContents(leaf),
        let facts = CertificateFacts(der: leaf), isPlainRSA(facts.spki),
        let usage = contents.extensions.first(where: { $0.identifier == [0x55, 0x1d, 15] })?.value,
        usage.count > 3, usage[3] & 0x20 == 0
      else { return nil }
      return TrustProblem(.keyUsage, "the leaf's RSA key may not encrypt keys", index: 0)
    },
    Mutant(
      "tries-other-paths-to-one-anchor", "tries other paths only to the anchor of the first",
      replaces: Rule<OtherPaths, [[[UInt8]]]>.triedPaths
    ) { other in
      let anchor = other.first.last
      return other.paths.filter { $0.last == anchor }
    },
    Mutant(
      "knows-anchors-by-their-keys", "takes a served certificate with the key of an anchor for an anchor",
      replaces: Rule<PolicyEvaluation, [[UInt8]]>.anchors
    ) { question in
      let roots = question.policy.roots
      let keys = Set(roots.compactMap { CertificateFacts(der: $0)?.spki })
      return roots
        + question.flight.certificates.dropFirst().filter { served in
          !roots.contains(served) && (CertificateFacts(der: served).map { keys.contains($0.spki) } ?? false)
        }
    },
    Mutant(
      "compares-denials-with-the-served-list",
      "compares the certificates that the user has denied with the list as served",
      replaces: PolicyCheck.deniedCertificates
    ) { question in
      question.flight.certificates.firstIndex(where: question.policy.platform.denied.contains)
        .map { TrustProblem(.untrusted, "the user has denied it", index: $0) }
    },
    .alsoRefusing("finds-loops-by-subject", "takes a path with the same subject twice for a loop") { question in
      var seen: Set<[UInt8]> = []
      for (index, der) in question.findings.path.enumerated() {
        guard let subject = CertificateFacts(der: der)?.subject else { continue }
        guard seen.insert(subject).inserted else {
          return TrustProblem(.untrusted, "its name is in the path already", index: index)
        }
      }
      return nil
    },
  ]
}

private func fitsLatestPathLengths(_ path: [[UInt8]]) -> Bool {
  var left = Int.max
  for (place, der) in path.dropFirst().reversed().enumerated() {
    guard let facts = CertificateFacts(der: der) else { return false }
    // The anchor is above what is counted.
    if place > 0, !facts.isSelfIssued {
      guard left > 0 else { return false }
      left -= 1
    }
    if let own = facts.pathLength { left = own }
  }
  return true
}

private func isInUnitedBase(_ name: String, _ written: String) -> Bool {
  let (own, base) = (HostName.plain(name), HostName.plain(written))
  let behindStar = own.hasPrefix("*.") ? String(own.dropFirst(2)) : own
  return base.hasPrefix(".") ? own.hasSuffix(base) : behindStar == base || own.hasSuffix("." + base)
}

/// Whether nothing speaks against this CA but a keyUsage that is not critical.
private func hasUncriticalUsageAlone(_ der: [UInt8]) -> Bool {
  guard let facts = CertificateFacts(der: der), facts.hasKeyUsage, !facts.signsCertificates,
    let usage = CertificateContents(der)?.extensions.first(where: { $0.identifier == [0x55, 0x1d, 15] })
  else { return false }
  let anyPurpose: [UInt8] = [0x55, 0x1d, 0x25, 0x00]
  let isForServers =
    facts.purposes.map { $0.contains(CertificateFacts.serverAuthentication) || $0.contains(anyPurpose) } ?? true
  return !usage.isCritical && isForServers
}

private func forbidsSubject(_ issuer: CertificateFacts, of leaf: CertificateFacts) -> Bool {
  let subject = leaf.subjectNames
  let permitted = issuer.permittedDirectories
  return !permitted.isEmpty && !permitted.contains { subject.starts(with: $0) }
    || issuer.excludedDirectories.contains { subject.starts(with: $0) }
}

private func allowsHosts(_ issuer: CertificateFacts, of leaf: CertificateFacts) -> Bool {
  leaf.dnsNames.allSatisfy { name in
    func isWithin(_ base: String) -> Bool {
      let (name, base) = (name.lowercased(), base.lowercased())
      return base.isEmpty || name == base || name.hasSuffix("." + base)
    }
    return (issuer.permittedHosts.isEmpty || issuer.permittedHosts.contains(where: isWithin))
      && !issuer.excludedHosts.contains(where: isWithin)
  }
}

/// Whether the algorithm of a SubjectPublicKeyInfo is rsaEncryption.
private func isPlainRSA(_ spki: [UInt8]) -> Bool {
  let identifier: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
  return (0..<12).contains { spki.dropFirst($0).starts(with: identifier) }
}
