internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about how a name or an address may be written; cells of tables have to catch them.
  static let ofSpellings: [Mutant] = [
    .alsoAccepting(
      "cuts-final-dots-of-presented-names",
      "cuts a final dot from the dNSNames of a certificate before it compares them"
    ) { problem, question in
      guard problem.reason == .nameMismatch, let host = question.policy.hostname, !HostName.isAddress(host),
        let leaf = question.findings.path.first.flatMap({ CertificateFacts(der: $0) })
      else { return false }
      return leaf.dnsNames.contains { $0.hasSuffix(".") && isNameForHostWithoutDots($0, host) }
    },
    .alsoAccepting(
      "takes-a-leading-dot-for-a-domain", "takes a dNSName with a dot in front for every host below it"
    ) { problem, question in
      guard problem.reason == .nameMismatch, let host = question.policy.hostname, !HostName.isAddress(host),
        let leaf = question.findings.path.first.flatMap({ CertificateFacts(der: $0) })
      else { return false }
      let own = HostName.plain(host)
      return leaf.dnsNames.contains { name in
        name.hasPrefix(".") && name.utf8.count > 1 && own.utf8.count > name.utf8.count
          && own.hasSuffix(name.lowercased())
      }
    },
    Mutant(
      "finds-pins-by-idna-2003", "looks up pin sets with the letters that IDNA 2003 puts in the place of others",
      replaces: PolicyCheck.pins
    ) { question in
      let host = hostByIDNA2003(question.flight.host)
      let failed = question.policy.pinSets.first { set in
        let own = hostByIDNA2003(set.host)
        return (host == own || set.includeSubdomains && host.hasSuffix("." + own)) && set.isInForce(at: question.now)
          && !set.any.contains { $0.fits(question.findings.path) }
      }
      return failed.map { TrustProblem(.pinMismatch, "no pin for \($0.host) matches the path") }
    },
    .alsoAccepting(
      "compares-addresses-as-far-as-both-go", "compares addresses of different lengths as far as the shorter one goes"
    ) { problem, question in
      guard problem.reason == .nameMismatch, let host = question.policy.hostname, HostName.isAddress(host),
        let octets = addressOctetsToZip(host),
        let leaf = question.findings.path.first.flatMap({ CertificateFacts(der: $0) })
      else { return false }
      return leaf.addresses.contains { address in zip(address, octets).allSatisfy { $0 == $1 } }
    },
    Mutant(
      "cuts-every-final-dot", "cuts every dot from the end of the host that it verifies, however many there are",
      replaces: Rule<PolicyEvaluation, String?>.referenceName
    ) { question in
      guard let written = question.policy.hostname else { return nil }
      var name = written
      while name.count > 1, name.hasSuffix(".") { name.removeLast() }
      return name
    }.uncaught(because: "an attempt names the host to compare without any dot at its end"),
    .alsoAccepting(
      "folds-local-parts", "compares the local parts of mailboxes with name constraints without regard to letter case"
    ) { problem, question in
      guard problem.reason == .nameConstraint, let leaf = question.findings.path.first else { return false }
      let mailboxes = foldedMailboxes(of: leaf)
      return !mailboxes.isEmpty
        && question.findings.path.dropFirst().allSatisfy { allowsFolded(mailboxes, constraintsOf: $0) }
    },
    .judging(
      "keeps-final-dots-of-bases",
      "finds no name in a subtree of name constraints whose base is written with a final dot",
      accepting: { problem, question in
        guard problem.reason == .nameConstraint,
          let leaf = question.findings.path.first.flatMap({ CertificateFacts(der: $0) })
        else { return false }
        let issuers = question.findings.path.dropFirst().compactMap { CertificateFacts(der: $0) }
        let isAboutHosts = issuers.allSatisfy { issuer in
          issuer.permittedHosts.isEmpty && issuer.permittedRanges.isEmpty && issuer.excludedRanges.isEmpty
            && issuer.permittedDirectories.isEmpty && issuer.excludedDirectories.isEmpty && !issuer.excludesOtherNames
        }
        let excluded = issuers.flatMap(\.excludedHosts)
        return isAboutHosts && excluded.contains { $0.hasSuffix(".") }
          && !leaf.dnsNames.contains { name in excluded.contains { isInDottedBase(name, $0) } }
      },
      refusing: { question in
        guard let leaf = question.findings.path.first.flatMap({ CertificateFacts(der: $0) }) else { return nil }
        let issuers = question.findings.path.dropFirst().compactMap { CertificateFacts(der: $0) }
        let isOutside = issuers.contains { issuer in
          issuer.permittedHosts.contains { $0.hasSuffix(".") }
            && !leaf.dnsNames.allSatisfy { name in issuer.permittedHosts.contains { isInDottedBase(name, $0) } }
        }
        return isOutside
          ? TrustProblem(.nameConstraint, "a CA above it may not issue for one of its names", index: 0) : nil
      }),
    .alsoRefusing(
      "reads-no-old-string-types",
      "refuses a certificate with a TeletexString, BMPString or UniversalString in its names"
    ) { question in
      question.findings.path.dropLast().firstIndex { der in
        guard let facts = CertificateFacts(der: der) else { return false }
        return hasOldString(facts.subject) || hasOldString(facts.issuer)
      }.map { TrustProblem(.malformed, "a name has a string of an unknown type", index: $0) }
    },
  ]
}

private func isNameForHostWithoutDots(_ presented: String, _ host: String) -> Bool {
  let (name, own) = (HostName.plain(presented), HostName.plain(host))
  guard !name.isEmpty, !name.hasSuffix(".") else { return false }
  if name == own { return true }
  guard name.hasPrefix("*."), let dot = own.firstIndex(of: "."), dot > own.startIndex else { return false }
  let domain = name.dropFirst(2)
  return domain.contains(".") && own[own.index(after: dot)...] == domain
}

private func hostByIDNA2003(_ host: String) -> String {
  var mapped = ""
  for letter in HostName.plain(host) {
    switch letter {
    case "\u{df}": mapped += "ss"
    case "\u{3c2}": mapped += "\u{3c3}"
    default: mapped.append(letter)
    }
  }
  return HostName.ascii(mapped)
}

private func addressOctetsToZip(_ host: String) -> [UInt8]? {
  guard host.contains(":") else {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let octets = parts.compactMap { UInt8($0) }
    return parts.count == 4 && octets.count == 4 ? octets : nil
  }
  let groups = host.split(separator: ":", omittingEmptySubsequences: false)
  guard let gap = groups.firstIndex(where: { $0.isEmpty }) else {
    return groups.count == 8 ? octetsOfGroups(groups[...]) : nil
  }
  let (left, right) = (octetsOfGroups(groups[..<gap]), octetsOfGroups(groups[gap...]))
  guard left.count + right.count < 16 else { return nil }
  return left + [UInt8](repeating: 0, count: 16 - left.count - right.count) + right
}

private func octetsOfGroups(_ groups: ArraySlice<Substring>) -> [UInt8] {
  groups.compactMap { UInt16($0, radix: 16) }.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
}

/// The rfc822Names of a certificate in lower case.
private func foldedMailboxes(of certificate: [UInt8]) -> [String] {
  let value = CertificateContents(certificate)?.extensions.first { $0.identifier == [0x55, 0x1d, 17] }?.value ?? []
  var outer = DERReader(value, lengths: .any)
  guard var names = outer.constructed(.sequence) else { return [] }
  var found: [String] = []
  while let name = names.next() {
    if name.tag == .context(1) { found.append(String(decoding: name.content, as: UTF8.self).lowercased()) }
  }
  return found
}

/// Whether a CA whose constraints are about mailboxes alone may issue for these.
private func allowsFolded(_ mailboxes: [String], constraintsOf certificate: [UInt8]) -> Bool {
  guard
    let value = CertificateContents(certificate)?.extensions.first(where: { $0.identifier == [0x55, 0x1d, 30] })?.value
  else { return true }
  var outer = DERReader(value, lengths: .any)
  guard var lists = outer.constructed(.sequence) else { return false }
  var permitted: [String] = []
  var excluded: [String] = []
  while let list = lists.next() {
    var subtrees = DERReader(list.content, lengths: .any)
    while var subtree = subtrees.constructed(.sequence) {
      guard let base = subtree.next(), base.tag == .context(1) else { return false }
      let text = String(decoding: base.content, as: UTF8.self).lowercased()
      if list.tag == .context(0, constructed: true) { permitted.append(text) } else { excluded.append(text) }
    }
  }
  return mailboxes.allSatisfy { mailbox in
    (permitted.isEmpty || permitted.contains { isFolded(mailbox, within: $0) })
      && !excluded.contains { isFolded(mailbox, within: $0) }
  }
}

private func isFolded(_ mailbox: String, within base: String) -> Bool {
  if base.contains("@") { return mailbox == base }
  return base.hasPrefix(".") ? mailbox.hasSuffix(base) : mailbox.hasSuffix("@" + base)
}

/// Whether some name that this one matches lies in the subtree; in none whose base has a final dot.
private func isInDottedBase(_ name: String, _ written: String) -> Bool {
  let base = written.lowercased()
  guard !base.hasSuffix(".") else { return false }
  let own = HostName.plain(name)
  if own == base || own.hasSuffix(base.hasPrefix(".") ? base : "." + base) { return true }
  guard own.hasPrefix("*.") else { return false }
  let domain = String(own.dropFirst(2))
  return domain == base || base.hasSuffix("." + domain) && !base.dropLast(domain.count + 1).contains(".")
}

private func hasOldString(_ name: [UInt8]) -> Bool {
  let old: [DERTag] = [.teletexString, .bmpString, .universalString]
  var outer = DERReader(name, lengths: .any)
  guard var parts = outer.constructed(.sequence) else { return false }
  while var part = parts.constructed(.set) {
    while var pair = part.constructed(.sequence) {
      guard pair.skip(), let value = pair.next() else { continue }
      if old.contains(value.tag) { return true }
    }
  }
  return false
}
