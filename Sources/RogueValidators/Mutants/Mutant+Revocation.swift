internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about revocation.
  static let ofRevocation: [Mutant] = [
    Mutant("ignores-revocation", "never asks whether a certificate was revoked") { $0.enforcement = .off },
    Mutant("fails-open", "goes on without the answer that is required") { $0.enforcement = .soft },
    Mutant("checks-the-leaf-only", "never asks about intermediates") { $0.checksLeafOnly = true },
    Mutant("ignores-crls", "takes no notice of CRLs") { $0.ignores(.crl) },
    Mutant("ignores-staples", "takes no notice of staples") { $0.ignores(.ocspStaple) },
    Mutant("fetches-no-crls", "fetches no CRL") { $0.ignores(.crlFetch) },
    Mutant("fetches-no-ocsp", "asks no responder") { $0.ignores(.ocspFetch) },
    Mutant(
      "handles-one-revocation-method-only",
      "compares the set of methods with each, and checks nothing where there are two"
    ) {
      $0.knowsSeveralMethods = false
    },
    Mutant("fetches-although-forbidden", "asks responders also where nothing may be fetched") {
      $0.staysOffTheNetwork = false
    },
    Mutant(
      "skips-revocation-of-single-certificate-paths", "takes a path of one certificate for one that needs no answer"
    ) {
      $0.requiresAnswersOfLonePaths = false
    },
    Mutant("checks-revocation-only-when-configured", "overlooks a revocation that nobody told it to look for") {
      $0.looksUnasked = false
    },
    Mutant("ignores-must-staple", "misses no staple that the certificate promises") {
      $0.expectsPromisedStaple = false
    },
    Mutant("accepts-any-ocsp-signer", "takes answers that anybody has signed") {
      $0.revocation.verifiesResponder = false
    },
    Mutant("accepts-delegates-without-ocsp-signing", "takes answers of any certificate that the CA has issued") {
      $0.revocation.verifiesDelegation = false
    },
    Mutant("accepts-expired-ocsp-delegates", "takes answers of a delegate whose time is over") {
      $0.revocation.checksDelegateDates = false
    },
    Mutant("ignores-key-usage-of-ocsp-delegates", "takes answers signed with a key that is for something else") {
      $0.revocation.checksDelegateUsage = false
    },
    Mutant("accepts-weak-keys-of-ocsp-delegates", "takes answers signed with a key that is too short") {
      $0.revocation.checksDelegateKey = false
    },
    Mutant("accepts-expired-ocsp-and-crl", "takes answers whose time is over") { $0.revocation.refusesStale = false },
    Mutant("ignores-revoked-in-expired-ocsp", "overlooks a revocation in an answer whose time is over") {
      $0.revocation.heedsStaleRevocations = false
    },
    Mutant("accepts-ocsp-and-crl-from-the-future", "takes answers whose time has not begun") {
      $0.revocation.refusesFuture = false
    },
    Mutant("ignores-cert-id", "takes answers about another certificate") {
      $0.revocation.checksSubject = false
    },
    Mutant("ignores-issuer-hashes", "takes answers about another CA's certificate with the same serial number") {
      $0.revocation.checksIssuerHashes = false
    },
    Mutant("reads-first-single-response-only", "reads the first answer of a response, whoever it is about") {
      $0.revocation.readsEveryAnswer = false
    },
    Mutant("ignores-ocsp-nonce", "takes an answer to another question") { $0.revocation.checksNonce = false },
    Mutant("requires-ocsp-nonce", "refuses answers of responders that repeat no nonce") {
      $0.revocation.toleratesMissingNonce = false
    },
    Mutant("ignores-critical-extensions-of-ocsp-and-crl", "passes over critical extensions of answers and lists") {
      $0.revocation.refusesUnknownExtensions = false
    },
    Mutant("accepts-old-ocsp-without-next-update", "takes answers of any age that say that they still hold") {
      $0.revocation.refusesOld = false
    },
    Mutant("accepts-ocsp-unknown", "takes 'unknown' for 'good'") { $0.revocation.refusesUnknown = false },
    Mutant("accepts-ocsp-error-status", "takes a responder's error message for an answer") {
      $0.revocation.refusesErrors = false
    },
    Mutant("accepts-unparsable-ocsp", "takes a reply that it cannot read for an answer") {
      $0.revocation.refusesGarbage = false
    },
    Mutant("accepts-unreachable-responder", "takes an unreachable responder for an answer") {
      $0.revocation.refusesSilence = false
    },
    Mutant("ignores-crl-signature", "takes lists that anybody has signed") {
      $0.revocation.verifiesListSignature = false
    },
    Mutant("accepts-missing-crl", "takes a missing list, or that of another CA, for one without the certificate") {
      $0.revocation.refusesMissingList = false
    },
    Mutant("ignores-issuing-distribution-point", "takes lists that are for other certificates") {
      $0.revocation.checksListScope = false
    },
    Mutant("accepts-delta-crl-as-base", "takes a list of changes for the list that has changed") {
      $0.revocation.refusesChangesOnly = false
    },
    Mutant("ignores-crl-sign", "takes lists signed with a key that is not for lists") {
      $0.revocation.checksListKeyUsage = false
    },
    Mutant("reads-beginning-of-crl-only", "finds nobody in the part of a list that has no room in its memory") {
      $0.revocation.readsLongLists = false
    },
    Mutant("uses-first-distribution-point-only", "asks the first distribution point and no other") {
      $0.revocation.usesEveryPoint = false
    },
    Mutant("accepts-any-staple", "takes a staple for a good answer, whatever it says") {
      $0.revocation.readsStaples = false
    },
    Mutant("accepts-missing-staple", "takes a missing staple for an answer") {
      $0.revocation.refusesMissingStaple = false
    },
  ]
}

extension ValidatorDecisions {
  /// As if the policy did not list this method, unless it lists no other: then nothing is checked.
  fileprivate mutating func ignores(_ method: PolicyRecipe.Revocation.Method) { methods.remove(method) }
}
