internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about whose status is asked for, and which answer counts.
  static let ofStatusChoice: [Mutant] = [
    Mutant(
      "takes-errors-of-responders-for-good", "takes HTTP errors of a responder for a good status",
      replaces: .missingReply,
      where: { (missing: MissingReply) -> Bool in
        guard missing.source == .responder, case .reply(let status, _) = missing.reply else { return false }
        return (500..<600).contains(status)
      },
      by: { _ -> RevocationStatus in .good }),
    Mutant(
      "goes-on-without-a-revocation-policy", "goes on without revocation if the policy for it cannot be set",
      leavesOut: [PolicyCheck.failedCalls, PolicyCheck.statusOfLonePath, PolicyCheck.pathStatuses],
      where: { question in question.policy.platform.fails == .setting }),
    Mutant(
      "keeps-the-last-status", "overwrites each certificate's status with that of the CA above it",
      alters: .checkedCertificates
    ) { (places: inout Range<Int>) in
      places = max(places.lowerBound, places.upperBound - 1)..<places.upperBound
    },
    Mutant(
      "reads-the-machines-clock-for-revocation",
      "judges OCSP responses and CRLs by the clock of the machine, whatever moment the policy sets",
      asks: PolicyCheck.revocation
    ) { $0.policy.time = nil },
    Mutant(
      "fetches-no-crl-beside-supplied-ones", "fetches no CRL if the policy brings one, of whatever CA",
      leavesOut: [Rule<StatusQuestion, RevocationStatus?>.fetchedList], where: { !$0.check.lists.isEmpty }),
    Mutant(
      "fetches-lower-case-schemes-only", "takes a distribution point whose scheme is in upper case for none",
      alters: Rule<StatusQuestion, [String]>.distributionPoints
    ) { points in
      points.removeAll { !$0.hasPrefix("http://") }
    },
    Mutant(
      "reads-no-crls-beside-responders", "reads no CRL about a certificate that names an OCSP responder",
      leavesOut: [
        Rule<StatusQuestion, RevocationStatus?>.listAtHand, Rule<StatusQuestion, RevocationStatus?>.fetchedList,
      ],
      where: { question in
        question.check.sources.contains(.responder) && question.facts?.ocspURLs.isEmpty == false
      }),
    Mutant(
      "lets-a-staple-stand-for-the-path", "queries only the leaf's status where a response was stapled",
      replaces: Rule<PolicyEvaluation, Range<Int>>.checkedCertificates,
      where: { $0.flight.staple != nil && $0.policy.revocation.mode != .off }
    ) { 0..<min(1, max(0, $0.findings.path.count - 1)) },
    Mutant(
      "asks-no-status-of-self-issued-cas", "takes self-issued CAs for roots, and asks for no status of them",
      replaces: Rule<StatusQuestion, RevocationStatus>.certificateStatus,
      where: { $0.index > 0 && $0.facts?.isSelfIssued == true }
    ) { _ in .good },
    Mutant(
      "reads-no-staple-without-network", "reads no staple as a status where the policy forbids queries",
      alters: Rule<PolicyEvaluation, [AttemptPolicy.Revocation.Method]>.revocationMethods,
      where: { !$0.policy.revocation.allowsNetwork && $0.policy.revocation.mode != .off }
    ) { methods in
      // A responder is not asked without the network, so this method has no source.
      methods = methods.map { $0 == .ocspStaple ? .ocspFetch : $0 }
    },
    Mutant(
      "finds-status-issuers-by-name",
      "reads the leaf's status as that of the first served certificate with its issuer's name",
      replaces: Rule<StatusQuestion, RevocationStatus>.certificateStatus
    ) { question in
      guard question.index == 0, let name = question.facts?.issuer,
        let named = question.check.flight.certificates.first(where: {
          $0 != question.certificate && CertificateFacts(der: $0)?.subject == name
        }), named != question.issuer
      else { return Rule<StatusQuestion, RevocationStatus>.certificateStatus.answer(question) }
      // Comes here once more, with this issuer.
      return question.check.status(of: 0, in: [question.certificate, named])
    },
  ]
}
