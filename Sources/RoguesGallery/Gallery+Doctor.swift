internal import RogueAdapters
internal import RogueEngines
internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueRunner
internal import RogueScenarios
internal import RogueServers

extension Gallery {
  /// Says whether adapters keep the contract, in sentences.
  public static func doctor(_ request: DoctorRequest, terminal: TerminalOptions) async -> ExitStatus {
    do throws(HarnessFailure) {
      AbandonedFolders.sweep()
      let catalogues = try Catalogues.find(explicit: request.catalogues)
      // An adapter is examined with the built-in catalogue alone.
      let catalogue = try CatalogueFiles(catalogues.builtInAlone ?? catalogues).load()
      let errors = catalogue.findings.filter { $0.severity == .error }
      guard errors.isEmpty else {
        try report(errors)
        return .badData
      }
      let opened = try await InstalledAdapters(catalogues).named(request.adapters)
      for missing in opened.missing {
        try StandardWriters.error("rogues: \(missing.name): not here: \(missing.why)\n")
      }
      var isHealthy = true
      for adapter in opened.adapters {
        let result = await Interruption.shared.cancelling {
          await diagnose(adapter, catalogue.scenarios)
        }
        let diagnosis = try result.get()
        try StandardWriters.output(
          "\(opened.adapters.count > 1 ? "\(adapter.description.name)\n" : "")\(diagnosis.text)")
        isHealthy = isHealthy && diagnosis.isHealthy
      }
      if !opened.missing.isEmpty { return .adapterUnavailable }
      return isHealthy ? .asExpected : .unexpected
    } catch {
      return report(error)
    }
  }

  private static func diagnose(
    _ adapter: any Adapter, _ scenarios: [Scenario]
  ) async -> Result<Diagnosis, HarnessFailure> {
    do throws(HarnessFailure) {
      let diagnosis = try await examine(adapter, scenarios)
      await adapter.close()
      return .success(diagnosis)
    } catch {
      await adapter.close()
      return .failure(error)
    }
  }

  static func examine(
    _ adapter: any Adapter, _ scenarios: [Scenario]
  ) async throws(HarnessFailure) -> Diagnosis {
    var diagnosis = Diagnosis()
    let description = adapter.description
    diagnosis.add(.good, "\(description.library) \(description.version), through the door \(description.door.rawValue)")
    for (stack, version) in description.stacks.sorted(by: { $0.key < $1.key }) {
      diagnosis.add(
        version.isEmpty ? .note : .good,
        version.isEmpty
          ? "made of \(stack), of which it says no version: no known failure of that stack is shown"
          : "made of \(stack) \(version)")
    }
    for capability in description.capabilities.sorted() where !Capability.known.contains(capability) {
      let question = NearMiss.question(for: capability.rawValue, among: Capability.known.map(\.rawValue))
      diagnosis.add(.bad, "declares '\(capability)', which no scenario can need\(question.map { "; \($0)" } ?? "")")
    }
    if description.usesProxy || description.door != .inProcess {
      try await ImpossibleProbe().ask(adapter, into: &diagnosis)
    }
    for capability in [Capability.sameProcess, .concurrency] where description.capabilities.contains(capability) {
      guard description.door == .exec || description.door == .recipe else { continue }
      diagnosis.add(.bad, "declares \(capability), and runs each attempt in another process")
    }
    if let program = adapter as? any SelfDescribing, let introduction = program.introduction {
      compare(introduction, with: description, brought: program.brought, into: &diagnosis)
    }
    try await ask(adapter, scenarios, into: &diagnosis)
    return diagnosis
  }

  /// A program's own words must be those of its description: plans are made from the one and kept by the other.
  ///
  /// - Parameter brought: the capabilities of the harness for it, which it may declare or not.
  private static func compare(
    _ introduction: AdapterIntroduction, with description: AdapterDescription, brought: Set<Capability>,
    into diagnosis: inout Diagnosis
  ) {
    if introduction.adapter != description.name {
      diagnosis.add(.bad, "calls itself '\(introduction.adapter)', and its description '\(description.name)'")
    }
    for capability in description.capabilities.subtracting(introduction.capabilities).subtracting(brought).sorted() {
      diagnosis.add(.bad, "adapter.yaml declares \(capability), and the program's ready object does not")
    }
    for capability in introduction.capabilities.subtracting(description.capabilities).subtracting(brought).sorted() {
      diagnosis.add(.bad, "the program's ready object declares \(capability), and adapter.yaml does not")
    }
  }

  /// The ordinary server first, then everything that still means something.
  private static func ask(
    _ adapter: any Adapter, _ scenarios: [Scenario], into diagnosis: inout Diagnosis
  ) async throws(HarnessFailure) {
    let plan = plan(adapter, scenarios, fixedClock: false)
    let examination = Examination(plan.adapters[0])
    let begun = try await results(of: examination.healthy, plan)
    let beginning = examination.judgeBeginning(begun, into: &diagnosis)
    guard beginning != .broken else { return }
    // Where the harness itself hands over the policy, only the validator can have ignored it.
    let deaf: Diagnosis.Mark = adapter.description.door == .inProcess ? .note : .bad
    examination.judgeRest(
      try await results(of: examination.rest, plan), deaf: deaf, accepts: beginning == .accepted, into: &diagnosis)
    guard beginning == .accepted, adapter.description.capabilities.contains(.clock) else { return }
    let timed = self.plan(adapter, scenarios, fixedClock: true)
    let result = try await results(of: Examination(timed.adapters[0]).healthy, timed, at: .anotherYear)
    Examination.judgeClock(result.first, deaf, into: &diagnosis)
  }

  private static func plan(_ adapter: any Adapter, _ scenarios: [Scenario], fixedClock: Bool) -> Plan {
    Plan(
      scenarios: scenarios, adapters: [adapter], selection: .fixed([]), engines: engineNames, fixedClock: fixedClock,
      vocabulary: .known, refusal: EngineLimits.refusal)
  }

  /// - Parameter moment: the clock of the run, which the validator is given; nil: the present, which it knows.
  private static func results(
    of cases: [CasePlan], _ plan: Plan, at moment: Timestamp? = nil
  ) async throws(HarnessFailure) -> [CaseResult] {
    guard !cases.isEmpty else { return [] }
    var plan = plan
    plan.adapters[0].cases = cases
    let clock = moment ?? Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let seed = "doctor"
    let servers = try LoopbackServers(responderPort: nil, clock: moment)
    defer { servers.shutDown() }
    let header = RunHeader(
      mode: .run, version: version, seed: seed, clock: clock, adapters: plan.adapters.map(\.adapter.description),
      planned: plan.planned, arguments: [])
    let results = ResultMemory()
    let runner = Runner(
      configuration: Runner.Configuration(header: header, jobs: 1, validatorTime: moment),
      minter: WorldMinter(seed: seed, keyPool: KeyPool(store: KeyFolder.ofThisUser)), servers: servers,
      responderBase: servers.responderBase, clock: .ofThisMachine(fixed: moment), recorder: results, results: results)
    _ = await runner.run(plan)
    return results.results(of: header.planned)
  }
}

extension Timestamp {
  /// A moment at which nothing is valid that is made for now.
  fileprivate static var anotherYear: Timestamp {
    Timestamp(secondsSince1970: WallClock.secondsSince1970 + 400 * 24 * 3600)
  }
}
