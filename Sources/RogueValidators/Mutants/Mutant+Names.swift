internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about names, each in one way.
  static let ofNames: [Mutant] = [
    Mutant("ignores-host-name", "never compares the host with the certificate") { $0.checksName = false },
    Mutant.naming("matches-host-as-prefix", "takes a name that goes on where the host ends") { host, name in
      name.hasPrefix(host)
    },
    Mutant.naming("matches-host-as-suffix", "takes a name that only ends like the host") { host, name in
      name.hasSuffix(host)
    },
    Mutant.naming("matches-parent-domain", "takes a name that the host is below") { host, name in
      host.hasSuffix("." + name)
    },
    Mutant.naming("wildcard-spans-labels", "lets a star stand for several labels") { host, name in
      name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
    },
    Mutant.naming("wildcard-matches-no-label", "lets a star stand for no label") { host, name in
      name.hasPrefix("*.") && name.dropFirst(2) == host
    },
    Mutant.naming("wildcard-in-any-label", "lets a star stand for any label, or for a part of one") { host, name in
      let labels = host.split(separator: ".")
      let patterns = name.split(separator: ".")
      return labels.count == patterns.count && zip(labels, patterns).allSatisfy { $0.fits($1) }
    },
    Mutant.naming("accepts-ip-in-dns-name", "takes an address that is written as a host's name") { host, name in
      host == name
    },
    Mutant.naming("accepts-peer-ip", "takes the name of the address that it is connected to") {
      _, name in
      name.hasPrefix("127.")
    },
    Mutant.forgiving("ignores-ip-host", "compares no name where it was asked for an address") {
      problem, context in
      problem.reason == .nameMismatch && context.host?.utf8.allSatisfy { $0 == 0x2e || 0x30...0x39 ~= $0 } == true
    },
    Mutant.naming("matches-sibling-domain", "takes a name that is in the host's domain") { host, name in
      host.drop { $0 != "." } == name.drop { $0 != "." }
    },
    Mutant.naming("matches-name-as-suffix-of-host", "takes a name that the host ends with, dot or no dot") {
      host, name in
      host.hasSuffix(name)
    },
    Mutant.naming("wildcard-as-glob", "lets a star stand for any letters, dots included") { host, name in
      name.contains("*") && Array(host.utf8)[...].fits(Array(name.utf8)[...])
    },
    Mutant.naming("compares-names-with-unicode-folding", "compares names as people's languages do") { host, name in
      host.uppercased() == name.uppercased()
    },
    Mutant.forgiving("accepts-certificate-without-san", "compares no name where the certificate has none") {
      problem, context in
      [.nameMismatch, .malformed].contains(problem.reason) && context.leafNames.isEmpty
    },
    Mutant.forgiving("matches-any-general-name", "looks for the host in all that the certificate says") {
      problem, context in
      guard [.nameMismatch, .malformed].contains(problem.reason), let host = context.host,
        let leaf = context.served.first, !context.leafNames.contains(host)
      else { return false }
      return leaf.contains(host)
    },
    Mutant.forgiving(
      "exempts-common-name-from-name-constraints", "takes a common name where there is no other, and limits none"
    ) {
      problem, context in
      [.nameMismatch, .nameConstraint].contains(problem.reason) && context.leafNames.isEmpty
    },
    Mutant.forgiving("ignores-name-constraints", "lets a CA issue for names that it may not issue for") { problem, _ in
      problem.reason == .nameConstraint
    },
    Mutant.forgiving("name-constraints-on-leaf-only", "lets a CA appoint CAs of any name") { problem, _ in
      problem.reason == .nameConstraint && (problem.index ?? 0) > 0
    },
    Mutant.forgiving("exempts-self-issued-leaf-from-name-constraints", "limits nobody whose issuer has the same name") {
      problem, context in
      problem.reason == .nameConstraint && problem.index == 0
        && context.served.first.flatMap { CertificateFacts(der: $0) }.map { $0.subject == $0.issuer } ?? false
    },
    Mutant.forgiving(
      "ignores-name-constraints-of-unknown-type", "passes over limits of a kind of name that it cannot compare"
    ) {
      problem, _ in
      // OpenSSL's words, and those of the strict form.
      problem.detail.contains("unsupported name constraint type")
        || problem.detail.contains("of a kind that is not compared")
    },
    Mutant.forgiving("ignores-name-constraints-ip-without-mask", "passes over a limit on addresses that it cannot read")
    {
      problem, _ in
      // OpenSSL's words, and those of the strict form about the same field.
      problem.detail.contains("invalid name syntax")
        || problem.reason == .malformed && problem.index ?? 0 > 0 && problem.detail.contains("octets")
    },
    Mutant.forgiving("ignores-minimum-of-general-subtree", "passes over how deep a limit begins") { problem, _ in
      // OpenSSL's words, and those of the strict form about the same field.
      problem.detail.contains("minimum") || problem.reason == .malformed && problem.detail.contains("subtree")
    },
    Mutant.forgiving("ignores-name-constraints-ip", "lets a CA issue for addresses that it may not issue for") {
      problem, context in
      problem.reason == .nameConstraint && context.leafNames.isEmpty
    },
  ]

  /// One that finds names alike that are not; both are in small letters.
  private static func naming(
    _ name: String, _ summary: String, _ alike: @escaping @Sendable (_ host: String, _ name: String) -> Bool
  ) -> Mutant {
    forgiving(name, summary) { problem, context in
      // A name that is alike may also be one that nobody may write.
      guard [.nameMismatch, .malformed].contains(problem.reason), let host = context.host else { return false }
      return context.leafNames.contains { alike(host, $0) }
    }
  }
}

extension ValidatorDecisions.PathContext {
  /// The DNS names of the served leaf, in small letters.
  fileprivate var leafNames: [String] {
    (served.first.flatMap { CertificateFacts(der: $0) }?.dnsNames ?? []).map { $0.lowercased() }
  }
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
  /// Whether these letters are what a pattern says whose stars stand for any number of them.
  fileprivate func fits(_ pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return isEmpty }
    if first == UInt8(ascii: "*") {
      return fits(pattern.dropFirst()) || !isEmpty && dropFirst().fits(pattern)
    }
    return self.first == first && dropFirst().fits(pattern.dropFirst())
  }
}

extension [UInt8] {
  /// Whether this text stands somewhere in the bytes.
  fileprivate func contains(_ text: String) -> Bool {
    let needle = Array(text.utf8)
    guard !needle.isEmpty, count >= needle.count else { return false }
    return (0...count - needle.count).contains { self[$0..<$0 + needle.count].elementsEqual(needle) }
  }
}
