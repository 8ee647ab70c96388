internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about pins and about what was seen before.
  static let ofPins: [Mutant] = [
    Mutant("ignores-pins", "never compares anything with a pin", leavesOut: [.pins]) { _ in true }
      .lacking(.wholeRule),
    .pinnedPathVariant(
      "compares-pins-with-served-chain", "compares pins with the server's chain, not with the validated path"
    ) { question in
      question.flight.certificates + question.findings.path.suffix(1)
    },
    Mutant(
      "pins-another-path", "compares pins with a path that it builds by names and signatures alone",
      replaces: PolicyCheck.pins
    ) { question in
      let paths = question.environment.paths.paths(
        served: question.flight.certificates, anchors: question.anchors)
      let isMatched = paths.contains { PolicyCheck.pins.answer(question.with(path: $0)) == nil }
      return isMatched ? nil : PolicyCheck.pins.answer(question)
    },
    Mutant(
      "finds-pins-by-common-name", "finds no pins if the certificate's common name is another host", leavesOut: [.pins]
    ) { question in
      guard let subject = question.flight.certificates.first.flatMap({ CertificateFacts(der: $0) })?.subject else {
        return false
      }
      return !subject.contains(text: HostName.plain(question.flight.host))
    },
    Mutant("pins-nobody-who-knows-it", "compares no pins if it has a client certificate", leavesOut: [.pins]) {
      question in question.policy.identity != nil
    },
    Mutant("pins-replace-trust", "checks nothing else if a pin matches the chain", leavesOut: PolicyCheck.all) {
      question in
      question.isPinned(by: question.flight.certificates)
    }.lacking(.severalRules),
    leafPinExcusing("pins-replace-names", "compares no name if the leaf matches a pin", [.nameMismatch]),
    leafPinExcusing("pins-replace-anchors", "needs no anchor if the leaf matches a pin", [.untrusted]),
    leafPinExcusing("pins-replace-dates", "checks no validity if the leaf matches a pin", [.expired, .notYetValid]),
    leafPinExcusing("pins-replace-signatures", "verifies no signature if the leaf matches a pin", [.badSignature]),
    leafPinExcusing("pins-replace-purposes", "checks no key usage if the leaf matches a pin", [.keyUsage]),
    leafPinExcusing("pins-replace-extensions", "checks no extensions if the leaf matches a pin", [.extension]),
    Mutant("pins-replace-revocation", "ignores a revocation if the leaf matches a pin", leavesOut: [.revocation]) {
      $0.hasPinnedLeaf
    },
    .pinVariant("pins-anywhere", "accepts a pin at any place of the path") { pin in pin.at(.chain) },
    .pinVariant("compares-digests-by-their-beginning", "compares only the first octets of digests") { pin in
      pin.likeness == .prefix ? pin.real : pin
    },
    .pinVariant("compares-digests-in-any-case", "compares digests as text, ignoring case") { pin in
      pin.likeness == .letters ? pin.real : pin
    },
    .pinVariant("compares-digests-of-either-kind", "compares the digest of a key with that of the certificate too") {
      pin in
      guard pin.likeness == .certificate else { return pin }
      var other = pin.real
      other.kind = .certificate
      return other
    },
    .pinRuleVariant("pins-the-first-only", "compares only the first pin of a set") { set, path in
      set.any.prefix(1).contains { $0.fits(path) }
    },
    .pinRuleVariant("rests-pins-in-rotations", "accepts any key if a set has several pins") { set, path in
      set.any.count > 1 || set.any.contains { $0.fits(path) }
    },
    .pinnedCertificateVariant(
      "pins-keys-of-certificates", "accepts another certificate with the pinned certificate's key"
    ) { own, theirs, _ in own.spki == theirs.spki },
    .pinnedCertificateVariant(
      "pins-names-of-certificates", "accepts another certificate with the pinned certificate's name"
    ) { own, theirs, _ in own.subject == theirs.subject },
    .pinnedCertificateVariant(
      "pins-issuers-of-certificates", "accepts another certificate of the pinned certificate's issuer"
    ) { own, theirs, _ in own.issuer == theirs.issuer },
    .pinnedHostVariant("ignores-include-subdomains", "applies pins to the exact host only, and not to its subdomains") {
      set, host in set.isFor(host)
    },
    .pinnedHostVariant(
      "include-subdomains-covers-one-label", "finds no pins for a host that is two labels below the pinned one"
    ) { set, host in set.isFor(host) || set.labels(below: host) == 1 },
    .pinSetVariant("finds-no-pins-for-ip", "finds no pins for an IP address") { question in
      HostName.isAddress(question.flight.host) ? [] : question.pinSets
    },
    .pinSetVariant("ignores-empty-pin-set", "ignores a pin set without pins") { question in
      question.pinSets.filter { !$0.any.isEmpty }
    },
    .pinSetVariant("forgets-unreadable-pins", "treats a set of pins that it cannot read as no set") { question in
      question.pinSets.filter { set in
        set.any.isEmpty || set.any.contains { $0.kind == .spki || CertificateFacts(der: $0.der) != nil }
      }
    },
    Mutant(
      "goes-on-without-stored-pins", "compares nothing if the pins that it has stored cannot be read",
      ignores: [.configuration]),
    .pinSetVariant("pins-of-the-closest-set", "ignores the domain's pins if the host has its own") { question in
      question.setsOfNames { $0.max() }
    },
    .pinSetVariant("pins-of-the-widest-set", "ignores the host's pins if the parent domain has some") { question in
      question.setsOfNames { $0.min() }
    },
    .pinnedHostVariant("finds-no-pins-for-uppercase-host", "finds no pins for a host in another letter case") {
      set, host in set.covers(host, spelt: HostName.withoutFinalDot)
    },
    .pinnedHostVariant("finds-no-pins-for-trailing-dot", "finds no pins for a host with a trailing dot") { set, host in
      set.covers(host, spelt: { $0.lowercased() })
    },
    .pinnedHostVariant("finds-no-pins-for-u-labels", "finds no pins that are written for a host in U-labels") {
      set, host in
      let (name, own) = (HostName.plain(host), HostName.plain(set.host))
      return name == own || set.includeSubdomains && name.hasSuffix("." + own)
    },
    .pinSetVariant("mixes-pins-of-hosts", "accepts a pin of any host for every pinned host") { question in
      question.pinSets.map { set in
        var union = set
        union.any = question.policy.pinSets.flatMap(\.any)
        return union
      }
    },
    Mutant("pins-of-any-set", "requires only one of several pin sets to match", replaces: PolicyCheck.pins) {
      question in
      let isSatisfied = question.pinSets.contains { set in set.any.contains { $0.fits(question.findings.path) } }
      return isSatisfied ? nil : PolicyCheck.pins.answer(question)
    },
    .pinSetVariant("drops-pins-with-an-expired-set", "compares no pins if one of the host's sets has expired") {
      question in question.pinSets.count == question.namedSets.count ? question.pinSets : []
    },
    .pinEndVariant("ends-pins-by-the-day", "drops a pin set at the start of its last day") { expires, now in
      now <= expires - 86_400
    },
    Mutant(
      "remembers-the-host", "accepts any certificate of a host that it has accepted before",
      make: { Remembering(PolicyValidator($0), PolicyValidator($0), asksAgain: false) }),
    Mutant(
      "refuses-once", "accepts on the second attempt what it has refused", make: { Relenting(PolicyValidator($0)) }),
    Mutant(
      "pins-once", "compares pins on the first connection only",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment, rules: .without([.pins])), asksAgain: true)
      }),
    .pinnedHostVariant(
      "compares-suffix-without-dot", "applies pins to hosts that end in the name without a dot between"
    ) { set, host in
      set.isFor(host) || set.includeSubdomains && HostName.ascii(host).hasSuffix(HostName.ascii(set.host))
    },
    .pinnedHostVariant("include-subdomains-excludes-domain", "applies a set that includes subdomains to these alone") {
      set, host in set.isFor(host) ? !set.includeSubdomains : set.covers(host)
    },
    .pinnedHostVariant(
      "include-subdomains-covers-two-labels", "finds no pins for a host three labels below the pinned one"
    ) { set, host in set.isFor(host) || set.labels(below: host).map { $0 <= 2 } ?? false },
    .pinnedHostVariant("finds-no-pins-for-subdomain-with-dot", "finds no pins for a subdomain with a trailing dot") {
      set, host in set.isFor(host) || set.covers(host) && !host.hasSuffix(".")
    },
    .pinnedHostVariant("pins-hosts-above", "applies a set that includes subdomains to the hosts above as well") {
      set, host in
      set.covers(host)
        || set.includeSubdomains && HostName.ascii(set.host).hasSuffix("." + HostName.ascii(host))
    },
    .pinSetVariant("keeps-expired-sets", "keeps an expired set in force as long as another set is") { question in
      question.pinSets.isEmpty ? [] : question.namedSets
    },
    .pinEndVariant("ends-pins-a-day-late", "drops a pin set a day after its end") { expires, now in
      now <= expires + 86_400
    },
    .pinSetVariant("keeps-last-set-of-name", "compares only the last of several pin sets for one name") { question in
      let sets = question.pinSets
      return sets.indices.filter { place in !sets[(place + 1)...].contains { sets[place].isFor($0.host) } }
        .map { sets[$0] }
    },
    .pinSetVariant("compares-first-set-only", "compares only the first of the pin sets for a host") { question in
      Array(question.pinSets.prefix(1))
    },
    .pinRuleVariant("ca-pins-need-a-ca", "ignores a set of CA pins if the path has no CA") { set, path in
      path.count == 1 && !set.any.isEmpty && set.any.allSatisfy { $0.position == .ca }
        || set.any.contains { $0.fits(path) }
    },
    .pinRuleVariant("places-pins-by-basic-constraints", "takes a leaf that says it is a CA for a CA") { set, path in
      set.any.contains { pin in
        guard pin.position == .ca else { return pin.fits(path) }
        return path.contains { CertificateFacts(der: $0)?.isCA == true && pin.fits(certificate: $0) }
      }
    },
    .pinnedCertificateVariant(
      "pins-key-identifiers-of-certificates", "accepts a CA with the pinned CA's name and key identifier"
    ) { own, theirs, index in
      index > 0 && own.subject == theirs.subject && own.keyIdentifier != nil
        && own.keyIdentifier == theirs.keyIdentifier
    },
    .pinnedCertificateVariant(
      "pins-serials-of-certificates", "accepts a leaf with the pinned leaf's issuer and serial number"
    ) { own, theirs, index in
      index == 0 && own.issuer == theirs.issuer && own.serial == theirs.serial
    },
    .pinRuleVariant("pins-one-kind", "takes all pins of a set for the kind of the first") { set, path in
      set.any.contains { $0.kind == set.any.first?.kind && $0.fits(path) }
    },
    .pinRuleVariant("pins-issuer-and-anchor", "compares CA pins with the leaf's issuer and the anchor only") {
      set, path in
      set.any.contains { pin in
        guard pin.position == .ca else { return pin.fits(path) }
        return [1, path.count - 1].contains { $0 > 0 && $0 < path.count && pin.fits(certificate: path[$0]) }
      }
    },
    .pinRuleVariant("pins-usual-keys", "knows the keys that are used most, and matches no pin with others") {
      set, path in
      set.any.contains { ($0.kind != .spki || usualKeys.contains($0.der.count)) && $0.fits(path) }
    },
    .pinVariant("pins-certificates-anywhere", "accepts a certificate pin at any place of the path") { pin in
      pin.kind == .certificate ? pin.at(.chain) : pin
    },
    Mutant("finds-pins-by-verified-name", "compares no pins if it checks no name", leavesOut: [.pins]) { question in
      question.policy.hostname == nil
    },
    Mutant("exempts-user-roots-from-pins", "compares no pins if the user has installed the root", leavesOut: [.pins]) {
      question in
      question.findings.path.last.map { question.policy.userAnchors?.contains($0) == true } ?? false
    },
    Mutant("pins-own-anchors-only", "compares no pins if the system trusts the root", leavesOut: [.pins]) { question in
      question.policy.anchors == nil
        && question.findings.path.last.map { question.policy.systemAnchors?.contains($0) == true } ?? false
    },
    Mutant("pins-no-lone-leaf", "compares no pins with a path of one certificate", leavesOut: [.pins]) { question in
      question.findings.path.count == 1
    },
    .pinnedHostVariant(
      "pins-hosts-that-contain-the-name", "applies pins to hosts that have the pinned name in their middle"
    ) { set, host in
      let (name, own) = (HostName.ascii(host), HostName.ascii(set.host))
      return name == own || set.includeSubdomains && ".\(name).".contains(".\(own).")
    },
    .pinSetVariant("drops-pins-with-any-expired-set", "compares no pins if a set has expired, whichever host it is for")
    { question in
      question.policy.pinSets.allSatisfy { $0.isInForce(at: question.now) } ? question.pinSets : []
    }
    .alike("drops-pins-with-an-expired-set", because: "where an expired set decides, it is one of the host's"),
    .pinSetVariant("hides-sets-behind-an-expired-one", "ignores the domain's pins if the host's own set has expired") {
      question in
      let host = question.flight.host
      let isHidden =
        question.namedSets.contains { $0.isFor(host) } && !question.pinSets.contains { $0.isFor(host) }
      return isHidden ? [] : question.pinSets
    },
    .pinRuleVariant("pins-the-first-two-only", "compares only the first two pins of a set") { set, path in
      set.any.prefix(2).contains { $0.fits(path) }
    },
    .pinnedPathVariant("pins-no-unserved-anchor", "compares the anchor with pins only if the server sends it") {
      question in
      let path = question.findings.path
      guard let anchor = path.last, !question.flight.certificates.contains(anchor) else { return path }
      return path.dropLast()
    },
    .pinnedPathVariant(
      "pins-a-path-of-names", "compares pins with the served certificates that have the issuers' names"
    ) { question in question.pathOfNames },
    .pinnedCertificateVariant(
      "pins-reissued-certificates", "accepts another certificate with the pinned certificate's name and key"
    ) { own, theirs, _ in
      own.subject == theirs.subject && own.spki == theirs.spki
    }
    .alike(
      "pins-keys-of-certificates",
      because: "where another certificate has the pinned key, it has the name as well"),
    .pinVariant("pins-the-leaf-as-a-ca", "compares a pin on a CA with the leaf as well") { pin in
      pin.position == .ca ? pin.at(.chain) : pin
    },
    Mutant(
      "trusts-pinned-certificates", "treats pinned certificates as anchors",
      replaces: Rule<PolicyEvaluation, [[UInt8]]>.anchors
    ) { $0.policy.roots + $0.pinSets.flatMap(\.any).filter { $0.kind == .certificate }.map(\.der) },
    .pinRuleVariant("stops-at-unusual-keys", "refuses where a key of an unusual kind is above the pinned one") {
      set, path in
      for index in path.indices.reversed() {
        guard let key = CertificateFacts(der: path[index])?.spki, isOfUsualKind(key) else { return false }
        if set.any.contains(where: { $0.fits(path, at: index) }) { return true }
      }
      return false
    },
    .pinRuleVariant("pins-every-position", "requires a match for the leaf and for a CA if a set has pins for both") {
      set, path in
      [PinPosition.leaf, .ca].allSatisfy { position in
        let pins = set.any.filter { $0.position == position }
        return pins.isEmpty || pins.contains { $0.fits(path) }
      } && set.any.contains { $0.fits(path) }
    },
    .pinEndVariant("keeps-pins-until-midnight", "keeps an expired set in force until the day is over") { expires, now in
      now / 86_400 <= expires / 86_400
    }
    .alike("ends-pins-a-day-late", because: "the set that decides ended on the day of the run"),
    .pinSetVariant("ends-at-nearest-set", "finds no pins of a domain if a nearer set does not include subdomains") {
      question in
      let sets = question.policy.pinSets
      let host = question.flight.host
      let above = sets.filter { HostName.ascii(host).hasSuffix("." + HostName.ascii($0.host)) }
      let nearest = above.map(\.length).max()
      let isOpen = above.contains { $0.length == nearest && $0.includeSubdomains }
      return isOpen || sets.contains { $0.isFor(host) } ? question.pinSets : []
    },
    .pinSetVariant("stops-at-an-expired-set", "compares no pin set behind an expired one") { question in
      Array(question.namedSets.prefix { $0.isInForce(at: question.now) })
    },
    .pinnedHostVariant("finds-no-pins-for-uppercase-subdomain", "finds no pins for a subdomain in another letter case")
    { set, host in
      set.isFor(host)
        || set.covers(host) && HostName.withoutFinalDot(host).hasSuffix(HostName.withoutFinalDot(set.host))
    },
    .pinnedPathVariant("pins-issuers-of-the-anchor", "compares pins with served certificates above the anchor as well")
    { question in question.pathAboveAnchor },
    Mutant(
      "pinned-leaf-needs-no-status", "checks no revocation if the leaf is a pinned certificate",
      leavesOut: [.revocation]
    ) { question in
      question.pinSets.flatMap(\.any).contains {
        $0.kind == .certificate && $0.position == .leaf && $0.der == question.flight.certificates.first
      }
    },
    Mutant(
      "pins-a-revoked-path", "accepts if one path matches the pins and another one is not revoked",
      make: { environment in
        SeparatingStatus(
          reference: PolicyValidator(environment),
          withoutPins: PolicyValidator(environment, rules: .without([.pins])),
          withoutStatus: PolicyValidator(environment, rules: .without([.revocation])))
      }),
    Mutant(
      "pins-sets-on-separate-paths", "accepts if each pin set matches some path",
      make: { SeparatingSets(reference: PolicyValidator($0)) }),
    .pinVariant("pins-leaves-anywhere", "accepts a pin on the leaf at any place of the path") { pin in
      pin.position == .leaf ? pin.at(.chain) : pin
    },
    .pinRuleVariant("pins-every-certificate", "requires a pin for every certificate of the path") { set, path in
      path.indices.allSatisfy { index in set.any.contains { $0.fits(path, at: index) } }
    }
    .lacking(.wholeRule),
    .pinSetVariant("keeps-last-set", "compares only the last pin set of the policy") { question in
      question.policy.pinSets.last.map { last in question.pinSets.filter { $0 == last } } ?? []
    },
    .pinnedHostVariant(
      "compares-last-label-by-length", "applies pins to subdomains of another top-level domain of the same length"
    ) { set, host in
      guard !set.isFor(host), set.includeSubdomains else { return set.isFor(host) }
      let labels = HostName.ascii(host).split(separator: ".")
      let own = HostName.ascii(set.host).split(separator: ".")
      return labels.count > own.count && labels.last?.count == own.last?.count
        && labels.dropLast().suffix(own.count - 1).elementsEqual(own.dropLast())
    },
    .pinnedHostVariant("pins-every-host", "applies every pin set to every host") { _, _ in true },
    .pinnedCertificateVariant(
      "pins-serials-and-names", "accepts another certificate with the pinned one's serial number and common name"
    ) { own, theirs, _ in
      own.subject == theirs.subject && own.serial == theirs.serial
    },
  ]

  /// A pin that fits the leaf is reason enough to ignore these problems.
  private static func leafPinExcusing(_ name: String, _ summary: String, _ reasons: Set<Reason>) -> Mutant {
    Mutant(name, summary, ignores: reasons, where: \.hasPinnedLeaf)
  }
}
