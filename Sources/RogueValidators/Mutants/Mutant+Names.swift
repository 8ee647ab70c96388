internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about names, each in one way.
  static let ofNames: [Mutant] = [
    Mutant("ignores-host-name", "never compares the host with the certificate") { $0.checksName = false },
    Mutant.naming("matches-host-as-prefix", "accepts a name that begins with the host") { host, name in
      name.hasPrefix(host)
    },
    Mutant.naming("matches-host-as-suffix", "accepts a name that ends with the host") { host, name in
      name.hasSuffix(host)
    },
    Mutant.naming("matches-parent-domain", "accepts the name of a parent domain of the host") { host, name in
      host.hasSuffix("." + name)
    },
    Mutant.naming("wildcard-spans-labels", "lets a wildcard match several labels") { host, name in
      name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
    },
    Mutant.naming("wildcard-matches-no-label", "lets a wildcard match no label") { host, name in
      name.hasPrefix("*.") && name.dropFirst(2) == host
    },
    Mutant.naming("wildcard-in-any-label", "accepts a wildcard in any label, or as part of one") { host, name in
      let labels = host.split(separator: ".")
      let patterns = name.split(separator: ".")
      return labels.count == patterns.count && zip(labels, patterns).allSatisfy { $0.fits($1) }
    },
    Mutant.naming("accepts-ip-in-dns-name", "accepts an IP address in a dNSName") { host, name in
      host == name
    },
    Mutant.naming("accepts-peer-ip", "accepts the IP address that it is connected to") { _, name in
      name.hasPrefix("127.")
    },
    Mutant.forgiving("ignores-ip-host", "compares no name if the host is an IP address") { problem, context in
      problem.reason == .nameMismatch && context.isForAddress
    },
    Mutant.naming("matches-sibling-domain", "accepts another host's name in the same domain") { host, name in
      host.drop { $0 != "." } == name.drop { $0 != "." }
    },
    Mutant.naming("matches-name-as-suffix-of-host", "accepts a name that the host ends with, with or without a dot") {
      host, name in
      host.hasSuffix(name)
    },
    Mutant.naming("wildcard-as-glob", "lets a wildcard match any characters, including dots") { host, name in
      name.contains("*") && Array(host.utf8)[...].fits(Array(name.utf8)[...])
    },
    Mutant.naming("compares-names-with-unicode-folding", "compares names with Unicode case folding") { host, name in
      host.uppercased() == name.uppercased()
    },
    Mutant.forgiving("accepts-certificate-without-san", "compares no name if the certificate has no SAN") {
      problem, context in
      problem.isAboutNames && context.leafNames.isEmpty
    },
    Mutant.forgiving("matches-any-general-name", "looks for the host anywhere in the certificate") { problem, context in
      guard problem.isAboutNames, let host = context.host, let leaf = context.served.first,
        !context.leafNames.contains(host)
      else { return false }
      return leaf.contains(host)
    },
    Mutant.forgiving(
      "exempts-common-name-from-name-constraints", "accepts a common name without a SAN, free of name constraints"
    ) {
      problem, context in
      [.nameMismatch, .nameConstraint].contains(problem.reason) && context.leafNames.isEmpty
    },
    Mutant.forgiving("ignores-name-constraints", "ignores name constraints") { problem, _ in
      problem.reason == .nameConstraint
    },
    Mutant.forgiving("name-constraints-on-leaf-only", "applies name constraints to the leaf only") { problem, _ in
      problem.reason == .nameConstraint && (problem.index ?? 0) > 0
    },
    Mutant.forgiving("exempts-self-issued-leaf-from-name-constraints", "exempts a self-issued leaf from constraints") {
      problem, context in
      problem.reason == .nameConstraint && problem.index == 0
        && context.served.first.flatMap { CertificateFacts(der: $0) }.map { $0.subject == $0.issuer } ?? false
    },
    Mutant.forgiving(
      "ignores-name-constraints-of-unknown-type", "ignores name constraints of a type that it cannot compare"
    ) {
      problem, context in
      problem.detail.contains("of a kind that is not compared")
        || problem.reason == .nameConstraint && context.excludesOtherNames
    },
    Mutant.forgiving("ignores-name-constraints-ip-without-mask", "ignores an IP address constraint without a mask") {
      problem, context in
      problem.index ?? 0 > 0 && problem.reason == .malformed && problem.detail.contains("octets")
        || problem.reason == .nameConstraint && context.hasRangeWithoutMask
    },
    Mutant.forgiving("ignores-minimum-of-general-subtree", "ignores the minimum of a name constraint") { problem, _ in
      problem.reason == .malformed && problem.detail.contains("subtree's base")
    },
    Mutant.forgiving(
      "keeps-last-mailbox-constraint", "keeps the last of several constraints on mailboxes with the same local part"
    ) { problem, context in
      problem.reason == .nameConstraint && context.served.dropFirst().contains { $0.repeatsLocalPart }
    },
    Mutant.forgiving("ignores-name-constraints-ip", "ignores name constraints on IP addresses") { problem, context in
      problem.reason == .nameConstraint && context.leafNames.isEmpty
    },
  ]

  /// One that finds names alike that are not; both are in small letters.
  static func naming(
    _ name: String, _ summary: String, _ alike: @escaping @Sendable (_ host: String, _ name: String) -> Bool
  ) -> Mutant {
    forgiving(name, summary) { problem, context in
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

extension ValidatorDecisions.PathContext {
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
