internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Those of the sixth and seventh batches of docs/records/planted-bugs.md that were not there before.
  static let reportedOfCells = reportedPins + reportedNames + reportedPaths + reportedStatuses

  private static let reportedPins: [Mutant] = [
    Mutant("pins-leaves-anywhere", "accepts a pin on the leaf at any place of the path") {
      $0.pins = .leafPinsAnywhere
    },
    Mutant("pins-every-certificate", "requires a pin for every certificate of the path") { $0.pins = .everyElement },
    Mutant("keeps-last-set", "compares only the last pin set of the policy") { $0.pinScope = .lastOfAll },
  ]

  private static let reportedNames: [Mutant] = [
    Mutant("satisfied-pins-replace-names", "compares no name if the path satisfies the pins") {
      $0.checksNameBesidePins = false
    },
    Mutant("compares-names-of-pinned-hosts", "compares no name if no pins apply to the host") {
      $0.checksNameWithoutPins = false
    },
    naming("reads-names-to-the-first-nul", "reads a dNSName up to its first NUL") { host, name in
      name.unicodeScalars.contains("\0") && name.prefix { $0 != "\0" } == host
    },
    naming("wildcards-within-labels", "lets each star of a name stand for any letters but a dot") { host, name in
      let labels = host.split(separator: ".")
      let patterns = name.split(separator: ".")
      return name.contains("*") && labels.count == patterns.count
        && zip(labels, patterns).allSatisfy { Array($0.utf8)[...].fits(Array($1.utf8)[...]) }
    },
    naming("wildcards-match-addresses", "compares an address with wildcards, as text") { host, name in
      name.hasPrefix("*.") && HostName.isAddress(host)
        && host.drop { $0 != "." } == name.dropFirst()
    },
    objecting("compares-names-as-written", "turns the host to small letters, and not the names of the certificate") {
      context in
      guard let host = context.host, let names = context.facts?.dnsNames else { return nil }
      let fits = { (name: String) in name == host || name.hasPrefix("*.") && name.dropFirst() == host.drop { $0 != "." }
      }
      guard !names.contains(where: fits), names.contains(where: { fits($0.lowercased()) }) else { return nil }
      return TrustProblem(.nameMismatch, "the letters are others", index: 0)
    },
    constraining("compares-exclusions-as-written", "compares names with excluded subtrees in their letter case") {
      $0.readsExclusionsAsWritten = true
    },
    objecting("writes-addresses-out", "compares an IPv6 address as eight groups of digits") { context in
      guard let host = context.host, host.contains(":") else { return nil }
      let written = context.facts?.addresses.filter { $0.count == 16 }.map(\.groups) ?? []
      return written.contains(host) ? nil : TrustProblem(.nameMismatch, "an address is written otherwise", index: 0)
    },
    constraining("ignores-exclusions-beside-permissions", "ignores excluded subtrees of a CA that has permitted ones") {
      $0.readsExcludedBesidePermitted = false
    },
  ]

  private static let reportedPaths: [Mutant] = [
    .forgiving("takes-silence-for-a-ca", "accepts a CA that has neither basicConstraints nor keyUsage") {
      problem, context in
      guard [.notACA, .keyUsage, .pathLength, .extension, .malformed].contains(problem.reason) else { return false }
      return context.blames(problem, anIssuerWhere: { !$0.hasBasicConstraints && !$0.hasKeyUsage })
    },
    .forgiving("dates-of-the-leaf-only", "ignores the dates of every CA") { problem, _ in
      [.expired, .notYetValid].contains(problem.reason) && (problem.index ?? 0) > 0
    },
    .forgiving("takes-version-1-for-a-ca", "accepts a CA of version 1, which has no extensions") { problem, context in
      guard [.notACA, .keyUsage, .pathLength, .extension, .malformed].contains(problem.reason) else { return false }
      return context.blames(problem, anIssuerWhere: { $0.version == 1 })
    },
    .forgiving("reads-no-key-usage-of-cas", "ignores the keyUsage of CAs") { problem, context in
      guard [.keyUsage, .notACA, .untrusted, .badSignature, .pathLength].contains(problem.reason) else { return false }
      return context.blames(problem, anIssuerWhere: { $0.claimsToBeCA && $0.hasKeyUsage && !$0.signsCertificates })
    },
    objecting("needs-the-order-of-the-path", "accepts no Certificate message whose certificates are not in order") {
      context in
      let served = context.path.dropLast(context.anchors.contains(context.path.last ?? []) ? 1 : 0)
      return context.served.starts(with: served) ? nil : TrustProblem(.untrusted, "the next certificate is another")
    },
    .forgiving("path-len-needs-key-usage", "ignores the path length of a CA without keyUsage") { problem, context in
      problem.reason == .pathLength && context.isShortEnough { issuer, _ in !issuer.hasKeyUsage }
    },
    .forgiving("ignores-purposes", "ignores extendedKeyUsage") { problem, context in
      guard problem.reason == .keyUsage, problem.detail != "the leaf's key may not sign handshakes" else {
        return false
      }
      return context.path.enumerated().allSatisfy { index, der in
        guard let facts = CertificateFacts(der: der) else { return false }
        return index == 0 ? !facts.isIdle : !facts.hasKeyUsage || facts.signsCertificates
      }
    },
  ]

  private static let reportedStatuses: [Mutant] = [
    ruling("takes-staples-for-the-leaf", "reads the first SingleResponse of a staple, whichever certificate it is for")
    {
      $0.comparesStaples = false
    },
    ruling("knows-delegates-by-issuer-name", "accepts a delegate that names the issuer, without its signature") {
      $0.verifiesDelegateSignature = false
    },
    ruling("reads-no-dates-of-ocsp", "reads no dates of OCSP responses") { $0.readsDatesOfResponses = false },
    ruling("keeps-crls-for-good", "reads no nextUpdate of a CRL") { $0.readsEndOfLists = false },
    ruling("stops-at-garbled-staples", "asks no other source once a staple cannot be decoded") {
      $0.readsPastGarbledStaples = false
    },
    ruling("looks-up-the-leaf-only", "looks for the leaf only in CRLs") { $0.looksUpIssuers = false },
  ]
}

extension ArraySlice<UInt8> {
  /// Whether these letters match a pattern in which each star stands for one letter or more.
  fileprivate func fits(_ pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return isEmpty }
    if first == UInt8(ascii: "*") {
      return !isEmpty && (dropFirst().fits(pattern.dropFirst()) || dropFirst().fits(pattern))
    }
    return self.first == first && dropFirst().fits(pattern.dropFirst())
  }
}

extension [UInt8] {
  /// The groups of an IPv6 address, none left out.
  fileprivate var groups: String {
    stride(from: 0, to: count - 1, by: 2).map { String(Int(self[$0]) << 8 | Int(self[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }
}
