internal import RogueAdapters
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
      let root = try CatalogueRoot.find(explicit: request.catalogue)
      let catalogue = try root.load()
      let errors = catalogue.findings.filter { $0.severity == .error }
      guard errors.isEmpty else {
        try report(errors)
        return .badData
      }
      let opened = try await InstalledAdapters(root).named(request.adapters)
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

  private static func examine(
    _ adapter: any Adapter, _ scenarios: [Scenario]
  ) async throws(HarnessFailure) -> Diagnosis {
    var diagnosis = Diagnosis()
    let description = adapter.description
    diagnosis.add(.good, "\(description.library) \(description.version), through the door \(description.door.rawValue)")
    for capability in description.capabilities.sorted() where !Capability.known.contains(capability) {
      let question = NearMiss.question(for: capability.rawValue, among: Capability.known.map(\.rawValue))
      diagnosis.add(.bad, "declares '\(capability)', which no scenario can need\(question.map { "; \($0)" } ?? "")")
    }
    if description.usesProxy || description.door != .inProcess {
      try await ImpossibleProbe().ask(adapter, into: &diagnosis)
    }
    if let introduction = (adapter as? any SelfDescribing)?.introduction {
      compare(introduction, with: description, into: &diagnosis)
    }
    if diagnosis.isHealthy { try await ask(adapter, scenarios, into: &diagnosis) }
    return diagnosis
  }

  /// A program's own words must be those of its description: plans are made from the one and kept by the other.
  private static func compare(
    _ introduction: AdapterIntroduction, with description: AdapterDescription, into diagnosis: inout Diagnosis
  ) {
    if introduction.adapter != description.name {
      diagnosis.add(.bad, "calls itself '\(introduction.adapter)', and its description '\(description.name)'")
    }
    for capability in description.capabilities.subtracting(introduction.capabilities).sorted() {
      diagnosis.add(.bad, "adapter.yaml declares \(capability), and the program's ready object does not")
    }
    for capability in introduction.capabilities.subtracting(description.capabilities).sorted() {
      diagnosis.add(.bad, "the program's ready object declares \(capability), and adapter.yaml does not")
    }
  }

  private static func ask(
    _ adapter: any Adapter, _ scenarios: [Scenario], into diagnosis: inout Diagnosis
  ) async throws(HarnessFailure) {
    var plan = Plan(
      scenarios: scenarios, adapters: [adapter], selection: .pairwise, engines: engineNames, fixedClock: false,
      refusal: EngineLimits.refusal)
    let examination = Examination(plan.adapters[0])
    plan.adapters[0].cases = examination.cases
    let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let seed = "doctor"
    let servers = try LoopbackServers(responderPort: nil, clock: nil)
    defer { servers.shutDown() }
    let header = RunHeader(
      mode: .run, version: version, seed: seed, clock: clock, adapters: [adapter.description], planned: plan.planned,
      arguments: [])
    let runner = Runner(
      configuration: Runner.Configuration(header: header, jobs: 1),
      minter: WorldMinter(seed: seed, keyPool: KeyPool(store: KeyFolder.ofThisUser)), servers: servers,
      responderBase: servers.responderBase, recorder: Recorders(all: []))
    let summary = await runner.run(plan)
    examination.judge(summary.results, into: &diagnosis)
  }
}
