internal import RogueModel
internal import RogueTrust
internal import RogueValidators

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
    leafPinExcusing("pins-replace-names", "compares no name if the leaf matches a pin", [.nameMismatch]),
    leafPinExcusing("pins-replace-anchors", "needs no anchor if the leaf matches a pin", [.untrusted]),
    leafPinExcusing("pins-replace-dates", "checks no validity if the leaf matches a pin", [.expired, .notYetValid]),
    leafPinExcusing("pins-replace-signatures", "verifies no signature if the leaf matches a pin", [.badSignature]),
    leafPinExcusing("pins-replace-purposes", "checks no key usage if the leaf matches a pin", [.keyUsage]),
    leafPinExcusing("pins-replace-extensions", "checks no extensions if the leaf matches a pin", [.extension]),
    leafPinExcusing("pins-replace-revocation", "ignores a revocation if the leaf matches a pin", [.revoked]),
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
      $0.pinSetSelection = .exactHostOnly
    },
    Mutant("include-subdomains-covers-one-label", "finds no pins for a host that is two labels below the pinned one") {
      $0.pinSetSelection = .oneLabelBelow
    },
    Mutant("finds-no-pins-for-ip", "finds no pins for an IP address") { $0.pinSetSelection = .namesOnly },
    Mutant("ignores-empty-pin-set", "ignores a pin set without pins") {
      $0.pinSetSelection = .setsWithPins
    },
    Mutant("forgets-unreadable-pins", "treats a set of pins that it cannot read as no set") {
      $0.pinSetSelection = .setsWithReadablePins
    },
    Mutant("goes-on-without-stored-pins", "compares nothing if the pins that it has stored cannot be read") {
      $0.needsStoredPins = false
    },
    Mutant("pins-of-the-closest-set", "ignores the domain's pins if the host has its own") {
      $0.pinSetSelection = .closestOnly
    },
    Mutant("pins-of-the-widest-set", "ignores the host's pins if the parent domain has some") {
      $0.pinSetSelection = .widestOnly
    },
    Mutant("finds-no-pins-for-uppercase-host", "finds no pins for a host in another letter case") {
      $0.pinSetSelection = .lettersAsWritten
    },
    Mutant("finds-no-pins-for-trailing-dot", "finds no pins for a host with a trailing dot") {
      $0.pinSetSelection = .dotAsWritten
    },
    Mutant("mixes-pins-of-hosts", "accepts a pin of any host for every pinned host") {
      $0.pinSetSelection = .unionOfAllSets
    },
    Mutant("pins-of-any-set", "requires only one of several pin sets to match") { $0.pinSetSelection = .anySet },
    Mutant("drops-pins-with-an-expired-set", "compares no pins if one of the host's sets has expired") {
      $0.pinSetSelection = .noneAfterAnEnd
    },
    Mutant("ends-pins-by-the-day", "drops a pin set at the start of its last day") { $0.pinSetSelection = .wholeDays },
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

  /// Wrong about pins; cells of tables have to catch them.
  static let tablePins: [Mutant] = [
    Mutant("compares-suffix-without-dot", "applies pins to hosts that end in the name without a dot between") {
      $0.pinSetSelection = .withoutDot
    },
    Mutant("include-subdomains-excludes-domain", "applies a set that includes subdomains to these alone") {
      $0.pinSetSelection = .belowOnly
    },
    Mutant("include-subdomains-covers-two-labels", "finds no pins for a host three labels below the pinned one") {
      $0.pinSetSelection = .twoLabelsBelow
    },
    Mutant("finds-no-pins-for-subdomain-with-dot", "finds no pins for a subdomain with a trailing dot") {
      $0.pinSetSelection = .dotIsNotBelow
    },
    Mutant("pins-hosts-above", "applies a set that includes subdomains to the hosts above as well") {
      $0.pinSetSelection = .aboveToo
    },
    Mutant("keeps-expired-sets", "keeps an expired set in force as long as another set is") {
      $0.pinSetSelection = .expiredToo
    },
    Mutant("ends-pins-a-day-late", "drops a pin set a day after its end") { $0.pinSetSelection = .oneDayMore },
    Mutant("keeps-last-set-of-name", "compares only the last of several pin sets for one name") {
      $0.pinSetSelection = .lastOfName
    },
    Mutant("compares-first-set-only", "compares only the first of the pin sets for a host") {
      $0.pinSetSelection = .firstOnly
    },
    Mutant("ca-pins-need-a-ca", "ignores a set of CA pins if the path has no CA") { $0.pins = .noPinsWithoutCAs },
    Mutant("places-pins-by-basic-constraints", "takes a leaf that says it is a CA for a CA") {
      $0.pins = .positionsByExtension
    },
    Mutant("pins-key-identifiers-of-certificates", "accepts a CA with the pinned CA's name and key identifier") {
      $0.pins = .sameSubjectName
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
    Mutant("pins-hosts-that-contain-the-name", "applies pins to hosts that have the pinned name in their middle") {
      $0.pinSetSelection = .containedToo
    },
    Mutant("drops-pins-with-any-expired-set", "compares no pins if a set has expired, whichever host it is for") {
      $0.pinSetSelection = .noneAfterAnyEnd
    },
    Mutant("hides-sets-behind-an-expired-one", "ignores the domain's pins if the host's own set has expired") {
      $0.pinSetSelection = .hiddenByExpired
    },
    Mutant("pins-the-first-two-only", "compares only the first two pins of a set") { $0.pins = .firstTwoOnly },
    Mutant("pins-no-unserved-anchor", "compares the anchor with pins only if the server sends it") {
      $0.pinsUnservedAnchors = false
    },
    Mutant("pins-a-path-of-names", "compares pins with the served certificates that have the issuers' names") {
      $0.pinsPathOfNames = true
    },
    Mutant("pins-reissued-certificates", "accepts another certificate with the pinned certificate's name and key") {
      $0.pins = .reissuesOfCertificates
    },
    Mutant("pins-the-leaf-as-a-ca", "compares a pin on a CA with the leaf as well") { $0.pins = .leafAmongCAs },
    Mutant("trusts-pinned-certificates", "treats pinned certificates as anchors") { $0.roots = .pinnedToo },
    Mutant("stops-at-unusual-keys", "refuses where a key of an unusual kind is above the pinned one") {
      $0.pins = .untilUnusualKey
    },
    Mutant("pins-every-position", "requires a match for the leaf and for a CA if a set has pins for both") {
      $0.pins = .everyPosition
    },
    Mutant("keeps-pins-until-midnight", "keeps an expired set in force until the day is over") {
      $0.pinSetSelection = .wholeLastDay
    },
    Mutant("ends-at-nearest-set", "finds no pins of a domain if a nearer set does not include subdomains") {
      $0.pinSetSelection = .nearestAbove
    },
    Mutant("stops-at-an-expired-set", "compares no pin set behind an expired one") {
      $0.pinSetSelection = .untilExpired
    },
    Mutant("finds-no-pins-for-uppercase-subdomain", "finds no pins for a subdomain in another letter case") {
      $0.pinSetSelection = .lettersBelowAsWritten
    },
    Mutant("pins-issuers-of-the-anchor", "compares pins with served certificates above the anchor as well") {
      $0.pinsAboveAnchors = true
    },
    Mutant("pinned-leaf-needs-no-status", "checks no revocation if the leaf is a pinned certificate") {
      $0.pinnedLeafNeedsStatus = false
    },
    Mutant(
      "pins-a-revoked-path", "accepts if one path matches the pins and another one is not revoked",
      make: { environment in
        SeparatingStatus(
          reference: PolicyValidator(environment),
          withoutPins: PolicyValidator(environment) { $0.pins = nil },
          withoutStatus: PolicyValidator(environment) { $0.enforcement = .off })
      }),
    Mutant(
      "pins-sets-on-separate-paths", "accepts if each pin set matches some path",
      make: { SeparatingSets(reference: PolicyValidator($0)) }),
    Mutant("pins-leaves-anywhere", "accepts a pin on the leaf at any place of the path") {
      $0.pins = .leafPinsAnywhere
    },
    Mutant("pins-every-certificate", "requires a pin for every certificate of the path") { $0.pins = .everyElement },
    Mutant("keeps-last-set", "compares only the last pin set of the policy") { $0.pinSetSelection = .lastOfAll },
    Mutant("compares-last-label-by-length", "applies pins to subdomains of another top-level domain of the same length")
    {
      $0.pinSetSelection = .lastLabelByLength
    },
    Mutant("pins-every-host", "applies every pin set to every host") { $0.pinSetSelection = .everyHost },
    Mutant("pins-serials-and-names", "accepts another certificate with the pinned one's serial number and common name")
    {
      $0.pins = .serialsAndNamesOfCertificates
    },
  ]

  /// One to whom a pin that fits the leaf is reason enough to pass over these problems.
  private static func leafPinExcusing(_ name: String, _ summary: String, _ reasons: Set<Reason>) -> Mutant {
    Mutant(name, summary) { $0.leafPinExcuses = reasons }
  }
}
