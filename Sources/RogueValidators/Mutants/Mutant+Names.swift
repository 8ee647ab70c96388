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
    Mutant.forgiving("takes-nameless-certificates", "compares no name where the certificate has none") {
      problem, context in
      problem.reason == .nameMismatch && context.leafNames.isEmpty
    },
  ]

  /// One that finds names alike that are not; both are in small letters.
  private static func naming(
    _ name: String, _ summary: String, _ alike: @escaping @Sendable (_ host: String, _ name: String) -> Bool
  ) -> Mutant {
    forgiving(name, summary) { problem, context in
      guard problem.reason == .nameMismatch, let host = context.host else { return false }
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
