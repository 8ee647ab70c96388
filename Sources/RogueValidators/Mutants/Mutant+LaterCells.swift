internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Those of the fourth batch of docs/records/planted-bugs.md.
  static let laterOfCells = laterPins + laterPaths + laterRevocation

  private static let laterPins: [Mutant] = [
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
      $0.pinScope = .wholeLastDay
    },
  ]

  private static let laterPaths: [Mutant] = [
    constraining("reads-stars-as-text", "compares a wildcard with excluded subtrees as if the star were a label") {
      $0.readsStarsAsText = true
    },
    .forgiving("takes-key-usage-for-a-ca", "accepts a CA without basicConstraints if it has keyCertSign") {
      problem, context in
      guard [.notACA, .keyUsage, .pathLength, .extension, .malformed].contains(problem.reason) else { return false }
      return context.blames(problem, anIssuerWhere: { !$0.hasBasicConstraints && $0.signsCertificates })
    },
    objecting("knows-no-critical-purposes", "refuses a CA whose extendedKeyUsage is critical") { context in
      context.issuers.firstIndex(where: \.hasCriticalPurposes)
        .map { TrustProblem(.extension, "an extension that it takes for unknown is critical", index: $0 + 1) }
    },
    Mutant("tries-other-paths-for-dates", "tries a second path only if the first one has expired") {
      $0.alternatives = .afterDates
    },
    objecting("ends-validity-a-second-early", "treats a certificate as expired in its last second") { context in
      context.path.firstIndex { CertificateFacts(der: $0)?.notAfter == context.now }
        .map { TrustProblem(.expired, "its last second has begun", index: $0) }
    },
    objecting("bans-sha-1-everywhere", "refuses SHA-1 also where nobody needs the signature") { context in
      context.served.firstIndex { SignedCertificate(der: $0).map(\.isOverSHA1) ?? false }
        .map { TrustProblem(.weakCrypto, "a certificate is signed over SHA-1", index: $0) }
    },
  ]

  private static let laterRevocation: [Mutant] = [
    ruling("accepts-missing-responder", "takes a certificate that names no responder for good") {
      $0.refusesMissingResponder = false
    },
    ruling("accepts-responses-of-served-certificates", "accepts OCSP responses signed by any certificate served") {
      $0.refusesServedSigners = false
    },
    ruling("ignores-certificate-hold", "ignores entries of a CRL whose reason is certificateHold") {
      $0.heedsHolds = false
    },
    ruling("stops-at-damaged-entries", "reads a CRL up to an entry with an extension that it cannot parse") {
      $0.readsPastDamagedEntries = false
    },
    ruling("requires-issuing-distribution-point", "accepts no CRL without issuingDistributionPoint") {
      $0.countsWithoutScope = false
    },
    ruling("knows-cert-ids-of-sha-1", "knows the CertIDs of OCSP responses with SHA-1 only") {
      $0.readsEveryDigest = false
    },
  ]
}

extension SignedCertificate {
  /// ecdsa-with-SHA1 and sha1WithRSAEncryption, with the tag.
  private static let algorithms: [[UInt8]] = [
    [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x01],
    [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x05],
  ]

  fileprivate var isOverSHA1: Bool { Self.algorithms.contains { algorithm.starts(with: $0) } }
}
