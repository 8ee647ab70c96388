internal import RogueModel
internal import RogueStimuli

/// A fault in a certificate that is never presented cannot be detected.
struct UnpresentedFaultCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      guard let path = step.mutation?.path, path.count >= 2, path[0] == WorldKeys.certificates.key.name else {
        return nil
      }
      let name = path[1]
      // A removed certificate was unused, or the loader would have reported it.
      guard !step.world.visibleCertificates(policies: linted.scenario.policies).contains(name) else { return nil }
      return linted.finding(
        step: index, at: ScenarioKeys.mutate.key,
        "the certificate '\(name)' is never presented, so its fault is not either",
        help: "it is neither presented nor trusted, issues nothing that is, and belongs to no policy that is run")
    }
  }
}

extension World {
  /// The certificates that a validator can meet: presented, trusted, the client's own, signers of responses, and those
  /// from which these are made.
  func visibleCertificates(policies names: [String]) -> Set<String> {
    let servers = servers
    var pending = stores.system + stores.user + server[ClientAnchors.self]
    for server in servers { pending += Stimuli.presented(by: server) }
    for name in names {
      guard let policy = policy(name) else { continue }
      pending += (policy.anchors ?? []) + (policy.proxyAnchors ?? [])
      if let identity = policy.identity { pending += identity.certificates }
      pending += policy.pinSets.flatMap { $0.any.map(\.of) }
    }
    for server in servers {
      for case .response(let response) in [server[Staple.self]] + server[IssuerStaples.self].values {
        pending += response.otherCertificates
      }
    }
    pending += server[ServedSCTs.self]?.otherCertificates ?? []
    for responder in responders.values {
      pending += responder.response?.otherCertificates ?? []
    }
    let recipes = Dictionary(certificates.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var visible: Set<String> = []
    while let name = pending.popLast() {
      guard visible.insert(name).inserted, let recipe = recipes[name] else { continue }
      pending += [recipe[Issuer.self], recipe[SubjectOf.self], recipe[KeyOf.self]].compactMap(\.self)
      pending +=
        (recipe[EmbeddedSCTs.self]?.otherCertificates ?? []) + recipe[IssuedCRL.self].otherCertificates
        + (recipe[CRLDistributionPoints.self] ?? [])
      if case .copied(let other) = recipe[SubjectKeyIdentifier.self] { pending.append(other) }
    }
    return visible
  }
}
