internal import RogueModel
internal import RogueRunner
internal import RogueScenarios

/// The few cases that show whether an adapter does what it declares.
///
/// This examines the adapter, not its validator: to find out whether a validator accepts rogues is the purpose of runs.
/// So there is one ordinary server, one that every validator must refuse, and for each declared capability the pair of
/// attempts that differ in it (``ProbePair``).
struct Examination: Sendable {
  struct Paired: Sendable {
    var pair: ProbePair
    var with: CasePlan
    var without: CasePlan?
  }

  let probes: ProbeList
  /// Asked before everything else: the ordinary server, in each version of TLS that is declared.
  private(set) var healthy: [CasePlan] = []
  /// The capability that the adapter lacks for the ordinary server; nil if none.
  private(set) var unplanned: String?
  private(set) var rogue: CasePlan?
  private(set) var pairs: [Paired] = []
  /// Capabilities that some server needs and no pair can be put to the adapter for.
  private(set) var needed: [(capability: Capability, item: CasePlan)] = []
  private(set) var reasons: [CasePlan] = []
  private(set) var greeted: [(field: String, item: CasePlan)] = []
  /// Declared capabilities that cannot be tried, with the reason.
  private(set) var untried: [(capability: Capability, why: String)] = []

  init(_ plan: AdapterPlan, by probes: ProbeList) {
    self.probes = probes
    let possible = plan.cases.filter { $0.missing == nil }
    let byScenario = Dictionary(grouping: possible, by: \.scenario.id)
    let accepted = possible.filter { $0.item.isHealthy && $0.scenario.level != .may }
    let ordinary = [byScenario[probes.ordinary] ?? [], accepted.filter { $0.scenario.level == .must }, accepted]
    if let cases = ordinary.first(where: { !$0.isEmpty }) {
      healthy = TLSVersion.allCases.reversed().compactMap { version in
        Self.simplest(cases.filter { $0.item.axes.tls == version })
      }
    }
    if healthy.isEmpty {
      let lacks = plan.cases.filter { $0.scenario.id == probes.ordinary }.compactMap(\.missing?.description)
      unplanned = lacks.isEmpty ? nil : "it lacks \(Set(lacks).sorted().joined(separator: ", "))"
    }
    rogue = Self.simplest(byScenario[probes.rogue] ?? [])
    greeted = probes.fields.compactMap { field, scenario in
      Self.simplest(byScenario[scenario] ?? []).map { (field, $0) }
    }
    for capability in plan.adapter.description.capabilities.sorted() where Capability.known.contains(capability) {
      if capability == .reason {
        reasons = probes.reasons.compactMap { Self.simplest(byScenario[$0] ?? []) }
        continue
      }
      if capability == .clock { continue }
      let paired = probes.pairs.lazy.filter { $0.capability == capability }.compactMap { pair -> Paired? in
        func first(_ probe: ProbePair.Probe) -> CasePlan? {
          Self.simplest((byScenario[probe.scenario] ?? []).filter { probe.fits($0.item) })
        }
        guard let with = first(pair.with) else { return nil }
        guard let without = pair.without else { return Paired(pair: pair, with: with, without: nil) }
        return first(without).map { Paired(pair: pair, with: with, without: $0) }
      }.first
      if let paired {
        pairs.append(paired)
      } else if let item = (accepted + possible).first(where: { $0.needs.contains(capability) }) {
        needed.append((capability, item))
      } else {
        untried.append(
          (
            capability,
            probes.unpaired[capability] ?? "every scenario that needs it needs something that is not declared"
          ))
      }
    }
  }

  /// The cases after the healthy server; one case may serve several probes.
  var rest: [CasePlan] {
    var seen: Set<String> = []
    let all =
      [rogue].compactMap(\.self) + pairs.flatMap { [$0.with, $0.without].compactMap(\.self) } + needed.map(\.item)
    return (all + reasons + greeted.map(\.item)).filter { seen.insert($0.id).inserted }
  }

  private static func simplest(_ cases: [CasePlan]) -> CasePlan? { cases.min { $0.needs.count < $1.needs.count } }
}

extension Case {
  /// Nothing is wrong with the server, and accepting it is right in every step.
  var isHealthy: Bool {
    scenario.isHealthy
      && scenario.steps.allSatisfy { step in
        step.expectations[axes.policy]?.answers.allSatisfy { $0.disposition == .accept } ?? false
      }
  }
}
