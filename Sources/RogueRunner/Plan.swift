public import RogueModel
internal import RogueStimuli

/// What a run will do, decided before any key is made or socket opened; can be printed instead of run.
public struct Plan: Sendable {
  public var adapters: [AdapterPlan]

  /// - Parameters:
  ///   - vocabulary: What the defects and behaviours of the scenarios say of themselves.
  ///   - refusal: Why a case's engine cannot serve it; nil when it can.
  public init(
    scenarios: [Scenario], adapters: [any Adapter], selection: AxesSelection, engines: [String], fixedClock: Bool,
    vocabulary: PlanVocabulary = PlanVocabulary(), refusal: (Case) -> String? = { _ in nil },
    admits: (Case) -> Bool = { _ in true }
  ) {
    let cases = scenarios.flatMap { AxisExpansion.cases(of: $0, selection, engines: engines, refusal: refusal) }.filter(
      admits)
    let needs = cases.map { Needs.of($0.scenario, $0.axes, fixedClock: fixedClock) }
    let refusals = cases.map(refusal)
    self.adapters = adapters.map { adapter in
      AdapterPlan(
        adapter: adapter,
        cases: cases.indices.map { index in
          let missing =
            refusals[index].map { CasePlan.Missing.engine(why: $0) }
            ?? Self.missing(cases[index].scenario, fixedClock: fixedClock)
            ?? Self.missing(cases[index], needs[index], in: adapter.description, vocabulary)
          return CasePlan(item: cases[index], needs: needs[index], missing: missing)
        })
    }
  }

  /// Whether some case of a scenario can be put to an adapter, and its control as well.
  public static func canAsk(
    _ scenario: Scenario, _ adapter: AdapterDescription, selection: AxesSelection, engines: [String], fixedClock: Bool,
    vocabulary: PlanVocabulary = PlanVocabulary(), refusal: (Case) -> String? = { _ in nil }
  ) -> Bool {
    guard missing(scenario, fixedClock: fixedClock) == nil else { return false }
    let control = scenario.contrast.map { _ in scenario.control }
    return AxisExpansion.cases(of: scenario, selection, engines: engines, refusal: refusal).contains { item in
      func isAsked(_ item: Case) -> Bool {
        let needs = Needs.of(item.scenario, item.axes, fixedClock: fixedClock)
        return refusal(item) == nil && missing(item, needs, in: adapter, vocabulary) == nil
      }
      return isAsked(item) && control.map { isAsked(Case(scenario: $0, axes: item.axes)) } ?? true
    }
  }

  private static func missing(_ scenario: Scenario, fixedClock: Bool) -> CasePlan.Missing? {
    let waits = scenario.steps.contains(where: \.delay.isForDate)
    return fixedClock && waits ? .realTime(why: "a step waits for a date, and the run's clock stands still") : nil
  }

  private static func missing(
    _ item: Case, _ needs: [Capability], in adapter: AdapterDescription, _ vocabulary: PlanVocabulary
  ) -> CasePlan.Missing? {
    // A credit for what the harness's own client does would be nobody's.
    if adapter.door == .offline, item.scenario.isAboutTheHandshake(vocabulary) {
      return .capability(
        Capability("handshake"), why: "the harness's client makes the handshake for an offline validator")
    }
    if let why = adapter.declined[.https], item.scenario.world.server[StartTLS.self] == nil {
      return .capability(.https, why: why)
    }
    if let capability = needs.first(where: { !adapter.capabilities.contains($0) }) {
      return .capability(capability, why: adapter.declined[capability])
    }
    return RequiredFields.missing(
      item, in: adapter.configuration, offline: adapter.door == .offline, vocabulary
    ).map { .field($0.field, why: $0.why) }
  }

  /// Planned cases in order, for the header of the event log.
  public var planned: [PlannedCase] {
    adapters.flatMap { plan in
      plan.cases.map { item in
        PlannedCase(
          adapter: plan.adapter.description.name, caseID: item.item.id, scenario: item.item.scenario.id,
          level: item.item.scenario.level, severity: item.item.scenario.severity, unsupported: item.missing?.description
        )
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
  /// The place of its control among those of its adapter's run; nil: it leans on none.
  var control: Int?

  /// What keeps a case from being asked.
  public enum Missing: Sendable, Hashable, CustomStringConvertible {
    /// The adapter does not have it; `why` is in its own words, when it declined it on purpose.
    case capability(Capability, why: String?)
    /// A field of the attempt does not reach the validator; `why` is what holds instead, in the adapter's words.
    case field(AttemptField, why: String?)
    /// The run's clock is fixed, but the scenario needs the real time.
    case realTime(why: String)
    /// The server's engine cannot present this fault.
    case engine(why: String)

    public var description: String {
      switch self {
      case .capability(let capability, let why): why.map { "\(capability): \($0)" } ?? capability.rawValue
      case .field(let field, let why): why.map { "\(field.rawValue): \($0)" } ?? field.rawValue
      case .engine(let why), .realTime(let why): why
      }
    }
  }
}
