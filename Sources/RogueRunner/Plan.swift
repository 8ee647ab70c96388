public import RogueModel

/// What a run will do, decided before any key is made or socket opened; can be printed instead of run.
public struct Plan: Sendable {
  public var adapters: [AdapterPlan]

  public init(
    scenarios: [Scenario], adapters: [any Adapter], selection: AxesSelection, engines: [String], fixedClock: Bool,
    admits: (Case) -> Bool = { _ in true }
  ) {
    let cases = scenarios.flatMap { AxisExpansion.cases(of: $0, selection, engines: engines) }.filter(admits)
    let needs = cases.map { Needs.of($0.scenario, $0.axes, fixedClock: fixedClock) }
    self.adapters = adapters.map { adapter in
      AdapterPlan(
        adapter: adapter,
        cases: zip(cases, needs).map { item, needs in
          CasePlan(item: item, needs: needs, missing: Self.missing(item, needs, in: adapter.description))
        })
    }
  }

  private static func missing(
    _ item: Case, _ needs: [Capability], in adapter: AdapterDescription
  ) -> CasePlan.Missing? {
    // A credit for what the harness's own client does would be nobody's.
    if adapter.door == .offline, item.scenario.isAboutTheHandshake {
      return CasePlan.Missing(
        capability: Capability("handshake"), why: "the harness's client shakes hands for an offline validator")
    }
    guard let capability = needs.first(where: { !adapter.capabilities.contains($0) }) else { return nil }
    return CasePlan.Missing(capability: capability, why: adapter.declined[capability])
  }

  /// Planned cases in order, for the header of the event log.
  public var planned: [PlannedCase] {
    adapters.flatMap { plan in
      plan.cases.map { item in
        PlannedCase(
          adapter: plan.adapter.description.name, caseID: item.item.id, scenario: item.item.scenario.id,
          level: item.item.scenario.level, unsupported: item.missing?.description)
      }
    }
  }
}

/// The cases of one adapter, in order.
public struct AdapterPlan: Sendable {
  public var adapter: any Adapter
  public var cases: [CasePlan]
}

/// One case and whether it will be asked.
public struct CasePlan: Sendable {
  public var item: Case
  public var needs: [Capability]
  /// Nil: it runs.
  public var missing: Missing?

  /// A capability that the adapter does not have.
  public struct Missing: Sendable, CustomStringConvertible {
    public var capability: Capability
    /// The adapter's own words, when it declined it on purpose.
    public var why: String?

    public var description: String { why.map { "\(capability): \($0)" } ?? capability.rawValue }
  }

  /// The control that this case leans on; nil for healthy scenarios.
  var controlKey: ControlKey? { item.scenario.isHealthy ? nil : ControlKey(item) }
}
