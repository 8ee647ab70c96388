internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about names, each in one way.
  static let ofNames: [Mutant] = [
    Mutant("ignores-the-name", "never compares the host with the certificate") { $0.checksName = false },
    Mutant.naming("takes-names-that-begin-so", "takes a name that goes on where the host ends") { host, name in
      name.hasPrefix(host)
    },
    Mutant.naming("takes-names-that-end-so", "takes a name that only ends like the host") { host, name in
      name.hasSuffix(host)
    },
    Mutant.naming("takes-the-domain-above", "takes a name that the host is below") { host, name in
      host.hasSuffix("." + name)
    },
    Mutant.naming("takes-stars-for-several-labels", "lets a star stand for several labels") { host, name in
      name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
    },
    Mutant.naming("takes-stars-for-nothing", "lets a star stand for no label") { host, name in
      name.hasPrefix("*.") && name.dropFirst(2) == host
    },
    Mutant.naming("takes-stars-anywhere", "lets a star stand for any label, or for a part of one") { host, name in
      let labels = host.split(separator: ".")
      let patterns = name.split(separator: ".")
      return labels.count == patterns.count && zip(labels, patterns).allSatisfy { $0.fits($1) }
    },
    Mutant.naming("takes-addresses-among-names", "takes an address that is written as a host's name") { host, name in
      host == name
    },
    Mutant.naming("takes-the-address-of-the-connection", "takes the name of the address that it is connected to") {
      _, name in
      name.hasPrefix("127.")
    },
    Mutant.forgiving("never-compares-addresses", "compares no name where it was asked for an address") {
      problem, context in
      problem.reason == .nameMismatch && context.host?.utf8.allSatisfy { $0 == 0x2e || 0x30...0x39 ~= $0 } == true
    },
    Mutant.naming("takes-the-hosts-neighbours", "takes a name that is in the host's domain") { host, name in
      host.drop { $0 != "." } == name.drop { $0 != "." }
    },
    Mutant.naming("takes-names-that-the-host-ends-with", "takes a name that the host ends with, dot or no dot") {
      host, name in
      host.hasSuffix(name)
    },
    Mutant.naming("takes-stars-as-shells-do", "lets a star stand for any letters, dots included") { host, name in
      name.contains("*") && Array(host.utf8)[...].fits(Array(name.utf8)[...])
    },
    Mutant.naming("folds-letters-of-every-script", "compares names as people's languages do") { host, name in
      host.uppercased() == name.uppercased()
    },
    Mutant.forgiving("takes-nameless-certificates", "compares no name where the certificate has none") {
      problem, context in
      [.nameMismatch, .malformed].contains(problem.reason) && context.leafNames.isEmpty
    },
    Mutant.forgiving("finds-the-host-anywhere", "looks for the host in all that the certificate says") {
      problem, context in
      guard [.nameMismatch, .malformed].contains(problem.reason), let host = context.host,
        let leaf = context.served.first, !context.leafNames.contains(host)
      else { return false }
      return leaf.contains(host)
    },
    Mutant.forgiving("lets-common-names-escape", "takes a common name where there is no other, and limits none") {
      problem, context in
      [.nameMismatch, .nameConstraint].contains(problem.reason) && context.leafNames.isEmpty
    },
    Mutant.forgiving("ignores-name-constraints", "lets a CA issue for names that it may not issue for") { problem, _ in
      problem.reason == .nameConstraint
    },
    Mutant.forgiving("limits-servers-only", "lets a CA appoint CAs of any name") { problem, _ in
      problem.reason == .nameConstraint && (problem.index ?? 0) > 0
    },
    Mutant.forgiving("excuses-self-issued-servers", "limits nobody whose issuer has the same name") {
      problem, context in
      problem.reason == .nameConstraint && problem.index == 0
        && context.served.first.flatMap { CertificateFacts(der: $0) }.map { $0.subject == $0.issuer } ?? false
    },
    Mutant.forgiving("passes-over-limits-of-other-kinds", "passes over limits of a kind of name that it cannot compare")
    {
      problem, _ in
      // OpenSSL's words, and those of the strict form.
      problem.detail.contains("unsupported name constraint type")
        || problem.detail.contains("of a kind that is not compared")
    },
    Mutant.forgiving("passes-over-networks-without-a-mask", "passes over a limit on addresses that it cannot read") {
      problem, _ in
      // OpenSSL's words, and those of the strict form about the same field.
      problem.detail.contains("invalid name syntax")
        || problem.reason == .malformed && problem.index ?? 0 > 0 && problem.detail.contains("octets")
    },
    Mutant.forgiving("passes-over-minimums", "passes over how deep a limit begins") { problem, _ in
      // OpenSSL's words, and those of the strict form about the same field.
      problem.detail.contains("minimum") || problem.reason == .malformed && problem.detail.contains("subtree")
    },
    Mutant.forgiving("limits-no-addresses", "lets a CA issue for addresses that it may not issue for") {
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

extension Decisions.PathContext {
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
