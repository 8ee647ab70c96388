internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what its policy says; cells of tables have to catch them.
  static let ofSettings: [Mutant] = [
    Mutant(
      "compares-no-name-under-own-anchors", "compares no name where the policy brings anchors of its own",
      replaces: Rule<PolicyEvaluation, String?>.referenceName, where: { $0.policy.anchors != nil }
    ) { _ in nil },
    Mutant(
      "requires-no-logs-without-one-in-use", "requires no SCTs where none of the policy's logs is in use any more",
      leavesOut: [PolicyCheck.transparency],
      where: { question in
        guard let asked = question.policy.transparency else { return false }
        return asked.logs.allSatisfy { log in log.retired.map { $0.secondsSince1970 <= question.now } ?? false }
      }),
    Mutant(
      "takes-best-effort-for-off", "takes best effort for a policy without revocation checks, so its CRLs are not read",
      replaces: Rule<PolicyEvaluation, [AttemptPolicy.Revocation.Method]>.revocationMethods,
      where: { $0.policy.revocation.mode != .require }
    ) { _ in [.ocspStaple, .ocspFetch] },
    Mutant(
      "ends-pins-by-the-machines-clock",
      "compares the end of a pin set with the machine's clock, whatever moment the policy sets",
      replaces: PolicyCheck.pins
    ) { question in
      let now = question.environment.clock()
      let failed = question.policy.pinSets.first { set in
        set.covers(question.flight.host) && set.isInForce(at: now)
          && !set.any.contains { $0.fits(question.findings.path) }
      }
      return failed.map { TrustProblem(.pinMismatch, "no pin for \($0.host) matches the path") }
    }.uncaught(because: "without sockets the clock stands still; over sockets `time/second-table` catches it"),
    Mutant(
      "hides-the-systems-store-behind-the-users",
      "does not read the system's store where the user has installed a root",
      replaces: Rule<PolicyEvaluation, [[UInt8]]>.anchors,
      where: { $0.policy.anchors == nil && $0.policy.userAnchors?.isEmpty == false }
    ) { question in question.policy.userAnchors ?? [] }.uncaught(
      because: "over sockets `healthy/http-proxy` catches it"),
    Mutant(
      "inherits-subdomains-from-sets-above",
      "lets a pin set include sub-domains where a set for a domain above it does",
      replaces: PolicyCheck.pins
    ) { question in
      let sets = question.policy.pinSets
      let host = question.flight.host
      let failed = sets.first { set in
        let inherits = sets.contains { $0.includeSubdomains && $0.covers(set.host) }
        let isBelow = HostName.ascii(host).hasSuffix("." + HostName.ascii(set.host))
        return (set.covers(host) || inherits && isBelow) && set.isInForce(at: question.now)
          && !set.any.contains { $0.fits(question.findings.path) }
      }
      return failed.map { TrustProblem(.pinMismatch, "no pin for \($0.host) matches the path") }
    },
    Mutant(
      "knows-one-log-of-an-operator", "knows only the last of the logs that one operator has in the policy's list",
      asks: Rule<TransparencyQuestion, TrustProblem?>.vouchingLogs
    ) { question in
      let known = question.policy.logs
      question.policy.logs = known.indices.filter { place in
        !known[(place + 1)...].contains { $0.operatorName == known[place].operatorName }
      }.map { known[$0] }
    },
    Mutant(
      "wants-staples-by-best-effort",
      "refuses a server that staples nothing where the policy lists stapling by best effort",
      replaces: PolicyCheck.promisedStaple,
      where: { question in
        let asked = question.policy.revocation
        return asked.mode != .off && asked.mode != .require && asked.methods.contains(.ocspStaple)
      }
    ) { question in
      guard question.flight.staple != nil else {
        return TrustProblem(.revocationUnknown, "the server has stapled nothing", index: 0)
      }
      return PolicyCheck.promisedStaple.answer(question)
    },
    Mutant(
      "passes-over-unlisted-staples",
      "passes over a staple that says revoked where the policy lists other methods only",
      leavesOut: [PolicyCheck.stapledRevocation],
      where: { $0.policy.revocation.mode != .off && !$0.policy.revocation.methods.contains(.ocspStaple) }),
  ]
}
