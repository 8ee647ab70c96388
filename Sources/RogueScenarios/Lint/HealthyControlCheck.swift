internal import RogueModel
internal import RogueStimuli

/// A control that no good validator could accept proves nothing, whatever it says: each case would be inconclusive.
struct HealthyControlCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let scenario = linted.scenario
    var seen: Set<String> = []
    return scenario.steps.enumerated().flatMap { index, step in
      scenario.policies.compactMap { policy -> Finding? in
        // Without a mutation the scenario says itself what is right.
        if step.mutation == nil, step.expectations[policy]?.mustAccept != true { return nil }
        let name = step.policy ?? policy
        guard let recipe = scenario.world.policy(name),
          let problem = scenario.world.unhealthiness(under: recipe, host: step.host), seen.insert(problem).inserted
        else { return nil }
        let key = step.host == nil ? ScenarioKeys.world.key : StepKeys.host.key
        return linted.finding(
          step: index, at: key, "the control cannot be accepted under '\(name)': \(problem)",
          help: "the control is the same conversation without the mutation; make it healthy, or leave the policy out")
      }
    }
  }
}

extension Expectation {
  /// Only an accept is right.
  fileprivate var mustAccept: Bool { answers.allSatisfy { $0.disposition == .accept } }
}

extension World {
  /// Why no validator could accept this server under a policy; nil if no reason is found.
  ///
  /// It ignores certificates with defects, because their effect is not known here.
  func unhealthiness(under policy: PolicyRecipe, host: String?) -> String? {
    let asked = [host ?? self.host] + server[Redirect.self]
    let shown = shown(to: asked)
    let leaves = shown.compactMap { $0.first.flatMap(certificate) }
    guard !leaves.isEmpty, leaves.allSatisfy({ $0[CertificateDefects.self].isEmpty }) else { return nil }
    if policy.checksHostname {
      for host in asked where !leaves.contains(where: { covers($0, host) }) {
        return "'\(leaves[0].name)' is not for \(fullName(of: host))"
      }
    }
    if leaves.allSatisfy({ $0[NotAfter.self] < 0 }) { return "'\(leaves[0].name)' has expired" }
    if leaves.allSatisfy({ $0[NotBefore.self] > 0 }) { return "'\(leaves[0].name)' is not valid yet" }
    let roots = policy.anchors ?? (stores.system + stores.user)
    let paths = leaves.map { ancestry(of: $0.name) }
    guard paths.contains(where: { !$0.isDisjoint(with: roots) }) else {
      return "no issuer of '\(leaves[0].name)' is trusted"
    }
    for set in policy.pinSets where !set.any.isEmpty && (set.expires ?? 1) > 0 {
      guard asked.contains(where: { applies(set, to: $0) }) else { continue }
      let fits = zip(leaves, paths).contains { leaf, path in set.any.contains { matches($0, leaf.name, path) } }
      if !fits { return "none of the pins for \(fullName(of: set.host)) is in the path of '\(leaves[0].name)'" }
    }
    return nil
  }

  /// The presentations for clients that request these hosts, and name them.
  private func shown(to hosts: [String]) -> [[String]] {
    let names = hosts.map { ServerPlace.host(HostName.plain(fullName(of: $0))) }
    let places = places
    return places.keys.sorted().filter { place in
      switch place {
      case .usual: names.contains { places[$0] == nil }
      case .connection: true
      case .host: names.contains(place)
      }
    }.map { server(at: $0).present }
  }

  /// Whether the subjectAltName has the host (RFC 9525, section 6.3).
  private func covers(_ leaf: CertificateRecipe, _ host: String) -> Bool {
    let name = HostName.plain(fullName(of: host))
    if leaf[IPAddresses.self].contains(where: { $0 == name || InternetAddress.areSame($0, name) }) { return true }
    return leaf[DNSNames.self].contains { presented in
      let full = HostName.plain(fullName(of: presented))
      guard full.hasPrefix("*.") else { return full == name }
      return name.firstIndex(of: ".").map { name[$0...] == full.dropFirst() } ?? false
    }
  }

  /// The certificate, its issuers, and everything that has the name and the key of one of them.
  private func ancestry(of name: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      guard found.insert(next).inserted, let recipe = certificate(next) else { continue }
      if let issuer = recipe[Issuer.self] { pending.append(issuer) }
      guard next != name else { continue }
      pending += certificates.filter { isCopy($0, recipe) }.map(\.name)
    }
    return found
  }

  private func isCopy(_ left: CertificateRecipe, _ right: CertificateRecipe) -> Bool {
    (left[SubjectOf.self] ?? left.name) == (right[SubjectOf.self] ?? right.name)
      && (left[KeyOf.self] ?? left.name) == (right[KeyOf.self] ?? right.name)
  }

  private func applies(_ set: PolicyRecipe.PinSet, to host: String) -> Bool {
    let (pinned, asked) = (HostName.ascii(fullName(of: set.host)), HostName.ascii(fullName(of: host)))
    return pinned == asked || set.includeSubdomains && asked.hasSuffix(".\(pinned)")
  }

  private func matches(_ pin: PolicyRecipe.Pin, _ leaf: String, _ path: Set<String>) -> Bool {
    let places: Set<String>
    switch pin.position {
    case .leaf: places = [leaf]
    case .ca: places = path.subtracting([leaf])
    case .chain: places = path
    }
    guard pin.kind == .spki else { return places.contains(pin.of) }
    func key(_ name: String) -> String { certificate(name)?[KeyOf.self] ?? name }
    return places.contains { key($0) == key(pin.of) }
  }
}
