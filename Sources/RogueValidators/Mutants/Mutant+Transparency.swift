internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about the proofs that a certificate was logged.
  static let ofTransparency: [Mutant] = [
    Mutant("ignores-ct", "never asks for proofs of logging") { $0.transparency = nil },
    .counting("accepts-missing-sct", "asks nothing of a server that has no timestamp at all") {
      $0.refusesNone = false
    },
    .counting("accepts-one-log", "counts to one, whatever the policy says") { $0.counts = false },
    .counting("counts-a-log-twice", "takes two timestamps of one log for two logs") { $0.countsLogs = false },
    .counting("counts-an-operator-twice", "takes two logs of one operator for those of two") {
      $0.countsOperators = false
    },
    .counting("counts-unknown-logs", "takes any key for a log's") { $0.refusesUnknownLogs = false },
    .counting("counts-retired-logs", "takes timestamps of logs that are no longer trusted") {
      $0.refusesRetiredLogs = false
    },
    .counting("accepts-sct-from-the-future", "takes timestamps whose time has not come") { $0.refusesFuture = false },
    .counting("ignores-sct-signature", "takes timestamps for what they say they are") {
      $0.verifiesSignatures = false
    },
    .counting("ignores-issuer-key-hash", "takes what was logged under another CA's key") {
      $0.checksIssuer = false
    },
    .counting("accepts-malformed-sct-list", "takes a list of timestamps that it cannot read for a good one") {
      $0.refusesUnreadable = false
    },
    .counting("accepts-empty-sct-list", "takes a list without timestamps for enough of them") {
      $0.refusesEmpty = false
    },
    .counting(
      "rejects-sct-of-unknown-log", "refuses a certificate for a timestamp that it cannot check, beside enough others"
    ) {
      $0.toleratesStrangers = false
    },
    .counting("reads-embedded-scts-only", "overlooks timestamps that do not stand in the certificate") {
      $0.sources = [.certificate]
    },
    .counting("ignores-embedded-scts", "overlooks timestamps in the certificate") {
      $0.sources.remove(.certificate)
    },
    .forgiving("takes-precertificates", "takes the certificate that only logs should see") { problem, context in
      problem.reason == .extension
        && context.served.first.flatMap { CertificateFacts(der: $0) }?.isPrecertificate == true
    },
  ]

  /// One that counts otherwise.
  private static func counting(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout TransparencyRules) -> Void
  ) -> Mutant {
    Mutant(name, summary) { decisions in
      var rules = TransparencyRules()
      change(&rules)
      decisions.transparency = rules
    }
  }
}
