public import RogueModel
internal import RogueStimuli

/// The work of a run, decided before any key is made or socket opened; can be printed instead of run.
///
/// A case holds its distinguishing values. Its scenario is made when its turn comes.
public struct Plan: Sendable {
  public var adapters: [AdapterPlan]

  /// - Parameters:
  ///   - vocabulary: What the defects and behaviours of the scenarios say of themselves.
  ///   - refusal: Why a case's engine cannot serve it; nil when it can.
  ///   - admits: Whether a case is in the plan at all.
  ///   - asks: whether it is in the plan of an adapter.
  ///   - make: Makes the scenarios of some sources, in their order.
  public init<Source: ScenarioSource>(
    scenarios: [Source], adapters: [any Adapter], selection: AxesSelection, engines: [String],
    fixedClock: Bool, vocabulary: PlanVocabulary = PlanVocabulary(), refusal: (Case) -> String? = { _ in nil },
    admits: (Case) -> Bool = { _ in true }, asks: (Case, AdapterDescription) -> Bool = { _, _ in true },
    make: ([Source]) -> [Scenario] = { $0.map(\.scenario) }
  ) {
    self.adapters = adapters.map { AdapterPlan(adapter: $0, cases: []) }
    var common = Common()
    // Some at a time: all scenarios of a catalogue's cells fill the memory.
    for start in stride(from: 0, to: scenarios.count, by: 512) {
      let some = Array(scenarios[start..<min(start + 512, scenarios.count)])
      for (source, scenario) in zip(some, make(some)) {
        let cases = AxisExpansion.cases(of: scenario, selection, engines: engines, refusal: refusal).filter(admits)
        let planned = PlannedScenario(source, scenario, references: common.references(scenario.references))
        let conversation = scenario.isHealthy ? nil : ControlKey.Conversation(scenario)
        for item in cases {
          let needs = common.needs(Needs.of(scenario, item.axes, fixedClock: fixedClock))
          let refused =
            refusal(item).map { CasePlan.Missing.engine(why: $0) } ?? Self.missing(scenario, fixedClock: fixedClock)
          let control = conversation.map { common.key(ControlKey($0, item.axes)) }
          for place in self.adapters.indices where asks(item, self.adapters[place].adapter.description) {
            let missing =
              refused ?? Self.missing(item, needs, in: self.adapters[place].adapter.description, vocabulary)
            self.adapters[place].cases.append(
              CasePlan(
                scenario: planned, axes: item.axes, needs: needs, missing: missing,
                control: missing == nil ? control : nil))
          }
        }
      }
    }
  }

  /// Whether an adapter can run some case of a scenario, and its control as well.
  public static func canRun(
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

  /// How many cases wait for a time or for an expiry, and how many seconds the run takes at least because of that: they
  /// wait side by side, but each waits in its control, in itself, and in its control again.
  public var waits: (cases: Int, seconds: Int) {
    var (cases, seconds) = (0, 0)
    for item in adapters.lazy.flatMap(\.cases) where item.missing == nil && item.scenario.pauses {
      cases += 1
      seconds = max(seconds, item.scenario.pause * (item.control == nil ? 1 : 3))
    }
    return (cases, seconds)
  }

  /// Whether nothing would run.
  public var isEmpty: Bool { adapters.allSatisfy(\.cases.isEmpty) }

  /// The common parts of many cases, once.
  private struct Common {
    private var needs: Set<[Capability]> = []
    private var controls: Set<ControlKey> = []
    private var references: Set<[String]> = []

    mutating func needs(_ all: [Capability]) -> [Capability] { needs.insert(all).memberAfterInsert }
    mutating func references(_ all: [String]) -> [String] { references.insert(all).memberAfterInsert }
    mutating func key(_ key: ControlKey) -> ControlKey { controls.insert(key).memberAfterInsert }
  }

  private static func missing(_ scenario: Scenario, fixedClock: Bool) -> CasePlan.Missing? {
    let waits = scenario.steps.contains(where: \.delay.isForDate)
    return fixedClock && waits ? .realTime(why: "a step waits for a date, and the run's clock is fixed") : nil
  }

  private static func missing(
    _ item: Case, _ needs: [Capability], in adapter: AdapterDescription, _ vocabulary: PlanVocabulary
  ) -> CasePlan.Missing? {
    // The harness's own client earns the validator nothing.
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
    var common: Set<String> = []
    return adapters.flatMap { plan in
      plan.cases.map { item in
        var planned = PlannedCase(
          adapter: plan.adapter.description.name, caseID: item.id, scenario: item.scenario.id,
          level: item.scenario.level, severity: item.scenario.severity, unsupported: item.missing?.description)
        planned.share(&common)
        return planned
      }
    }
  }
}

/// The cases of one adapter, in order.
public struct AdapterPlan: Sendable {
  public var adapter: any Adapter
  public var cases: [CasePlan]
}

/// One case and whether it will run.
public struct CasePlan: Sendable {
  public let scenario: PlannedScenario
  public let axes: AxisValues
  public let needs: [Capability]
  /// Nil: it runs.
  public let missing: Missing?
  /// Of its control; nil: it needs none.
  let control: ControlKey?

  /// Made anew: the names of a table's cells are hundreds of bytes long.
  public var id: String { Case.id(scenario.id, axes) }

  /// The case itself, made anew.
  public var item: Case { Case(scenario: scenario.made, axes: axes) }

  /// The reason why a case cannot run.
  public indirect enum Missing: Sendable, Hashable, CustomStringConvertible {
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

/// A plan's view of a scenario without making it.
public final class PlannedScenario: Sendable {
  public let id: String
  public let level: Level
  public let severity: Severity
  let why: String
  let references: [String]
  let location: SourceLocation
  /// Its axes leave more than one type of key open.
  let hasKeys: Bool
  /// A step waits for some seconds: the conversation gives its slot away for so long.
  let pauses: Bool
  /// How long its steps wait together, in seconds.
  let pause: Int
  private let source: any ScenarioSource

  /// - Parameters:
  ///   - scenario: that of the source.
  ///   - references: those of the scenario.
  init(_ source: any ScenarioSource, _ scenario: Scenario, references: [String]) {
    id = source.id
    level = scenario.level
    severity = scenario.severity
    why = scenario.why
    self.references = references
    location = scenario.location
    hasKeys = scenario.axes.keys.count > 1
    pauses = scenario.steps.contains { $0.delay != .atOnce }
    pause = Self.pause(of: scenario)
    self.source = source
  }

  var title: String { source.title }
  /// The scenario, made anew.
  public var made: Scenario { source.scenario }

  private static func pause(of scenario: Scenario) -> Int {
    var seconds = 0
    for step in scenario.steps {
      switch step.delay {
      case .atOnce: break
      case .seconds(let more): seconds += more
      // An expiring object is dated from the beginning.
      case .end: seconds = max(seconds, step.delay.secondsSinceMinting ?? 0)
      }
    }
    return seconds
  }
}
