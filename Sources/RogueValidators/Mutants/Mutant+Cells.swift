internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Mutants that the cells of decision tables have to catch, whether or not a scenario does. They come from the sources and
  /// documents of real libraries: docs/records/planted-bugs.md.
  static let ofCells =
    pinsOfCells + pathsOfCells + namesOfCells + revocationOfCells + furtherOfCells + laterOfCells
    + recentOfCells + reportedOfCells + gatheredOfCells

  private static let pinsOfCells: [Mutant] = [
    Mutant("compares-suffix-without-dot", "applies pins to hosts that end in the name without a dot between") {
      $0.pinScope = .withoutDot
    },
    Mutant("include-subdomains-excludes-domain", "applies a set that includes subdomains to these alone") {
      $0.pinScope = .belowOnly
    },
    Mutant("include-subdomains-covers-two-labels", "finds no pins for a host three labels below the pinned one") {
      $0.pinScope = .twoLabelsBelow
    },
    Mutant("finds-no-pins-for-subdomain-with-dot", "finds no pins for a subdomain with a trailing dot") {
      $0.pinScope = .dotIsNotBelow
    },
    Mutant("pins-hosts-above", "applies a set that includes subdomains to the hosts above as well") {
      $0.pinScope = .aboveToo
    },
    Mutant("keeps-expired-sets", "keeps an expired set in force as long as another set is") {
      $0.pinScope = .expiredToo
    },
    Mutant("ends-pins-a-day-late", "drops a pin set a day after its end") { $0.pinScope = .oneDayMore },
    Mutant("keeps-last-set-of-name", "compares only the last of several pin sets for one name") {
      $0.pinScope = .lastOfName
    },
    Mutant("compares-first-set-only", "compares only the first of the pin sets for a host") {
      $0.pinScope = .firstOnly
    },
    Mutant("ca-pins-need-a-ca", "ignores a set of CA pins if the path has no CA") { $0.pins = .noPinsWithoutCAs },
    Mutant("places-pins-by-basic-constraints", "takes a leaf that says it is a CA for a CA") {
      $0.pins = .positionsByExtension
    },
    Mutant("pins-key-identifiers-of-certificates", "accepts a CA with the pinned CA's name and key identifier") {
      $0.pins = .namesakesOfCertificates
    },
    Mutant("pins-serials-of-certificates", "accepts a leaf with the pinned leaf's issuer and serial number") {
      $0.pins = .serialsOfCertificates
    },
    Mutant("pins-one-kind", "takes all pins of a set for the kind of the first") { $0.pins = .firstKindOnly },
    Mutant("pins-issuer-and-anchor", "compares CA pins with the leaf's issuer and the anchor only") {
      $0.pins = .issuerAndAnchor
    },
    Mutant("pins-usual-keys", "knows the keys that are used most, and matches no pin with others") {
      $0.pins = .usualKeysOnly
    },
    Mutant("pins-certificates-anywhere", "accepts a certificate pin at any place of the path") {
      $0.pins = .certificatesAnywhere
    },
    Mutant("finds-pins-by-verified-name", "compares no pins if it checks no name") { $0.pinsWithoutName = false },
    Mutant("exempts-user-roots-from-pins", "compares no pins if the user has installed the root") {
      $0.pinsUnderUserRoots = false
    },
    Mutant("pins-own-anchors-only", "compares no pins if the system trusts the root") {
      $0.pinsUnderSystemRoots = false
    },
    Mutant("pins-no-lone-leaf", "compares no pins with a path of one certificate") { $0.pinsLonePaths = false },
    Mutant("tries-other-anchors-only", "tries no second path to the same anchor") {
      $0.alternatives = .toOtherAnchors
    },
    Mutant("tries-one-path", "tries no second path") { $0.alternatives = .none },
  ]

  private static let pathsOfCells: [Mutant] = [
    .forgiving("accepts-expired-anchor-as-leaf", "accepts an expired leaf that is an anchor") { problem, context in
      problem.reason == .expired && problem.index == 0 && context.leafIsAnchor
    },
    .forgiving("checks-no-leaf-that-is-an-anchor", "checks nothing but the name of a leaf that is an anchor") {
      problem, context in
      problem.reason != .nameMismatch && context.leafIsAnchor
    },
    .forgiving("checks-three-certificates", "checks nothing above the leaf's issuer") { problem, context in
      (problem.index ?? 0) > 1 && (problem.index ?? 0) < context.path.count - 1
    },
    .forgiving("path-length-of-issuer-only", "reads the path length of the leaf's issuer only") { problem, _ in
      problem.reason == .pathLength && (problem.index ?? 0) != 1
    },
    .forgiving("key-usage-of-issuer-only", "reads the keyUsage of no CA above the leaf's issuer") { problem, _ in
      problem.reason == .keyUsage && (problem.index ?? 0) > 1
    },
    .forgiving("critical-extensions-of-leaf-only", "ignores unknown critical extensions of CAs") { problem, _ in
      problem.reason == .extension && (problem.index ?? 0) > 0
    },
    .forgiving("dates-of-leaf-and-issuer-only", "ignores the dates of CAs above the leaf's issuer") { problem, _ in
      [.expired, .notYetValid].contains(problem.reason) && (problem.index ?? 0) > 1
    },
    Mutant(
      "knows-issuers-by-name", "accepts a leaf by the name of an issuer that it has validated before",
      make: { KnowingIssuers(PolicyValidator($0)) }),
    Mutant(
      "names-once", "compares names on the first connection only",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment) { decisions in decisions.checksName = false },
          asksAgain: true)
      }),
    Mutant("first-anchor-only", "knows only the first of its own anchors") { $0.roots = .firstOnly },
  ]

  private static let namesOfCells: [Mutant] = [
    .forgiving("finds-ipv4-in-ipv6", "accepts an IPv4-mapped IPv6 address for the IPv4 address") { problem, context in
      guard problem.reason == .nameMismatch, let host = context.hostAddress else { return false }
      return context.leaf?.addresses.contains([UInt8](repeating: 0, count: 10) + [0xff, 0xff] + host) == true
    },
    .forgiving("compares-last-octets", "compares the last four octets of an address") { problem, context in
      guard problem.reason == .nameMismatch, let host = context.hostAddress else { return false }
      return context.leaf?.addresses.contains { $0.suffix(4).elementsEqual(host) } == true
    },
    .forgiving("accepts-common-name-beside-other-kinds", "reads the common name if the SAN has no dNSName") {
      problem, context in
      guard problem.reason == .nameMismatch, let host = context.host, let leaf = context.leaf else { return false }
      return leaf.dnsNames.isEmpty && context.hostAddress == nil
        && leaf.subject.suffix(host.utf8.count).elementsEqual(host.utf8)
    },
    constraining("wildcards-heed-issuer-only", "compares wildcards with the exclusions of the leaf's issuer only") {
      $0.wildcardsHeedIssuerOnly = true
    },
    constraining("constrains-the-host-only", "compares name constraints with the requested host only") {
      $0.readsHostOnly = true
    },
    constraining("constrains-first-name-only", "compares name constraints with the first dNSName only") {
      $0.readsFirstOnly = true
    },
    constraining("constrains-no-wildcards", "compares no wildcard with permitted subtrees") {
      $0.permitsWildcards = true
    },
    constraining("ignores-excluded-subtrees", "ignores excluded subtrees") { $0.readsExcluded = false },
    constraining("ignores-permitted-subtrees", "ignores permitted subtrees") { $0.readsPermitted = false },
    constraining("constrains-by-issuer-only", "reads the name constraints of the leaf's issuer only") {
      $0.readsIssuerOnly = true
    },
    constraining("constrains-by-text", "compares subtrees without a dot before them") { $0.comparesText = true },
  ]

  private static let revocationOfCells: [Mutant] = [
    ruling("stops-at-first-good", "hears no other source once one has said good") { $0.hearsEverySource = false },
    ruling("stops-at-unusable-answer", "asks no other source once an answer cannot be used") { $0.asksFurther = false },
    ruling("keeps-ocsp-without-next-update", "accepts responses without nextUpdate for ten days") {
      $0.endsWithoutNextUpdate = false
    },
    ruling("ignores-coming-revocations", "ignores a revocation that is dated later than now") {
      $0.heedsComingRevocations = false
    },
    ruling("reads-first-delivered-crl", "takes the first CRL that it gets, usable or not") {
      $0.passesOverUnusableLists = false
    },
    ruling("allows-skew-after-next-update", "accepts OCSP responses five minutes after their nextUpdate") {
      $0.endsOnTheSecond = false
    },
    ruling("accepts-ocsp-for-ten-days", "accepts OCSP responses for ten days, whatever their nextUpdate") {
      $0.endsWithNextUpdate = false
    },
    ruling("finds-staples-by-place", "takes the staple at the same place of the list for that of the path") {
      $0.findsStaplesByCertificate = false
    },
    Mutant("checks-leaf-and-issuer", "checks revocation for the leaf and its issuer only") { $0.mostStatuses = 2 },
  ]

  /// One with other rules about revocation.
  static func ruling(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout RevocationRules) -> Void
  ) -> Mutant {
    Mutant(name, summary) { change(&$0.revocation) }
  }

  /// One that reads constraints on DNS names otherwise.
  static func constraining(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout HostConstraints) -> Void
  ) -> Mutant {
    var reading = HostConstraints()
    change(&reading)
    let changed = reading
    return forgiving(name, summary) { problem, context in
      problem.reason == .nameConstraint && !HostConstraints().allow(context) && changed.allow(context)
    }
  }
}

extension ValidatorDecisions.PathContext {
  fileprivate var leaf: CertificateFacts? { served.first.flatMap { CertificateFacts(der: $0) } }

  fileprivate var leafIsAnchor: Bool { served.first.map(anchors.contains) ?? false }

  /// The octets of an IPv4 host; nil if the host has a name.
  fileprivate var hostAddress: [UInt8]? {
    let octets = host?.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) } ?? []
    let known = octets.compactMap(\.self)
    return octets.count == 4 && known.count == 4 ? known : nil
  }
}
