internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about pins and about what was seen before.
  static let ofPins: [Mutant] = [
    Mutant("ignores-pins", "never compares anything with a pin") { $0.pins = nil },
    Mutant("compares-pins-with-served-chain", "compares pins with what was served, not with what was validated") {
      $0.pinsServedList = true
    },
    Mutant("pins-another-path", "compares pins with a path that it builds by names and signatures alone") {
      $0.pinsAnyPath = true
    },
    Mutant("finds-pins-by-common-name", "finds no pins where the certificate's subject names another host") {
      $0.pinsBySubject = true
    },
    Mutant("pins-nobody-who-knows-it", "compares no pins where it shows a certificate of its own") {
      $0.pinsBesideIdentity = false
    },
    Mutant("pins-replace-trust", "asks nothing else once a pin fits the list") { $0.pinsReplaceTrust = true },
    excusing("pins-replace-names", "compares no name once the leaf is the pinned one", [.nameMismatch]),
    excusing("pins-replace-anchors", "needs no anchor once the leaf is the pinned one", [.untrusted]),
    excusing("pins-replace-dates", "reads no date once the leaf is the pinned one", [.expired, .notYetValid]),
    excusing("pins-replace-signatures", "verifies no signature once the leaf is the pinned one", [.badSignature]),
    excusing("pins-replace-purposes", "asks for no purpose once the leaf is the pinned one", [.keyUsage]),
    excusing("pins-replace-extensions", "reads no extension once the leaf is the pinned one", [.extension]),
    excusing("pins-replace-revocation", "asks nobody for the status of the pinned leaf", [.revoked]),
    Mutant("pins-anywhere", "takes a pin for any place of the path, whichever it is for") { $0.pins = .anywhere },
    Mutant("compares-digests-by-their-beginning", "compares the first octets of digests") {
      $0.pins = .digestsByPrefix
    },
    Mutant("compares-digests-in-any-case", "compares digests as text, in letters of any case") {
      $0.pins = .digestsByLetters
    },
    Mutant("pins-the-first-only", "compares only the first pin of a set") { $0.pins = .firstOnly },
    Mutant("rests-pins-in-rotations", "takes several pins for a rotation under way, and any key with them") {
      $0.pins = .loneOnly
    },
    Mutant("pins-keys-of-certificates", "takes another certificate of the pinned certificate's key") {
      $0.pins = .keysOfCertificates
    },
    Mutant("pins-names-of-certificates", "takes another certificate of the pinned certificate's name") {
      $0.pins = .namesOfCertificates
    },
    Mutant("pins-issuers-of-certificates", "takes another certificate of the pinned certificate's issuer") {
      $0.pins = .issuersOfCertificates
    },
    Mutant("ignores-include-subdomains", "compares the pins of a host with that very host only") {
      $0.pinScope = .exactHostOnly
    },
    Mutant("include-subdomains-covers-one-label", "finds no pins for a host that is two labels below the pinned one") {
      $0.pinScope = .oneLabelBelow
    },
    Mutant("finds-no-pins-for-ip", "finds no pins for an address") { $0.pinScope = .namesOnly },
    Mutant("ignores-empty-pin-set", "compares nothing with a set that has no pin") {
      $0.pinScope = .setsWithPins
    },
    Mutant("pins-of-the-closest-set", "asks nothing of the domain's pins where the host has some of its own") {
      $0.pinScope = .closestOnly
    },
    Mutant("pins-of-the-widest-set", "asks nothing of the host's pins where the domain above has some") {
      $0.pinScope = .widestOnly
    },
    Mutant("finds-no-pins-for-uppercase-host", "finds no pins for a host that is written in other letters") {
      $0.pinScope = .lettersAsWritten
    },
    Mutant("finds-no-pins-for-trailing-dot", "finds no pins for a host that is written with a final dot") {
      $0.pinScope = .dotAsWritten
    },
    Mutant("mixes-pins-of-hosts", "takes a pin of any host for every host that has pins") { $0.pinScope = .oneBag },
    Mutant("pins-of-any-set", "is content with one of several pin sets") { $0.pinScope = .anySet },
    Mutant("drops-pins-with-an-expired-set", "compares no pins once one of the host's sets has ended") {
      $0.pinScope = .noneAfterAnEnd
    },
    Mutant("ends-pins-by-the-day", "drops a pin set as soon as its last day begins") { $0.pinScope = .wholeDays },
    Mutant(
      "remembers-the-host", "accepts whatever a host shows once it was accepted",
      make: { Remembering(PolicyValidator($0), PolicyValidator($0), asksAgain: false) }),
    Mutant(
      "refuses-once", "accepts what it has refused when it is shown again", make: { Relenting(PolicyValidator($0)) }),
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
