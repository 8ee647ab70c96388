internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what was seen before.
  static let ofMemory: [Mutant] = [
    Mutant(
      "knows-issuers-by-name", "accepts a leaf by the name of an issuer that it has validated before",
      make: { KnowingIssuers(PolicyValidator($0)) }),
    Mutant(
      "names-once", "compares names on the first connection only",
      make: { environment in
        Remembering(
          PolicyValidator(environment),
          PolicyValidator(environment, rules: .without([.referenceName])), asksAgain: true)
      }),
    Mutant(
      "validates-a-leaf-once", "validates no path for a leaf that it has accepted before",
      make: { environment in
        RememberingLeaves(
          PolicyValidator(environment),
          PolicyValidator(environment, rules: .alsoAccepting { $0.reason != .nameMismatch }))
      }),
    Mutant(
      "asks-for-a-status-once", "fetches no new status of a leaf that it has accepted before",
      make: { environment in
        RememberingLeaves(
          PolicyValidator(environment),
          PolicyValidator(environment, rules: .querying(without: [.ocspFetch, .crlFetch])),
          under: { $0.revocation.methods.contains { $0 == .ocspFetch || $0 == .crlFetch } })
      }
    ).uncaught(because: "no response ends without sockets; over sockets `session/time-table` catches it"),
    Mutant(
      "keeps-first-name", "compares the first host's name with the certificates of later hosts",
      make: { KeepingName(PolicyValidator($0)) }),
    Mutant(
      "refuses-for-good", "refuses a host that it has refused before, whatever it presents",
      make: { Resenting(PolicyValidator($0)) }),
    Mutant(
      "knows-statuses-by-serial", "takes the status that it has fetched for that of any leaf with the serial number",
      make: { environment in
        RememberingSerials(
          PolicyValidator(environment),
          PolicyValidator(environment, rules: .querying(without: [.ocspFetch])))
      }),
    Mutant(
      "pins-the-first-host-only", "compares no pins once it has accepted a host that has some, whichever host it was",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment, rules: .without([.pins])),
          asksAgain: true, by: { _, policy in policy.pinSets.isEmpty ? nil : [] })
      }),
    Mutant(
      "pins-no-certificate-again", "compares no pins with a leaf that it has accepted for the host before",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment, rules: .without([.pins])),
          asksAgain: true, by: { flight, _ in flight.certificates.first.map { Array(flight.host.utf8) + $0 } })
      }),
    Mutant(
      "compares-names-of-a-list-once", "compares no name with a list of certificates that it has accepted",
      make: { environment in
        Remembering(
          PolicyValidator(environment),
          PolicyValidator(environment, rules: .alsoAccepting { $0.reason == .nameMismatch }),
          asksAgain: true, by: { flight, _ in flight.certificates.flatMap(\.self) })
      }),
    Mutant(
      "keeps-good-statuses", "queries nobody again about a certificate that was good once",
      make: { environment in
        var own = environment
        own.revocationMemory = nil
        return PolicyValidator(own, rules: .keepingGoodStatuses())
      }),
    Mutant(
      "takes-soft-failures-for-checks", "takes a missing status for good if the leaf has passed a soft check",
      make: { environment in
        Remembering(
          PolicyValidator(environment), PolicyValidator(environment, rules: .takingSilenceForGood),
          asksAgain: true, by: { flight, policy in policy.revocation.mode == .off ? nil : flight.certificates.first })
      }),
  ]
}

extension Rulebook {
  private typealias Status = Rule<StatusQuestion, RevocationStatus>

  /// Those of a validator that takes the status of a certificate for good once it was.
  fileprivate static func keepingGoodStatuses() -> Rulebook {
    let good = SeenCertificates()
    return Mutant("keeps-good-statuses", "keeps good statuses", replaces: Status.certificateStatus) { question in
      if good.contains(question.certificate) { return .good }
      let status = Status.certificateStatus.answer(question)
      if status == .good { good.insert(question.certificate) }
      return status
    }.rules
  }

  fileprivate static let takingSilenceForGood = Mutant(
    "takes-silence-for-good", "takes a missing status for good", alters: Status.certificateStatus
  ) { if $0.isUnknown { $0 = .good } }.rules

  /// Those of a validator that does without these methods, and without the status that they would give.
  fileprivate static func querying(without methods: Set<AttemptPolicy.Revocation.Method>) -> Rulebook {
    Mutant.ignoring("does-without", "does without methods", methods)
      .replacing(PolicyCheck.revocation, by: PolicyCheck.revocation.softly).rules
  }
}
