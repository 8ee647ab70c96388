internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueRunner
internal import RogueTrust
internal import RogueValidators

/// Judges mutants of the reference without sockets, and finds the cases that need them.
struct OfflineJudge: Sendable {
  /// A mutant in a scenario under a policy.
  struct Pair: Hashable {
    var mutant: String
    var scenario: String
    var policy: String
  }

  struct Findings: Sendable {
    /// Of the scenarios whose verdict needs no handshake.
    var outcomes: [MutantReport.Outcome] = []
    /// The others in which a mutant decides otherwise than the reference about some flight.
    var live: Set<Pair> = []
    var decided: Set<String> = []

    mutating func add(_ other: Findings) {
      outcomes += other.outcomes
      live.formUnion(other.live)
      decided.formUnion(other.decided)
    }
  }

  private let minter: OfflineMinter
  private let mutants: [Mutant]
  private let names: Set<String>

  /// - Parameter names: of the mutants that run, with those that are no mutants of the reference.
  init(_ names: Set<String>, keys: KeyPool) {
    minter = OfflineMinter(keys: keys)
    mutants = Mutant.all.filter { names.contains("mutant-\($0.name)") }
    self.names = Set(mutants.map { "mutant-\($0.name)" })
  }

  /// - Parameter progress: how many scenarios are done.
  func judge(
    _ scenarios: [any ScenarioSource], progress: @Sendable (Int) -> Void
  ) async throws(HarnessFailure) -> Findings {
    guard !mutants.isEmpty else { return Findings() }
    let result = await withTaskGroup(of: Result<Findings, HarnessFailure>.self) { group in
      var (all, done) = (Findings(), 0)
      var rest = scenarios.makeIterator()
      func addNext() {
        guard let next = rest.next() else { return }
        group.addTask {
          Result { () throws(HarnessFailure) in try findings(about: next.scenario) }
        }
      }
      for _ in 0..<Processors.count { addNext() }
      while let found = await group.next() {
        switch found {
        case .failure(let failure): return Result<Findings, HarnessFailure>.failure(failure)
        case .success(let findings): all.add(findings)
        }
        done += 1
        progress(done)
        addNext()
      }
      return .success(all)
    }
    return try result.get()
  }

  /// Whether an adapter has to run a case over sockets.
  func needsSockets(_ item: Case, _ adapter: AdapterDescription, _ findings: Findings) -> Bool {
    if names.contains(adapter.name) {
      return findings.live.contains(
        Pair(mutant: adapter.name, scenario: item.scenario.id, policy: item.axes.policy))
    }
    return MutantAdapters.canDiffer(adapter.name, in: item.scenario)
  }

  private func findings(about scenario: Scenario) throws(HarnessFailure) -> Findings {
    var findings = Findings()
    let isDecided = scenario.isDecidedOffline
    var caught: Set<String> = []
    for trial in try minter.trials(of: scenario) {
      let fetcher = OfflineFetcher([trial])
      let environment = OfflineMinter.environment(fetcher)
      let reference = { BuiltInValidator.policy(environment) }
      guard isDecided else {
        let right = trial.decisions(of: reference())
        findings.live.formUnion(
          mutants.filter { trial.decisions(of: $0.judge(environment)) != right }.map {
            Pair(mutant: "mutant-\($0.name)", scenario: scenario.id, policy: trial.policy)
          })
        continue
      }
      // Nothing follows where the reference cannot know the right answer.
      guard trial.outcome(of: reference(), fetcher).wrong == nil else { continue }
      let failing = mutants.filter { trial.outcome(of: $0.judge(environment), fetcher).fails }
      guard !failing.isEmpty else { continue }
      guard !scenario.isHealthy, let control = try minter.control(of: trial, salt: "control-\(trial.name)") else {
        caught.formUnion(failing.map(\.name))
        continue
      }
      let calm = OfflineFetcher([control])
      let controls = OfflineMinter.environment(calm)
      caught.formUnion(
        failing.filter { control.outcome(of: $0.judge(controls), calm).wrong == nil }.map(\.name))
    }
    if isDecided {
      findings.decided.insert(scenario.id)
      findings.outcomes = mutants.map {
        MutantReport.Outcome(
          mutant: "mutant-\($0.name)", scenario: scenario.id, level: scenario.level, isHealthy: scenario.isHealthy,
          isCaught: caught.contains($0.name))
      }
    }
    return findings
  }
}
