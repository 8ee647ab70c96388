internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about pins and about what was seen before.
  static let ofPins: [Mutant] = [
    Mutant("ignores-pins", "never compares anything with a pin") { $0.pins = nil },
    Mutant("compares-pins-with-served-chain", "compares pins with the server's chain, not with the validated path") {
      $0.pinsServedList = true
    },
    Mutant("pins-another-path", "compares pins with a path that it builds by names and signatures alone") {
      $0.pinsAnyPath = true
    },
    Mutant("finds-pins-by-common-name", "finds no pins if the certificate's common name is another host") {
      $0.pinsBySubject = true
    },
    Mutant("pins-nobody-who-knows-it", "compares no pins if it has a client certificate") {
      $0.pinsBesideIdentity = false
    },
    Mutant("pins-replace-trust", "checks nothing else if a pin matches the chain") { $0.pinsReplaceTrust = true },
    excusing("pins-replace-names", "compares no name if the leaf matches a pin", [.nameMismatch]),
    excusing("pins-replace-anchors", "needs no anchor if the leaf matches a pin", [.untrusted]),
    excusing("pins-replace-dates", "checks no validity if the leaf matches a pin", [.expired, .notYetValid]),
    excusing("pins-replace-signatures", "verifies no signature if the leaf matches a pin", [.badSignature]),
    excusing("pins-replace-purposes", "checks no key usage if the leaf matches a pin", [.keyUsage]),
    excusing("pins-replace-extensions", "checks no extensions if the leaf matches a pin", [.extension]),
    excusing("pins-replace-revocation", "ignores a revocation if the leaf matches a pin", [.revoked]),
    Mutant("pins-anywhere", "accepts a pin at any place of the path") { $0.pins = .anywhere },
    Mutant("compares-digests-by-their-beginning", "compares only the first octets of digests") {
      $0.pins = .digestsByPrefix
    },
    Mutant("compares-digests-in-any-case", "compares digests as text, ignoring case") {
      $0.pins = .digestsByLetters
    },
    Mutant("compares-digests-of-either-kind", "compares the digest of a key with that of the certificate too") {
      $0.pins = .digestsOfEitherKind
    },
    Mutant("pins-the-first-only", "compares only the first pin of a set") { $0.pins = .firstOnly },
    Mutant("rests-pins-in-rotations", "accepts any key if a set has several pins") {
      $0.pins = .loneOnly
    },
    Mutant("pins-keys-of-certificates", "accepts another certificate with the pinned certificate's key") {
      $0.pins = .keysOfCertificates
    },
    Mutant("pins-names-of-certificates", "accepts another certificate with the pinned certificate's name") {
      $0.pins = .namesOfCertificates
    },
    Mutant("pins-issuers-of-certificates", "accepts another certificate of the pinned certificate's issuer") {
      $0.pins = .issuersOfCertificates
    },
    Mutant("ignores-include-subdomains", "applies pins to the exact host only, and not to its subdomains") {
      $0.pinScope = .exactHostOnly
    },
    Mutant("include-subdomains-covers-one-label", "finds no pins for a host that is two labels below the pinned one") {
      $0.pinScope = .oneLabelBelow
    },
    Mutant("finds-no-pins-for-ip", "finds no pins for an IP address") { $0.pinScope = .namesOnly },
    Mutant("ignores-empty-pin-set", "ignores a pin set without pins") {
      $0.pinScope = .setsWithPins
    },
    Mutant("forgets-unreadable-pins", "treats a set of pins that it cannot read as no set") {
      $0.pinScope = .setsWithReadablePins
    },
    Mutant("goes-on-without-stored-pins", "compares nothing if the pins that it has stored cannot be read") {
      $0.needsStoredPins = false
    },
    Mutant("pins-of-the-closest-set", "ignores the domain's pins if the host has its own") {
      $0.pinScope = .closestOnly
    },
    Mutant("pins-of-the-widest-set", "ignores the host's pins if the parent domain has some") {
      $0.pinScope = .widestOnly
    },
    Mutant("finds-no-pins-for-uppercase-host", "finds no pins for a host in another letter case") {
      $0.pinScope = .lettersAsWritten
    },
    Mutant("finds-no-pins-for-trailing-dot", "finds no pins for a host with a trailing dot") {
      $0.pinScope = .dotAsWritten
    },
    Mutant("mixes-pins-of-hosts", "accepts a pin of any host for every pinned host") { $0.pinScope = .oneBag },
    Mutant("pins-of-any-set", "requires only one of several pin sets to match") { $0.pinScope = .anySet },
    Mutant("drops-pins-with-an-expired-set", "compares no pins if one of the host's sets has expired") {
      $0.pinScope = .noneAfterAnEnd
    },
    Mutant("ends-pins-by-the-day", "drops a pin set at the start of its last day") { $0.pinScope = .wholeDays },
    Mutant(
      "remembers-the-host", "accepts any certificate of a host that it has accepted before",
      make: { Remembering(PolicyValidator($0), PolicyValidator($0), asksAgain: false) }),
    Mutant(
      "refuses-once", "accepts on the second attempt what it has refused", make: { Relenting(PolicyValidator($0)) }),
    Mutant(
      "pins-once", "compares pins on the first connection only",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment) { decisions in decisions.pins = nil },
          asksAgain: true)
      }),
  ]

  /// One to whom a pin that fits the leaf is reason enough to pass over these problems.
  private static func excusing(_ name: String, _ summary: String, _ reasons: Set<Reason>) -> Mutant {
    Mutant(name, summary) { $0.leafPinExcuses = reasons }
  }
}
