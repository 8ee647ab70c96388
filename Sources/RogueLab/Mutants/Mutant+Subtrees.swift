internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about the names that a CA may issue for, in one spelling or circumstance.
  static let ofSubtrees: [Mutant] = [
    Mutant.alsoAccepting(
      "takes-unreadable-constraints-for-none", "takes nameConstraints that cannot be decoded for none"
    ) {
      problem, question in
      guard problem.reason == .malformed || problem.reason == .nameConstraint else { return false }
      let path = question.findings.path
      let damaged = path.indices.dropFirst().filter { hasUnreadableConstraints(path[$0]) }
      guard !damaged.isEmpty else { return false }
      // Nothing else is written wrongly.
      return path.indices.allSatisfy { damaged.contains($0) || CertificateForm.fault(in: path[$0]) == nil }
    },
    Mutant.alsoAccepting(
      "excludes-no-dotted-names", "finds a dNSName with a final dot in no excluded subtree"
    ) { problem, question in
      problem.reason == .nameConstraint && problem.index == 0
        && DottedPresentedNames.areAlone(in: question.findings.path)
    },
    Mutant.alsoAccepting(
      "compares-directories-as-text", "lets the text of a subject only begin with that of a permitted directory"
    ) { problem, question in
      guard problem.reason == .nameConstraint, let index = problem.index else { return false }
      return DirectoriesAsText.permit(question.findings.path, index)
    },
    Mutant.alsoAccepting(
      "constrains-nothing-for-addresses",
      "compares no name of the leaf with name constraints where the host is an address"
    ) { problem, question in
      problem.reason == .nameConstraint && problem.index == 0
        && question.policy.hostname.map { HostName.isAddress($0) } == true
    }
    .alike("ignores-name-constraints-ip", because: "where a constraint on addresses decides, the host is an address"),
    Mutant.alsoAccepting(
      "constrains-names-on-the-first-path-only", "applies name constraints to the first path only"
    ) { problem, question in
      problem.reason == .nameConstraint && question.findings.path != question.paths.first
    },
  ]
}

private func hasUnreadableConstraints(_ certificate: [UInt8]) -> Bool {
  let identifier: [UInt8] = [0x55, 0x1d, 30]
  let found = CertificateContents(certificate)?.extensions.first { $0.identifier == identifier }
  guard let value = found?.value else { return false }
  var outer = DERReader(value, lengths: .any)
  guard var lists = outer.constructed(.sequence), outer.isAtEnd, !lists.isAtEnd else { return true }
  while !lists.isAtEnd {
    guard let list = lists.next(),
      list.tag == .context(0, constructed: true) || list.tag == .context(1, constructed: true)
    else { return true }
    var subtrees = DERReader(list.content, lengths: .any)
    while !subtrees.isAtEnd {
      guard var subtree = subtrees.constructed(.sequence), subtree.next() != nil else { return true }
    }
  }
  return false
}

private enum DottedPresentedNames {
  /// Whether names with a final dot are the only ones that a CA of the path excludes.
  static func areAlone(in path: [[UInt8]]) -> Bool {
    guard let der = path.first, let leaf = CertificateFacts(der: der) else { return false }
    let dotted = leaf.dnsNames.filter { $0.hasSuffix(".") }
    let others = leaf.dnsNames.filter { !$0.hasSuffix(".") }
    let issuers = path.dropFirst().compactMap { CertificateFacts(der: $0) }
    guard !dotted.isEmpty else { return false }
    return issuers.allSatisfy { issuer in
      let names = others + dotted.map { String($0.dropLast()) }
      let isPermitted =
        issuer.permittedHosts.isEmpty
        || names.allSatisfy { name in issuer.permittedHosts.contains { lies(name, in: $0) } }
      let isExcluded = others.contains { name in issuer.excludedHosts.contains { lies(name, in: $0) } }
      let hasOthers =
        !issuer.permittedDirectories.isEmpty || !issuer.excludedDirectories.isEmpty || issuer.excludesOtherNames
        || !leaf.addresses.isEmpty && !(issuer.permittedRanges.isEmpty && issuer.excludedRanges.isEmpty)
      return isPermitted && !isExcluded && !hasOthers
    }
  }

  private static func lies(_ name: String, in base: String) -> Bool {
    var name = name.lowercased()
    if name.hasPrefix("*.") { name = String(name.dropFirst(2)) }
    let base = base.lowercased()
    return base.isEmpty || name == base || name.hasSuffix("." + base)
  }
}

private enum DirectoriesAsText {
  /// Whether the certificate at this place would be refused for its subject alone, and its text begins rightly.
  static func permit(_ path: [[UInt8]], _ index: Int) -> Bool {
    guard path.indices.contains(index), let own = CertificateFacts(der: path[index]) else { return false }
    let issuers = path[(index + 1)...].compactMap { CertificateFacts(der: $0) }
      .filter { !$0.permittedDirectories.isEmpty }
    let isOutside = issuers.contains { issuer in
      !issuer.permittedDirectories.contains { own.subjectNames.starts(with: $0) }
    }
    return isOutside
      && issuers.allSatisfy { issuer in
        issuer.permittedDirectories.contains { begins(own.subjectNames, with: $0) }
          && !issuer.excludedDirectories.contains { own.subjectNames.starts(with: $0) }
      }
  }

  private static func begins(_ subject: [[UInt8]], with base: [[UInt8]]) -> Bool {
    guard let last = base.last, subject.count >= base.count, subject.starts(with: base.dropLast()),
      let wanted = attribute(last), let found = attribute(subject[base.count - 1])
    else { return base.isEmpty }
    return wanted.type == found.type && found.text.hasPrefix(wanted.text)
  }

  /// The first attribute of a relative name.
  private static func attribute(_ name: [UInt8]) -> (type: [UInt8], text: String)? {
    var set = DERCursor(name)
    guard let pair = set.next(0x30) else { return nil }
    var fields = DERCursor(pair)
    guard let type = fields.next(0x06), let value = fields.next() else { return nil }
    return (Array(type), String(decoding: value.content, as: UTF8.self))
  }
}
