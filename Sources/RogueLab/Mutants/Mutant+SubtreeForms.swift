internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about subtrees of URIs and mailboxes.
  static let ofSubtreeForms: [Mutant] = [
    Mutant.alsoAccepting(
      "reads-user-information-as-the-host",
      "holds the user information of a URI against name constraints, as if it were the host"
    ) { problem, question in
      problem.reason == .nameConstraint && problem.index == 0
        && URIsByTheirBeginning.areAllowed(in: question.findings.path)
    },
    Mutant.judging(
      "reads-hosts-of-mailboxes-as-domains", "reads a base of mailboxes without a dot before it as a whole domain",
      accepting: { problem, question in
        problem.reason == .nameConstraint && problem.index == 0 && MailboxDomains.permit(question.findings.path)
      },
      refusing: { question in
        MailboxDomains.exclude(question.findings.path)
          ? TrustProblem(.nameConstraint, "a CA above it may not issue for one of its mailboxes", index: 0) : nil
      }),
  ]
}

private enum URIsByTheirBeginning {
  /// Whether the leaf has a URI with user information, and the beginnings of all its URIs are allowed.
  static func areAllowed(in path: [[UInt8]]) -> Bool {
    guard let der = path.first, let leaf = CertificateFacts(der: der) else { return false }
    let hosts = leaf.uris.compactMap(beginning)
    guard leaf.uris.contains(where: { authority($0)?.contains("@") == true }), hosts.count == leaf.uris.count else {
      return false
    }
    return path.dropFirst().allSatisfy { issuer in
      let permitted = Subtrees.bases(issuer, list: 0xa0, kind: 0x86)
      let excluded = Subtrees.bases(issuer, list: 0xa1, kind: 0x86)
      return hosts.allSatisfy { host in
        (permitted.isEmpty || permitted.contains { holds($0, host) }) && !excluded.contains { holds($0, host) }
      } && allowsHosts(issuer, leaf.dnsNames)
    }
  }

  private static func authority(_ uri: String) -> Substring? {
    let parts = uri.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasSuffix(":"), parts[1].isEmpty else { return nil }
    return parts[2].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  private static func beginning(_ uri: String) -> String? {
    authority(uri).map {
      String($0.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_" }).lowercased()
    }
  }

  private static func holds(_ base: String, _ host: String) -> Bool {
    let base = base.lowercased()
    return base.isEmpty || (base.hasPrefix(".") ? host.hasSuffix(base) && host != base : host == base)
  }

  /// The other names are compared rightly.
  private static func allowsHosts(_ issuer: [UInt8], _ names: [String]) -> Bool {
    guard let facts = CertificateFacts(der: issuer) else { return false }
    func lies(_ name: String, _ base: String) -> Bool {
      let base = base.lowercased()
      let own = name.lowercased()
      let rest = own.hasPrefix("*.") ? String(own.dropFirst(2)) : own
      return base.isEmpty || rest == base || rest.hasSuffix("." + base)
    }
    return names.allSatisfy { name in
      (facts.permittedHosts.isEmpty || facts.permittedHosts.contains { lies(name, $0) })
        && !facts.excludedHosts.contains { lies(name, $0) }
    }
  }
}

private enum MailboxDomains {
  /// Whether a mailbox of the leaf is permitted by this reading only, and all are permitted by it.
  static func permit(_ path: [[UInt8]]) -> Bool {
    guard let leaf = path.first else { return false }
    let mailboxes = mailboxes(leaf)
    let lists = path.dropFirst().map { Subtrees.bases($0, list: 0xa0, kind: 0x81) }.filter { !$0.isEmpty }
    let isOutside = lists.contains { list in
      mailboxes.contains { mailbox in !list.contains { isHeld(mailbox, by: $0, asDomain: false) } }
    }
    return isOutside && !exclude(path)
      && lists.allSatisfy { list in
        mailboxes.allSatisfy { mailbox in list.contains { isHeld(mailbox, by: $0, asDomain: true) } }
      }
  }

  static func exclude(_ path: [[UInt8]]) -> Bool {
    guard let leaf = path.first else { return false }
    let mailboxes = mailboxes(leaf)
    return path.dropFirst().contains { issuer in
      Subtrees.bases(issuer, list: 0xa1, kind: 0x81).contains { base in
        mailboxes.contains { isHeld($0, by: base, asDomain: true) }
      }
    }
  }

  private static func isHeld(_ mailbox: String, by base: String, asDomain: Bool) -> Bool {
    guard let at = mailbox.lastIndex(of: "@") else { return false }
    let host = mailbox[mailbox.index(after: at)...].lowercased()
    if let sign = base.lastIndex(of: "@") {
      return mailbox[..<at] == base[..<sign] && base[base.index(after: sign)...].lowercased() == host
    }
    let name = base.lowercased()
    if name.isEmpty { return true }
    if name.hasPrefix(".") { return host.hasSuffix(name) }
    return host == name || asDomain && host.hasSuffix("." + name)
  }

  private static func mailboxes(_ der: [UInt8]) -> [String] {
    guard let value = Subtrees.value(of: [0x55, 0x1d, 17], in: der) else { return [] }
    var outer = DERCursor(value)
    var names = DERCursor(outer.next(0x30) ?? [])
    return names.rest().filter { $0.tag == 0x81 }.map { String(decoding: $0.content, as: UTF8.self) }
  }
}

private enum Subtrees {
  /// The bases of one kind in a list of nameConstraints: 0xa0 for permitted ones, 0xa1 for excluded ones.
  static func bases(_ der: [UInt8], list wanted: UInt8, kind: UInt8) -> [String] {
    guard let value = value(of: [0x55, 0x1d, 30], in: der) else { return [] }
    var outer = DERCursor(value)
    var lists = DERCursor(outer.next(0x30) ?? [])
    var found: [String] = []
    for list in lists.rest() where list.tag == wanted {
      var subtrees = DERCursor(list.content)
      for subtree in subtrees.rest() {
        var base = DERCursor(subtree.content)
        if let text = base.next(kind) { found.append(String(decoding: text, as: UTF8.self)) }
      }
    }
    return found
  }

  static func value(of identifier: [UInt8], in der: [UInt8]) -> [UInt8]? {
    CertificateContents(der)?.extensions.first { $0.identifier == identifier }?.value
  }
}
