internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about the proofs that a certificate was logged.
  static let ofTransparency: [Mutant] = [
    Mutant("ignores-ct", "never requires SCTs") { $0.transparency = nil },
    .transparencyVariant("accepts-missing-sct", "accepts a certificate without any SCT") {
      $0.refusesNone = false
    },
    .transparencyVariant("accepts-one-log", "requires only one SCT, whatever the policy says") { $0.counts = false },
    .transparencyVariant("counts-a-log-twice", "counts two SCTs of one log as two logs") { $0.countsLogs = false },
    .transparencyVariant("counts-an-operator-twice", "counts two logs of one operator as two operators") {
      $0.countsOperators = false
    },
    .transparencyVariant("counts-unknown-logs", "accepts SCTs of unknown logs") { $0.refusesUnknownLogs = false },
    .transparencyVariant("counts-retired-logs", "accepts SCTs of retired logs") {
      $0.refusesRetiredLogs = false
    },
    .transparencyVariant("accepts-sct-from-the-future", "accepts SCTs from the future") { $0.refusesFuture = false },
    .transparencyVariant("ignores-sct-signature", "ignores the signature of SCTs") {
      $0.verifiesSignatures = false
    },
    .transparencyVariant("ignores-issuer-key-hash", "ignores the issuer key hash of SCTs") {
      $0.checksIssuer = false
    },
    .transparencyVariant("accepts-malformed-sct-list", "accepts an SCT list that it cannot parse") {
      $0.refusesUnreadable = false
    },
    .transparencyVariant("accepts-empty-sct-list", "accepts an empty SCT list") {
      $0.refusesEmpty = false
    },
    .transparencyVariant(
      "rejects-sct-of-unknown-log", "refuses an SCT of an unknown log although there are enough others"
    ) {
      $0.toleratesStrangers = false
    },
    .transparencyVariant("reads-embedded-scts-only", "reads only the SCTs embedded in the certificate") {
      $0.sources = [.certificate]
    },
    .transparencyVariant("ignores-embedded-scts", "ignores the SCTs embedded in the certificate") {
      $0.sources.remove(.certificate)
    },
    .alsoAccepting("takes-precertificates", "accepts a precertificate") { problem, context in
      problem.reason == .extension
        && context.served.first.flatMap { CertificateFacts(der: $0) }?.isPrecertificate == true
    },
  ]

  /// Wrong about certificate transparency; cells of tables have to catch them.
  static let tableTransparency: [Mutant] = [
    transparencyVariant("drops-scts-of-logs-retired-later", "counts no SCT of a log that has been retired since") {
      $0.countsBeforeRetirement = false
    },
    transparencyVariant("counts-logs-by-source", "counts a log once for each way by which its SCTs come") {
      $0.countsAcrossSources = false
    },
  ]

  /// One that counts otherwise.
  static func transparencyVariant(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout TransparencyRules) -> Void
  ) -> Mutant {
    Mutant(name, summary) { decisions in
      var rules = TransparencyRules()
      change(&rules)
      decisions.transparency = rules
    }
  }
}
