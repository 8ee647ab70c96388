internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about names, each in one way.
  static let ofNames: [Mutant] = [
    Mutant("ignores-host-name", "never compares the host with the certificate", leavesOut: [.referenceName])
      .lacking(.wholeRule),
    Mutant.nameVariant("matches-host-as-prefix", "accepts a name that begins with the host") { host, name in
      name.hasPrefix(host)
    },
    Mutant.nameVariant("matches-host-as-suffix", "accepts a name that ends with the host") { host, name in
      name.hasSuffix(host)
    },
    Mutant.nameVariant("matches-parent-domain", "accepts the name of a parent domain of the host") { host, name in
      host.hasSuffix("." + name)
    },
    Mutant.nameVariant("wildcard-spans-labels", "lets a wildcard match several labels") { host, name in
      name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
    },
    Mutant.nameVariant("wildcard-matches-no-label", "lets a wildcard match no label") { host, name in
      name.hasPrefix("*.") && name.dropFirst(2) == host
    },
    Mutant.nameVariant("wildcard-in-any-label", "accepts a wildcard in any label, or as part of one") { host, name in
      let labels = host.split(separator: ".")
      let patterns = name.split(separator: ".")
      return labels.count == patterns.count && zip(labels, patterns).allSatisfy { $0.fits($1) }
    },
    Mutant.nameVariant("accepts-ip-in-dns-name", "accepts an IP address in a dNSName") { host, name in
      host == name
    },
    Mutant.nameVariant("accepts-peer-ip", "accepts the IP address that it is connected to") { _, name in
      name.hasPrefix("127.")
    },
    Mutant.alsoAccepting("ignores-ip-host", "compares no name if the host is an IP address") { problem, context in
      problem.reason == .nameMismatch && context.isForAddress
    },
    Mutant.nameVariant("matches-sibling-domain", "accepts another host's name in the same domain") { host, name in
      host.drop { $0 != "." } == name.drop { $0 != "." }
    },
    Mutant.nameVariant(
      "matches-name-as-suffix-of-host", "accepts a name that the host ends with, with or without a dot"
    ) {
      host, name in
      host.hasSuffix(name)
    },
    Mutant.nameVariant("wildcard-as-glob", "lets a wildcard match any characters, including dots") { host, name in
      name.contains("*") && Array(host.utf8)[...].fits(Array(name.utf8)[...])
    },
    Mutant.nameVariant("compares-names-with-unicode-folding", "compares names with Unicode case folding") {
      host, name in
      host.uppercased() == name.uppercased()
    },
    Mutant.alsoAccepting("accepts-certificate-without-san", "compares no name if the certificate has no SAN") {
      problem, context in
      problem.isAboutNames && context.leafNames.isEmpty
    },
    Mutant.alsoAccepting("matches-any-general-name", "looks for the host anywhere in the certificate") {
      problem, context in
      guard problem.isAboutNames, let host = context.host, let leaf = context.served.first,
        !context.leafNames.contains(host)
      else { return false }
      return leaf.contains(host)
    },
    Mutant.alsoAccepting(
      "exempts-common-name-from-name-constraints", "accepts a common name without a SAN, free of name constraints"
    ) {
      problem, context in
      [.nameMismatch, .nameConstraint].contains(problem.reason) && context.leafNames.isEmpty
    },
    Mutant.alsoAccepting("ignores-name-constraints", "ignores name constraints") { problem, _ in
      problem.reason == .nameConstraint
    },
    Mutant.alsoAccepting("name-constraints-on-leaf-only", "applies name constraints to the leaf only") { problem, _ in
      problem.reason == .nameConstraint && (problem.index ?? 0) > 0
    },
    Mutant.alsoAccepting(
      "exempts-self-issued-leaf-from-name-constraints", "exempts a self-issued leaf from constraints"
    ) {
      problem, context in
      problem.reason == .nameConstraint && problem.index == 0
        && context.served.first.flatMap { CertificateFacts(der: $0) }.map { $0.subject == $0.issuer } ?? false
    },
    Mutant.alsoAccepting(
      "ignores-name-constraints-of-unknown-type", "ignores name constraints of a type that it cannot compare"
    ) {
      problem, context in
      problem.detail.contains("of a kind that is not compared")
        || problem.reason == .nameConstraint && context.excludesOtherNames
    },
    Mutant.alsoAccepting("ignores-name-constraints-ip-without-mask", "ignores an IP address constraint without a mask")
    {
      problem, context in
      problem.index ?? 0 > 0 && problem.reason == .malformed && problem.detail.contains("octets")
        || problem.reason == .nameConstraint && context.hasRangeWithoutMask
    },
    Mutant.alsoAccepting("ignores-minimum-of-general-subtree", "ignores the minimum of a name constraint") {
      problem, _ in
      problem.reason == .malformed && problem.detail.contains("subtree's base")
    },
    Mutant.alsoAccepting(
      "keeps-last-mailbox-constraint", "keeps the last of several constraints on mailboxes with the same local part"
    ) { problem, context in
      problem.reason == .nameConstraint && context.served.dropFirst().contains { $0.repeatsLocalPart }
    },
    Mutant.alsoAccepting("ignores-name-constraints-ip", "ignores name constraints on IP addresses") {
      problem, context in
      problem.reason == .nameConstraint && context.leafNames.isEmpty
    },
    .alsoAccepting("finds-ipv4-in-ipv6", "accepts an IPv4-mapped IPv6 address for the IPv4 address") {
      problem, context in
      guard problem.reason == .nameMismatch, let host = context.hostAddress else { return false }
      return context.facts?.addresses.contains([UInt8](repeating: 0, count: 10) + [0xff, 0xff] + host) == true
    },
    .alsoAccepting("compares-last-octets", "compares the last four octets of an address") { problem, context in
      guard problem.reason == .nameMismatch, let host = context.hostAddress else { return false }
      return context.facts?.addresses.contains { $0.suffix(4).elementsEqual(host) } == true
    }
    .alike("finds-ipv4-in-ipv6", because: "the address that decides is the mapped one"),
    .alsoAccepting("accepts-common-name-beside-other-kinds", "reads the common name if the SAN has no dNSName") {
      problem, context in
      guard problem.reason == .nameMismatch, let host = context.host, let leaf = context.facts else { return false }
      return leaf.dnsNames.isEmpty && context.hostAddress == nil
        && leaf.subject.suffix(host.utf8.count).elementsEqual(host.utf8)
    },
    .alsoAccepting("matches-name-as-prefix-of-host", "accepts a name that the host begins with") { problem, context in
      guard problem.reason == .nameMismatch, let host = context.host else { return false }
      return (context.facts?.dnsNames ?? []).contains { !$0.isEmpty && host.hasPrefix($0.lowercased()) }
    },
    .alsoAccepting("accepts-host-of-uri", "accepts the host of a URI in the SAN") { problem, context in
      guard problem.reason == .nameMismatch, let host = context.host, let leaf = context.facts else { return false }
      return leaf.uris.contains { uri in
        let rest = uri.lowercased().split(separator: ":", maxSplits: 1).last?.drop { $0 == "/" } ?? ""
        return rest.prefix { $0 != "/" && $0 != ":" } == host
      }
    },
    alsoRefusing("matches-no-wildcard-with-hyphens", "matches no wildcard in a name that has an A-label") { context in
      guard let host = context.host, let names = context.facts?.dnsNames.map({ $0.lowercased() }),
        !names.contains(host)
      else { return nil }
      let fitting = names.filter { $0.hasPrefix("*.") && $0.dropFirst() == host.drop { $0 != "." } }
      guard !fitting.isEmpty, fitting.allSatisfy({ $0.contains("--") }) else { return nil }
      return TrustProblem(.nameMismatch, "a wildcard with two hyphens", index: 0)
    },
    Mutant("satisfied-pins-replace-names", "compares no name if the path satisfies the pins", ignores: [.nameMismatch])
    {
      $0.isPinned(by: $0.findings.path)
    },
    Mutant("compares-names-of-pinned-hosts", "compares no name if no pins apply to the host", ignores: [.nameMismatch])
    {
      $0.pinSets.isEmpty
    },
    nameVariant("reads-names-to-the-first-nul", "reads a dNSName up to its first NUL") { host, name in
      name.unicodeScalars.contains("\0") && name.prefix { $0 != "\0" } == host
    },
    nameVariant("wildcards-within-labels", "lets each star of a name stand for any letters but a dot") { host, name in
      let labels = host.split(separator: ".")
      let patterns = name.split(separator: ".")
      return name.contains("*") && labels.count == patterns.count
        && zip(labels, patterns).allSatisfy { Array($0.utf8)[...].fitsLabel(Array($1.utf8)[...]) }
    },
    nameVariant("wildcards-match-addresses", "compares an address with wildcards, as text") { host, name in
      name.hasPrefix("*.") && HostName.isAddress(host)
        && host.drop { $0 != "." } == name.dropFirst()
    },
    alsoRefusing("compares-names-as-written", "turns the host to small letters, and not the names of the certificate") {
      context in
      guard let host = context.host, let names = context.facts?.dnsNames else { return nil }
      let fits = { (name: String) in name == host || name.hasPrefix("*.") && name.dropFirst() == host.drop { $0 != "." }
      }
      guard !names.contains(where: fits), names.contains(where: { fits($0.lowercased()) }) else { return nil }
      return TrustProblem(.nameMismatch, "the letters are others", index: 0)
    },
    alsoRefusing("writes-addresses-out", "compares an IPv6 address as eight groups of digits") { context in
      guard let host = context.host, host.contains(":") else { return nil }
      let written = context.facts?.addresses.filter { $0.count == 16 }.map(\.groups) ?? []
      return written.contains(host) ? nil : TrustProblem(.nameMismatch, "an address is written otherwise", index: 0)
    },
    alsoRefusing("finds-no-address-beside-names", "compares no iPAddress if the SAN has a dNSName") { context in
      guard let facts = context.facts, !facts.dnsNames.isEmpty, context.isForAddress else { return nil }
      return TrustProblem(.nameMismatch, "no dNSName is the address", index: 0)
    },
    alsoRefusing("reads-first-name-only", "compares the first dNSName only") { context in
      guard let host = context.host, let first = context.facts?.dnsNames.first else { return nil }
      return host.isNamed(by: first.lowercased())
        ? nil : TrustProblem(.nameMismatch, "the first name is another", index: 0)
    },
    nameVariant("partial-wildcards-in-a-labels", "lets a star stand for a part of an A-label") { host, name in
      let (label, pattern) = (host.prefix { $0 != "." }, name.prefix { $0 != "." })
      guard label.hasPrefix("xn--"), let star = pattern.firstIndex(of: "*") else { return false }
      return label.hasPrefix(pattern[..<star]) && label.hasSuffix(pattern[pattern.index(after: star)...])
        && host.dropFirst(label.count) == name.dropFirst(pattern.count)
    },
    alsoRefusing("skips-first-name", "skips the first entry of the SAN") { context in
      guard let host = context.host, let names = context.facts?.dnsNames, !context.isForAddress else { return nil }
      let fits = names.dropFirst().contains { host.isNamed(by: $0.lowercased()) }
      return fits ? nil : TrustProblem(.nameMismatch, "no entry behind the first is the host", index: 0)
    }
    .lacking(.wholeRule),
    .alsoAccepting("splits-joined-names", "joins the entries of the SAN with ', ' and splits them there") {
      problem, context in
      guard [.nameMismatch, .malformed].contains(problem.reason), let host = context.host else { return false }
      let joined = (context.facts?.dnsNames ?? []).map { "dns:" + $0.lowercased() }.joined(separator: ", ")
      return joined.split(separator: ",").map { $0.drop { $0 == " " } }.contains { entry in
        entry.hasPrefix("dns:") && host.isNamed(by: String(entry.dropFirst(4)))
      }
    },
    .alsoAccepting("falls-back-to-common-names", "reads the common name if no dNSName is the host") {
      problem, context in
      problem.reason == .nameMismatch && context.isNamedBySubject
    },
    alsoRefusing("compares-wildcards-as-written", "compares what follows a wildcard in its letter case") { context in
      guard let host = context.host, let names = context.facts?.dnsNames else { return nil }
      let fits = names.contains { host.isNamed(by: $0.hasPrefix("*.") ? $0 : $0.lowercased()) }
      guard !fits, names.contains(where: { host.isNamed(by: $0.lowercased()) }) else { return nil }
      return TrustProblem(.nameMismatch, "the letters behind the wildcard are others", index: 0)
    },
    alsoRefusing("compares-final-dots", "compares names with the trailing dot of the host") { context in
      context.hasFinalDot ? TrustProblem(.nameMismatch, "no name ends in a dot", index: 0) : nil
    }.uncaught(because: "good clients refuse such a host: `healthy/pinned-host-trailing-dot`, of level may, shows it"),
    judging(
      "compares-common-names-only", "compares the host with the common name, and never with the SAN",
      accepting: { problem, context in
        [.nameMismatch, .malformed].contains(problem.reason) && context.isNamedBySubject
      },
      refusing: { context in
        context.host == nil || context.isNamedBySubject
          ? nil : TrustProblem(.nameMismatch, "the common name is another", index: 0)
      }
    )
    .lacking(.wholeRule),
  ]

  /// One that finds names alike that are not; both are in small letters.
  static func nameVariant(
    _ name: String, _ summary: String, _ alike: @escaping @Sendable (_ host: String, _ name: String) -> Bool
  ) -> Mutant {
    alsoAccepting(name, summary) { problem, context in
      // A name that is alike may also be one that nobody may write.
      guard problem.isAboutNames, let host = context.host else { return false }
      return context.leafNames.contains { alike(host, $0) }
    }
  }
}

extension TrustProblem {
  /// Whether the host is not among the names, or they cannot be read.
  fileprivate var isAboutNames: Bool {
    reason == .nameMismatch
      || reason == .malformed && index == 0 && ["AltName", "name", "address"].contains(where: detail.contains)
  }
}

extension PolicyEvaluation {
  /// The DNS names of the served leaf, in small letters.
  fileprivate var leafNames: [String] {
    (served.first.flatMap { CertificateFacts(der: $0) }?.dnsNames ?? []).map { $0.lowercased() }
  }

  /// Whether a CA limits addresses to a range that has no mask.
  fileprivate var hasRangeWithoutMask: Bool {
    issuers.contains { ($0.permittedRanges + $0.excludedRanges).contains { $0.count != 8 && $0.count != 32 } }
  }

  /// Whether a CA excludes an otherName.
  fileprivate var excludesOtherNames: Bool { issuers.contains(where: \.excludesOtherNames) }
}

extension Substring {
  /// Whether this label is what a pattern with at most one star says.
  fileprivate func fits(_ pattern: Substring) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return self == pattern }
    let (begin, end) = (pattern[..<star], pattern[pattern.index(after: star)...])
    return count >= begin.count + end.count && hasPrefix(begin) && hasSuffix(end)
  }
}

extension ArraySlice<UInt8> {
  /// Whether these letters match a pattern in which a star stands for any number of letters.
  fileprivate func fits(_ pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return isEmpty }
    if first == UInt8(ascii: "*") {
      return fits(pattern.dropFirst()) || !isEmpty && dropFirst().fits(pattern)
    }
    return self.first == first && dropFirst().fits(pattern.dropFirst())
  }
}

extension [UInt8] {
  /// Whether two mailboxes in the bytes have the same part before the @.
  fileprivate var repeatsLocalPart: Bool {
    var seen: Set<[UInt8]> = []
    return indices.contains { index in
      guard self[index] == UInt8(ascii: "@") else { return false }
      let local = self[..<index].reversed().prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      return local.count > 3 && !seen.insert(Array(local)).inserted
    }
  }

  /// Whether this text stands somewhere in the bytes.
  fileprivate func contains(_ text: String) -> Bool {
    let needle = Array(text.utf8)
    guard !needle.isEmpty, count >= needle.count else { return false }
    return (0...count - needle.count).contains { self[$0..<$0 + needle.count].elementsEqual(needle) }
  }
}

extension PolicyEvaluation {
  /// The octets of an IPv4 host; nil if the host has a name.
  fileprivate var hostAddress: [UInt8]? {
    let octets = host?.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) } ?? []
    let known = octets.compactMap(\.self)
    return octets.count == 4 && known.count == 4 ? known : nil
  }

  var isForAddress: Bool { host.map(HostName.isAddress) ?? false }

  /// Whether the last common name of the leaf's subject is the host, or a wildcard for it.
  fileprivate var isNamedBySubject: Bool {
    guard let host, let name = facts?.commonName else { return false }
    return host.isNamed(by: name.lowercased())
  }
}

extension String {
  /// Whether a name is this host, or a wildcard for it; both in small letters.
  fileprivate func isNamed(by name: String) -> Bool {
    name == self || name.hasPrefix("*.") && name.dropFirst() == drop { $0 != "." }
  }
}

extension CertificateFacts {
  /// The last common name of the subject.
  fileprivate var commonName: String? {
    let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]
    for name in subjectNames.reversed() {
      guard let place = name.indices.first(where: { name[$0...].starts(with: commonName) }) else { continue }
      let value = name[(place + commonName.count)...].dropFirst()
      guard let length = value.first, length < 0x80 else { return nil }
      return String(decoding: value.dropFirst().prefix(Int(length)), as: UTF8.self)
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether these letters match a pattern in which each star stands for one letter or more.
  fileprivate func fitsLabel(_ pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return isEmpty }
    if first == UInt8(ascii: "*") {
      return !isEmpty && (dropFirst().fitsLabel(pattern.dropFirst()) || dropFirst().fitsLabel(pattern))
    }
    return self.first == first && dropFirst().fitsLabel(pattern.dropFirst())
  }
}

extension [UInt8] {
  /// The groups of an IPv6 address, none left out.
  fileprivate var groups: String {
    stride(from: 0, to: count - 1, by: 2).map { String(Int(self[$0]) << 8 | Int(self[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }
}
