internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about revocation.
  static let ofRevocation: [Mutant] = [
    Mutant("ignores-revocation", "never asks whether a certificate was revoked") { $0.enforcement = .off },
    Mutant("fails-open", "goes on without the answer that is required") { $0.enforcement = .soft },
    Mutant("checks-the-leaf-only", "never asks about intermediates") { $0.checksLeafOnly = true },
    Mutant("ignores-lists", "takes no notice of CRLs") { $0.ignores(.crl) },
    Mutant("ignores-staples", "takes no notice of staples") { $0.ignores(.ocspStaple) },
    Mutant("fetches-no-lists", "fetches no CRL") { $0.ignores(.crlFetch) },
    Mutant("never-fetches", "asks no responder") { $0.ignores(.ocspFetch) },
    Mutant(
      "knows-one-method-at-a-time", "compares the set of methods with each, and checks nothing where there are two"
    ) {
      $0.knowsSeveralMethods = false
    },
    Mutant("fetches-although-forbidden", "asks responders also where nothing may be fetched") {
      $0.staysOffTheNetwork = false
    },
    Mutant("asks-nobody-about-lone-certificates", "takes a path of one certificate for one that needs no answer") {
      $0.requiresAnswersOfLonePaths = false
    },
    Mutant("looks-only-when-asked", "overlooks a revocation that nobody told it to look for") {
      $0.looksUnasked = false
    },
    Mutant("forgets-promised-staples", "misses no staple that the certificate promises") {
      $0.expectsPromisedStaple = false
    },
    Mutant("takes-any-responder", "takes answers that anybody has signed") { $0.revocation.verifiesResponder = false },
    Mutant("takes-any-delegate", "takes answers of any certificate that the CA has issued") {
      $0.revocation.verifiesDelegation = false
    },
    Mutant("takes-expired-delegates", "takes answers of a delegate whose time is over") {
      $0.revocation.checksDelegateDates = false
    },
    Mutant("takes-delegates-of-any-use", "takes answers signed with a key that is for something else") {
      $0.revocation.checksDelegateUsage = false
    },
    Mutant("takes-delegates-with-short-keys", "takes answers signed with a key that is too short") {
      $0.revocation.checksDelegateKey = false
    },
    Mutant("takes-stale-answers", "takes answers whose time is over") { $0.revocation.refusesStale = false },
    Mutant("throws-stale-answers-away", "overlooks a revocation in an answer whose time is over") {
      $0.revocation.heedsStaleRevocations = false
    },
    Mutant("takes-early-answers", "takes answers whose time has not begun") { $0.revocation.refusesFuture = false },
    Mutant("takes-answers-about-others", "takes answers about another certificate") {
      $0.revocation.checksSubject = false
    },
    Mutant("compares-serials-only", "takes answers about another CA's certificate with the same serial number") {
      $0.revocation.checksIssuerHashes = false
    },
    Mutant("reads-the-first-answer", "reads the first answer of a response, whoever it is about") {
      $0.revocation.readsEveryAnswer = false
    },
    Mutant("ignores-nonces", "takes an answer to another question") { $0.revocation.checksNonce = false },
    Mutant("insists-on-nonces", "refuses answers of responders that repeat no nonce") {
      $0.revocation.toleratesMissingNonce = false
    },
    Mutant("passes-over-critical-extensions", "passes over critical extensions of answers and lists") {
      $0.revocation.refusesUnknownExtensions = false
    },
    Mutant("takes-old-answers", "takes answers of any age that say that they still hold") {
      $0.revocation.refusesOld = false
    },
    Mutant("takes-unknown-for-good", "takes 'unknown' for 'good'") { $0.revocation.refusesUnknown = false },
    Mutant("takes-errors-for-good", "takes a responder's error message for an answer") {
      $0.revocation.refusesErrors = false
    },
    Mutant("takes-garbage-for-good", "takes a reply that it cannot read for an answer") {
      $0.revocation.refusesGarbage = false
    },
    Mutant("takes-silence-for-good", "takes an unreachable responder for an answer") {
      $0.revocation.refusesSilence = false
    },
    Mutant("takes-forged-lists", "takes lists that anybody has signed") { $0.revocation.verifiesListSignature = false },
    Mutant("takes-no-list-for-good", "takes a missing list, or that of another CA, for one without the certificate") {
      $0.revocation.refusesMissingList = false
    },
    Mutant("takes-lists-of-any-scope", "takes lists that are for other certificates") {
      $0.revocation.checksListScope = false
    },
    Mutant("takes-changes-for-the-list", "takes a list of changes for the list that has changed") {
      $0.revocation.refusesChangesOnly = false
    },
    Mutant("takes-lists-of-any-key", "takes lists signed with a key that is not for lists") {
      $0.revocation.checksListKeyUsage = false
    },
    Mutant("reads-the-beginning-of-lists", "finds nobody in the part of a list that has no room in its memory") {
      $0.revocation.readsLongLists = false
    },
    Mutant("asks-the-first-point-only", "asks the first distribution point and no other") {
      $0.revocation.usesEveryPoint = false
    },
    Mutant("takes-any-staple-for-good", "takes a staple for a good answer, whatever it says") {
      $0.revocation.readsStaples = false
    },
    Mutant("takes-no-staple-for-good", "takes a missing staple for an answer") {
      $0.revocation.refusesMissingStaple = false
    },
  ]
}

extension Decisions {
  /// As if the policy did not list this method, unless it lists no other: then nothing is checked.
  fileprivate mutating func ignores(_ method: PolicyRecipe.Revocation.Method) { methods.remove(method) }
}
