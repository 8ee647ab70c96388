public import RogueModel
internal import RogueStimuli

/// The requirements of a case on an adapter: configuration features only, never security behaviours.
public enum Needs {
  /// In the order of the contract's list, so that the first missing one is always the same.
  public static func of(_ scenario: Scenario, _ axes: AxisValues, fixedClock: Bool) -> [Capability] {
    var needs: Set<Capability> = [.tls(axes.tls)]
    needs.formUnion(scenario.needs)
    if fixedClock { needs.insert(.clock) }
    if isAboutFirstUse(scenario) { needs.insert(.tofu) }
    for (index, step) in scenario.steps.enumerated() {
      needs.formUnion(Stimuli.needs(of: step.world, axes.tls))
      if HostName.isVersion6(step.world.fullName(of: step.host ?? step.world.host)) { needs.insert(.hostIPv6) }
      switch step.reuse {
      case .none: break
      case .session:
        needs.insert(.resumption)
        // A client that is handed a session by its caller did not choose it: the caller did.
        if index > 0, isConfiguredAnew(step, after: scenario.steps[index - 1], axes) { needs.insert(.resumptionCache) }
      case .connection: needs.insert(.keepAlive)
      }
      guard let policy = step.world.policy(step.policy ?? axes.policy) else { continue }
      needs.formUnion(of(policy))
      if let beside = step.beside {
        needs.insert(.concurrency)
        if let other = step.world.policy(beside) { needs.formUnion(of(other)) }
      }
      if policy.transparency != nil { needs.formUnion(waysOfSCTs(in: scenario.control.steps[index].world)) }
    }
    return Capability.known.filter(needs.contains) + needs.subtracting(Capability.known).sorted()
  }

  /// Whether the step uses another host, or the same host under another policy, than the step before.
  private static func isConfiguredAnew(_ step: Scenario.Step, after earlier: Scenario.Step, _ axes: AxisValues) -> Bool
  {
    step.host != earlier.host || step.policy ?? axes.policy != earlier.policy ?? axes.policy
  }

  /// In which ways the good SCTs of a world come: those that the control is accepted for. All of them where it has none,
  /// because such a client must have looked everywhere.
  private static func waysOfSCTs(in world: World) -> Set<Capability> {
    var ways: Set<Capability> = []
    for server in world.servers {
      if server.present.first.flatMap(world.certificate)?[EmbeddedSCTs.self] != nil {
        ways.insert(.transparencyCertificate)
      }
      if server[ServedSCTs.self] != nil { ways.insert(.transparencyExtension) }
      if case .response(let response) = server[Staple.self], response.scts != nil {
        ways.insert(.transparencyStaple)
      }
    }
    return ways.isEmpty ? Set(Capability.transparencyWays) : ways
  }

  static func isAboutFirstUse(_ scenario: Scenario) -> Bool {
    scenario.needs.contains(.tofu) || scenario.steps.contains(where: \.learn)
  }

  private static func of(_ policy: PolicyRecipe) -> Set<Capability> {
    var needs: Set<Capability> = []
    if !policy.challenges.isEmpty { needs.insert(.challenges) }
    if policy.anchors != nil { needs.insert(.anchors) }
    if policy.proxyAnchors != nil { needs.insert(.proxyAnchors) }
    if policy.pinStorage != .written { needs.insert(.pinStorage) }
    for set in policy.pinSets {
      if !set.host.unicodeScalars.allSatisfy(\.isASCII) { needs.insert(.pinUnicode) }
      if set.includeSubdomains { needs.insert(.pinSubdomains) }
      if set.expires != nil { needs.insert(.pinExpiry) }
      if set.any.isEmpty { needs.insert(.pinNone) }
      for pin in set.any {
        needs.insert(.pin(pin.kind, pin.position))
        if pin.likeness != nil { needs.insert(.pinDigest) }
        if pin.file != nil { needs.insert(.pinFile) }
      }
    }
    if policy.revocation?.allowsNetwork == false { needs.insert(.revocationNoNetwork) }
    if let revocation = policy.revocation, revocation.mode != .off {
      if revocation.mode == .require { needs.insert(.revocationRequire) }
      needs.formUnion(revocation.methods.map(\.capability))
    }
    if let transparency = policy.transparency {
      if transparency.minimum > 1 { needs.insert(.transparencyMinimum) }
      if transparency.operators > 1 { needs.insert(.transparencyOperators) }
    }
    switch policy.identity?.form {
    case .pem: needs.insert(.identityPEM)
    case .pkcs12: needs.insert(.identityPKCS12)
    case nil: break
    }
    if policy.identity?.others.isEmpty == false { needs.insert(.identityChoice) }
    return needs
  }
}

extension Scenario {
  /// The permission of a validator that trusts on first use in this step; nil: the scenario is not about that.
  package func firstUse(at step: Step) -> AttemptPolicy.FirstUse? {
    Needs.isAboutFirstUse(self) ? (step.learn ? .learn : .compare) : nil
  }
}
