internal import RogueModel
internal import RoguePKI
internal import RogueRunner
internal import RogueTrust
internal import RogueValidators
internal import Synchronization

/// Puts every wrong form of every check to the cases of scenarios, in every circumstance of their decisions.
///
/// A form that applies in one circumstance alone differs from the reference in the decisions in which the circumstance holds,
/// and there alone. So what a case shows of it depends on the set of these decisions, and not on the circumstance: the validator
/// that is wrong in these decisions runs once for each such set.
struct CheckSweep: Sendable {
  let forms: [Mutant]
  private let minter: OfflineMinter

  init(_ forms: [Mutant], keys: KeyPool) {
    self.forms = forms
    minter = OfflineMinter(keys: keys)
  }

  /// The forms: each rule left out, and the mutants.
  static let forms = ListedRule.all.compactMap(\.off) + Mutant.all

  /// What the cases of one scenario show: none where a verdict needs sockets, or gates nothing.
  func cases(of scenario: Scenario) throws(HarnessFailure) -> [CheckedCase] {
    guard scenario.isOnPaper else { return [] }
    var cases: [CheckedCase] = []
    for key in scenario.axes.keys {
      var one = scenario
      one.axes.keys = [key]
      for trial in try minter.trials(of: one) {
        let control = scenario.isHealthy ? nil : try minter.control(of: trial, salt: "control-\(trial.name)")
        guard var item = checked(trial.onPaper, control) else { continue }
        if key != .p256 { item.id = "\(scenario.id)[\(trial.policy),key=\(key.rawValue)]" }
        cases.append(item)
      }
    }
    return cases
  }

  private func checked(_ trial: OfflineTrial, _ control: OfflineTrial?) -> CheckedCase? {
    guard !trial.steps.isEmpty else { return nil }
    let control = control?.first(trial.steps.count)
    let fetcher = OfflineFetcher([trial] + [control].compactMap(\.self))
    var environment = OfflineMinter.environment(fetcher)
    // A status that is remembered leads to no query, which would be the mistake.
    if trial.steps.contains(where: { !$0.policy.revocation.allowsNetwork }) { environment.revocationMemory = nil }
    guard trial.outcome(of: BuiltInValidator.policy(environment), fetcher).wrong == nil else { return nil }
    if let control, control.outcome(of: BuiltInValidator.policy(environment), fetcher).wrong != nil { return nil }

    let holding = trial.sights(environment.paths).map(Circumstance.holding)
    let columns = Columns(of: holding, control: control?.sights(environment.paths).map(Circumstance.holding) ?? [])
    let asked = askedRules(trial, environment)
    let every = asked.reduce(into: Set<String>()) { $0.formUnion($1) }
    var item = CheckedCase(id: trial.name, scenario: trial.scenario.id, columns: columns.kinds.map(\.columns))
    for (index, form) in forms.enumerated() {
      // A form whose rules nobody asks is the reference.
      guard form.rules.replaced.isEmpty || form.rules.replaced.contains(where: every.contains) else { continue }
      let shown = columns.shown(by: form, in: trial, control, environment, fetcher)
      if shown != 0 { item.catches.append((index, shown)) }
    }
    item.asked = zip(asked, holding).map { ($0, $1) }
    return item
  }

  /// The names of the rules that the reference asks in each decision.
  private func askedRules(_ trial: OfflineTrial, _ environment: TrustEnvironment) -> [Set<String>] {
    let names = Mutex<Set<String>>([])
    var book = Rulebook()
    for rule in ListedRule.all { rule.watch(&book) { name in names.withLock { _ = $0.insert(name) } } }
    var fresh = environment
    fresh.revocationMemory = nil
    fresh.paths = ReferencePathEvaluator()
    let validator = FirstUse(PolicyValidator(fresh, rules: book), rules: book, clock: fresh.clock)
    return trial.steps.flatMap { step in
      ([step.flight] + [step.second].compactMap(\.self)).map { flight in
        _ = validator.judge(flight, policy: step.policy)
        return names.withLock { names in
          defer { names = [] }
          return names
        }
      }
    }
  }
}

extension Scenario {
  /// Whether it gates, and flights and responders show it.
  var isOnPaper: Bool { level != .may && stepsAreOffline && world.policies.allSatisfy { $0.identity?.damage == nil } }
}

extension OfflineTrial {
  /// Up to the first step that needs a connection before it.
  var onPaper: OfflineTrial { first(scenario.steps.prefix(while: \.isOnNewConnection).count) }

  /// The conversation up to a step.
  func first(_ count: Int) -> OfflineTrial {
    var trial = self
    trial.steps = Array(steps.prefix(count))
    return trial
  }
}
