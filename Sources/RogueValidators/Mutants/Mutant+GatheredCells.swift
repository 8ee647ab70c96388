internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Those of the eighth to tenth batches of docs/records/planted-bugs.md that were not there before.
  static let gatheredOfCells = gatheredPins + gatheredNames + gatheredPaths + gatheredStatuses

  private static let gatheredPins: [Mutant] = [
    Mutant(
      "pins-the-first-host-only", "compares no pins once it has accepted a host that has some, whichever host it was",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment) { decisions in decisions.pins = nil },
          asksAgain: true, by: { _, policy in policy.pinSets.isEmpty ? nil : [] })
      }),
    Mutant(
      "pins-no-certificate-again", "compares no pins with a leaf that it has accepted for the host before",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment) { decisions in decisions.pins = nil },
          asksAgain: true, by: { flight, _ in flight.certificates.first.map { Array(flight.host.utf8) + $0 } })
      }),
    Mutant("compares-last-label-by-length", "applies pins to subdomains of another top-level domain of the same length")
    {
      $0.pinScope = .lastLabelByLength
    },
    Mutant("pins-every-host", "applies every pin set to every host") { $0.pinScope = .everyHost },
    Mutant("pins-serials-and-names", "accepts another certificate with the pinned one's serial number and common name")
    {
      $0.pins = .serialsAndNamesOfCertificates
    },
    remembering("forgets-expired-keys", "learns another key once the certificate that it has learned has expired") {
      $0.forgetsExpired = true
    },
  ]

  private static let gatheredNames: [Mutant] = [
    objecting("finds-no-address-beside-names", "compares no iPAddress if the SAN has a dNSName") { context in
      guard let facts = context.facts, !facts.dnsNames.isEmpty, context.isForAddress else { return nil }
      return TrustProblem(.nameMismatch, "no dNSName is the address", index: 0)
    },
    objecting("reads-first-name-only", "compares the first dNSName only") { context in
      guard let host = context.host, let first = context.facts?.dnsNames.first else { return nil }
      return host.isNamed(by: first.lowercased())
        ? nil : TrustProblem(.nameMismatch, "the first name is another", index: 0)
    },
    naming("partial-wildcards-in-a-labels", "lets a star stand for a part of an A-label") { host, name in
      let (label, pattern) = (host.prefix { $0 != "." }, name.prefix { $0 != "." })
      guard label.hasPrefix("xn--"), let star = pattern.firstIndex(of: "*") else { return false }
      return label.hasPrefix(pattern[..<star]) && label.hasSuffix(pattern[pattern.index(after: star)...])
        && host.dropFirst(label.count) == name.dropFirst(pattern.count)
    },
    objecting("skips-first-name", "skips the first entry of the SAN") { context in
      guard let host = context.host, let names = context.facts?.dnsNames, !context.isForAddress else { return nil }
      let fits = names.dropFirst().contains { host.isNamed(by: $0.lowercased()) }
      return fits ? nil : TrustProblem(.nameMismatch, "no entry behind the first is the host", index: 0)
    },
    .forgiving("splits-joined-names", "joins the entries of the SAN with ', ' and splits them there") {
      problem, context in
      guard [.nameMismatch, .malformed].contains(problem.reason), let host = context.host else { return false }
      let joined = (context.facts?.dnsNames ?? []).map { "dns:" + $0.lowercased() }.joined(separator: ", ")
      return joined.split(separator: ",").map { $0.drop { $0 == " " } }.contains { entry in
        entry.hasPrefix("dns:") && host.isNamed(by: String(entry.dropFirst(4)))
      }
    },
    .forgiving("falls-back-to-common-names", "reads the common name if no dNSName is the host") { problem, context in
      problem.reason == .nameMismatch && context.isNamedBySubject
    },
    objecting("compares-wildcards-as-written", "compares what follows a wildcard in its letter case") { context in
      guard let host = context.host, let names = context.facts?.dnsNames else { return nil }
      let fits = names.contains { host.isNamed(by: $0.hasPrefix("*.") ? $0 : $0.lowercased()) }
      guard !fits, names.contains(where: { host.isNamed(by: $0.lowercased()) }) else { return nil }
      return TrustProblem(.nameMismatch, "the letters behind the wildcard are others", index: 0)
    },
    objecting("compares-final-dots", "compares names with the trailing dot of the host") { context in
      context.hasFinalDot ? TrustProblem(.nameMismatch, "no name ends in a dot", index: 0) : nil
    },
    Mutant("compares-common-names-only", "compares the host with the common name, and never with the SAN") {
      $0.forgives = { problem, context in
        [.nameMismatch, .malformed].contains(problem.reason) && context.isNamedBySubject
      }
      $0.objects = { context in
        context.host == nil || context.isNamedBySubject
          ? nil : TrustProblem(.nameMismatch, "the common name is another", index: 0)
      }
    },
  ]

  private static let gatheredPaths: [Mutant] = [
    .forgiving("path-length-of-topmost-ca-only", "reads the path length of the topmost CA only") { problem, context in
      problem.reason == .pathLength && context.isShortEnough { _, place in place < context.issuers.count - 1 }
    },
    .forgiving("finds-issuers-by-key-identifier", "finds the leaf's issuer by its key identifier, whatever its name is")
    {
      problem, context in
      guard [.untrusted, .badSignature].contains(problem.reason), let leaf = context.served.first,
        let facts = context.facts, let identifier = facts.issuerKeyIdentifier
      else { return false }
      return (context.served.dropFirst() + context.anchors).contains { issuer in
        CertificateFacts(der: issuer).map { $0.keyIdentifier == identifier && $0.subject != facts.issuer } == true
          && CertificateFacts.isSigned(leaf, by: issuer)
      }
    },
    .forgiving("algorithms-of-the-leaf-only", "ignores the signature algorithms of CAs") { problem, _ in
      problem.reason == .weakCrypto && (problem.index ?? 0) > 0
    },
    objecting("reads-no-generalized-time", "refuses certificates that end in 2050 or later") { context in
      context.path.firstIndex { (CertificateFacts(der: $0)?.notAfter ?? 0) >= 2_524_608_000 }
        .map { TrustProblem(.expired, "its end cannot be read", index: $0) }
    },
    constraining("expands-stars-to-what-is-permitted", "permits a wildcard if one name that it matches is permitted") {
      $0.expandsStars = true
    },
    objecting("wants-constraints-below-constraints", "refuses a CA without name constraints below one that has them") {
      context in
      let permits = context.issuers.map { !$0.permittedHosts.isEmpty }
      return permits.indices.dropLast().first { !permits[$0] && permits[$0 + 1] }
        .map { TrustProblem(.nameConstraint, "the CA has no name constraints", index: $0 + 1) }
    },
    .forgiving("reads-outer-algorithm-only", "compares the two signature algorithms of a certificate with nothing") {
      problem, context in
      guard [.badSignature, .malformed].contains(problem.reason) else { return false }
      return context.served.contains { der in
        SignedCertificate(der: der).map { $0.algorithm != $0.signedAlgorithm } ?? false
      }
    },
    objecting("permits-no-subject-beside-names", "refuses a subject below a CA that permits DNS names only") {
      context in
      guard context.facts.map({ !$0.subjectNames.isEmpty }) == true else { return nil }
      return context.issuers.contains { !$0.permittedHosts.isEmpty && $0.permittedDirectories.isEmpty }
        ? TrustProblem(.nameConstraint, "no directory name is permitted", index: 0) : nil
    },
    objecting("requires-purposes", "refuses a leaf without extendedKeyUsage") { context in
      context.facts.map { $0.purposes == nil } == true
        ? TrustProblem(.keyUsage, "serverAuth is not among its purposes", index: 0) : nil
    },
  ]

  private static let gatheredStatuses: [Mutant] = [
    ruling("reads-first-crl-only", "reads only the first of the CRLs that it is given") { $0.readsEveryList = false },
    ruling("needs-no-crl-without-point", "takes a certificate without cRLDistributionPoints and without CRL for good") {
      $0.refusesMissingPoint = false
    },
    ruling("verifies-no-staple", "verifies the signatures of fetched OCSP responses only") {
      $0.verifiesStaples = false
    },
    ruling("ignores-coming-crl-entries", "ignores an entry of a CRL that is dated later than now") {
      $0.heedsComingEntries = false
    },
    ruling("ignores-crls-with-points", "ignores CRLs whose issuingDistributionPoint names a distribution point") {
      $0.readsListsOfPoints = false
    },
    ruling("knows-responders-by-name", "accepts no OCSP response whose ResponderID is a key hash") {
      $0.knowsRespondersByKey = false
    },
  ]
}

extension ValidatorDecisions.PathContext {
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
