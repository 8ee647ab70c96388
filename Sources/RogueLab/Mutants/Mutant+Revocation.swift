internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about revocation.
  static let ofRevocation: [Mutant] = [
    Mutant("ignores-revocation", "never checks revocation") { $0.enforcement = .off },
    Mutant("fails-open", "continues without the required revocation status") { $0.enforcement = .soft },
    Mutant("checks-the-leaf-only", "never checks the revocation of intermediates") { $0.checksLeafOnly = true },
    Mutant("ignores-crls", "ignores CRLs") { $0.ignores(.crl) },
    Mutant("ignores-staples", "ignores staples") { $0.ignores(.ocspStaple) },
    Mutant("fetches-no-crls", "fetches no CRL") { $0.ignores(.crlFetch) },
    Mutant("fetches-no-ocsp", "queries no OCSP responder") { $0.ignores(.ocspFetch) },
    Mutant(
      "handles-one-revocation-method-only",
      "checks nothing if the policy lists two revocation methods"
    ) {
      $0.knowsSeveralMethods = false
    },
    Mutant("fetches-although-forbidden", "queries responders although the policy forbids fetching") {
      $0.staysOffTheNetwork = false
    },
    Mutant(
      "skips-revocation-of-single-certificate-paths", "requires no revocation status for a path of one certificate"
    ) {
      $0.requiresAnswersOfLonePaths = false
    },
    Mutant("checks-revocation-only-when-configured", "checks revocation only if the policy demands it") {
      $0.looksUnasked = false
    },
    Mutant("ignores-must-staple", "does not require the staple that a must-staple certificate needs") {
      $0.expectsPromisedStaple = false
    },
    Mutant("accepts-any-ocsp-signer", "accepts OCSP responses signed by anybody") {
      $0.revocation.verifiesResponder = false
    },
    Mutant("accepts-delegates-without-ocsp-signing", "accepts OCSP responses signed by any certificate of the CA") {
      $0.revocation.verifiesDelegation = false
    },
    Mutant("accepts-expired-ocsp-delegates", "accepts OCSP responses of a delegate with an expired certificate") {
      $0.revocation.checksDelegateDates = false
    },
    Mutant("ignores-key-usage-of-ocsp-delegates", "ignores the keyUsage of OCSP delegates") {
      $0.revocation.checksDelegateUsage = false
    },
    Mutant("accepts-weak-keys-of-ocsp-delegates", "accepts OCSP responses of a delegate with a weak key") {
      $0.revocation.checksDelegateKey = false
    },
    Mutant("accepts-expired-ocsp-and-crl", "accepts expired OCSP responses and CRLs") {
      $0.revocation.refusesStale = false
    },
    Mutant(
      "checks-next-update-once", "accepts expired OCSP responses and CRLs once it has accepted the host",
      make: { environment in
        Remembering(
          PolicyValidator(environment),
          PolicyValidator(environment) { decisions in decisions.revocation.refusesStale = false }, asksAgain: true)
      }),
    Mutant("ignores-revoked-in-expired-ocsp", "ignores a revocation in an expired OCSP response") {
      $0.revocation.heedsStaleRevocations = false
    },
    Mutant("accepts-ocsp-and-crl-from-the-future", "accepts OCSP responses and CRLs from the future") {
      $0.revocation.refusesFuture = false
    },
    Mutant("ignores-cert-id", "accepts OCSP responses for another certificate") {
      $0.revocation.checksSubject = false
    },
    Mutant("ignores-issuer-hashes", "accepts OCSP responses for another CA's certificate with the same serial") {
      $0.revocation.checksIssuerHashes = false
    },
    Mutant(
      "ignores-issuer-hashes-of-sha-256",
      "accepts OCSP responses for another CA's certificate if the hashes are not SHA-1"
    ) {
      $0.revocation.checksHashesOfEveryDigest = false
    },
    Mutant("compares-ends-of-serials", "takes an entry of a CRL for the leaf's if the last eight octets are the same") {
      $0.revocation.comparesWholeSerials = false
    },
    Mutant("reads-first-single-response-only", "reads only the first SingleResponse, whichever certificate it is for") {
      $0.revocation.readsEveryAnswer = false
    },
    Mutant("ignores-ocsp-nonce", "accepts an OCSP response with another nonce") { $0.revocation.checksNonce = false },
    Mutant("requires-ocsp-nonce", "refuses OCSP responses without a nonce") {
      $0.revocation.toleratesMissingNonce = false
    },
    Mutant("ignores-critical-extensions-of-ocsp-and-crl", "ignores critical extensions of OCSP responses and CRLs") {
      $0.revocation.refusesUnknownExtensions = false
    },
    Mutant("accepts-old-ocsp-without-next-update", "accepts OCSP responses of any age if they have no nextUpdate") {
      $0.revocation.refusesOld = false
    },
    Mutant("accepts-ocsp-unknown", "treats the status 'unknown' as 'good'") { $0.revocation.refusesUnknown = false },
    Mutant("accepts-ocsp-error-status", "accepts an OCSP error status instead of a response") {
      $0.revocation.refusesErrors = false
    },
    Mutant("accepts-unparsable-ocsp", "accepts an OCSP response that it cannot parse") {
      $0.revocation.refusesGarbage = false
    },
    Mutant("accepts-unreachable-responder", "treats an unreachable responder as a good response") {
      $0.revocation.refusesSilence = false
    },
    Mutant("ignores-crl-signature", "ignores the signature of CRLs") {
      $0.revocation.verifiesListSignature = false
    },
    Mutant("accepts-missing-crl", "treats a missing CRL, or another CA's, as one without the certificate") {
      $0.revocation.refusesMissingList = false
    },
    Mutant("ignores-issuing-distribution-point", "ignores a CRL's issuingDistributionPoint") {
      $0.revocation.checksListScope = false
    },
    Mutant("accepts-delta-crl-as-base", "accepts a delta CRL as a complete CRL") {
      $0.revocation.refusesChangesOnly = false
    },
    Mutant("ignores-crl-sign", "accepts CRLs of a CA without cRLSign") {
      $0.revocation.checksListKeyUsage = false
    },
    Mutant("reads-beginning-of-crl-only", "reads only the beginning of a long CRL") {
      $0.revocation.readsLongLists = false
    },
    Mutant("uses-first-distribution-point-only", "fetches from the first distribution point only") {
      $0.revocation.usesEveryPoint = false
    },
    Mutant("accepts-any-staple", "treats any staple as good, whatever its content") {
      $0.revocation.readsStaples = false
    },
    Mutant("accepts-missing-staple", "treats a missing staple as a good one") {
      $0.revocation.refusesMissingStaple = false
    },
  ]

  /// Wrong about revocation; cells of tables have to catch them.
  static let tableRevocation: [Mutant] = [
    revocationVariant("stops-at-first-good", "hears no other source once one has said good") {
      $0.checksAllSources = false
    },
    revocationVariant("stops-at-unusable-answer", "queries no other source after an unusable response") {
      $0.asksFurther = false
    },
    revocationVariant("keeps-ocsp-without-next-update", "accepts responses without nextUpdate for ten days") {
      $0.endsWithoutNextUpdate = false
    },
    revocationVariant("ignores-coming-revocations", "ignores a revocation that is dated later than now") {
      $0.honorsFutureRevocationDate = false
    },
    revocationVariant("reads-first-delivered-crl", "takes the first CRL that it gets, usable or not") {
      $0.skipsUnusableCRLs = false
    },
    revocationVariant("allows-skew-after-next-update", "accepts OCSP responses five minutes after their nextUpdate") {
      $0.endsOnTheSecond = false
    },
    revocationVariant("accepts-ocsp-for-ten-days", "accepts OCSP responses for ten days, whatever their nextUpdate") {
      $0.endsWithNextUpdate = false
    },
    revocationVariant("finds-staples-by-place", "takes the staple at the same place of the list for that of the path") {
      $0.findsStaplesByCertificate = false
    },
    Mutant("checks-leaf-and-issuer", "checks revocation for the leaf and its issuer only") { $0.mostStatuses = 2 },
    Mutant("requires-next-update", "accepts no OCSP response without nextUpdate") {
      $0.revocation.countsWithoutNextUpdate = false
    },
    revocationVariant("accepts-missing-responder", "takes a certificate that names no responder for good") {
      $0.refusesMissingResponder = false
    },
    revocationVariant(
      "accepts-responses-of-served-certificates", "accepts OCSP responses signed by any certificate served"
    ) {
      $0.refusesServedSigners = false
    },
    revocationVariant("ignores-certificate-hold", "ignores entries of a CRL whose reason is certificateHold") {
      $0.heedsHolds = false
    },
    revocationVariant("stops-at-damaged-entries", "reads a CRL up to an entry with an extension that it cannot parse") {
      $0.readsPastDamagedEntries = false
    },
    revocationVariant("requires-issuing-distribution-point", "accepts no CRL without issuingDistributionPoint") {
      $0.countsWithoutScope = false
    },
    revocationVariant("knows-cert-ids-of-sha-1", "knows the CertIDs of OCSP responses with SHA-1 only") {
      $0.readsEveryDigest = false
    },
    revocationVariant(
      "compares-first-point-only", "compares a CRL with the first distribution point of a certificate only"
    ) {
      $0.comparesEveryPoint = false
    },
    revocationVariant(
      "takes-enclosed-issuers-for-delegates", "refuses an OCSP response that contains the issuer's certificate"
    ) {
      $0.knowsEnclosedIssuer = false
    },
    revocationVariant(
      "reads-status-of-first-single-response", "reads the first SingleResponse if any is for the certificate"
    ) {
      $0.readsOwnStatus = false
    },
    revocationVariant(
      "takes-staples-for-the-leaf", "reads the first SingleResponse of a staple, whichever certificate it is for"
    ) {
      $0.comparesStaples = false
    },
    revocationVariant(
      "knows-delegates-by-issuer-name", "accepts a delegate that names the issuer, without its signature"
    ) {
      $0.verifiesDelegateSignature = false
    },
    revocationVariant("reads-no-dates-of-ocsp", "reads no dates of OCSP responses") {
      $0.readsDatesOfResponses = false
    },
    revocationVariant("keeps-crls-for-good", "reads no nextUpdate of a CRL") { $0.readsEndOfLists = false },
    revocationVariant("stops-at-garbled-staples", "queries no other source after an undecodable staple") {
      $0.readsPastGarbledStaples = false
    },
    revocationVariant("looks-up-the-leaf-only", "looks for the leaf only in CRLs") { $0.looksUpIssuers = false },
    revocationVariant("reads-first-crl-only", "reads only the first of the CRLs that it is given") {
      $0.readsEveryList = false
    },
    revocationVariant(
      "needs-no-crl-without-point", "takes a certificate without cRLDistributionPoints and without CRL for good"
    ) {
      $0.refusesMissingPoint = false
    },
    revocationVariant("verifies-no-staple", "verifies the signatures of fetched OCSP responses only") {
      $0.verifiesStaples = false
    },
    revocationVariant("ignores-coming-crl-entries", "ignores an entry of a CRL that is dated later than now") {
      $0.honorsFutureEntryDate = false
    },
    revocationVariant(
      "ignores-crls-with-points", "ignores CRLs whose issuingDistributionPoint names a distribution point"
    ) {
      $0.readsListsOfPoints = false
    },
    revocationVariant("knows-responders-by-name", "accepts no OCSP response whose ResponderID is a key hash") {
      $0.knowsRespondersByKey = false
    },
  ]

  /// One with other rules about revocation.
  static func revocationVariant(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout RevocationRules) -> Void
  ) -> Mutant {
    Mutant(name, summary) { change(&$0.revocation) }
  }
}

extension ValidatorDecisions {
  /// As if the policy did not list this method, unless it lists no other: then nothing is checked.
  fileprivate mutating func ignores(_ method: PolicyRecipe.Revocation.Method) { methods.remove(method) }
}
