internal import RogueAdapters
internal import RogueModel
internal import RoguePlatform
internal import RogueRunner
internal import RogueScenarios

extension Gallery {
  /// Says whether adapters keep the contract, in sentences.
  public static func doctor(_ request: DoctorRequest, terminal: TerminalOptions) async -> ExitStatus {
    do throws(HarnessFailure) {
      AbandonedFolders.sweep()
      let catalogues = try Catalogues.find(explicit: request.catalogues)
      // An adapter is examined with the built-in catalogue alone.
      let source = catalogues.builtInAlone ?? catalogues
      let (catalogue, probes) = (try CatalogueFiles(source).load(), try source.probes())
      let errors = catalogue.findings.filter { $0.severity == .error }
      guard errors.isEmpty else {
        try report(errors)
        return .badData
      }
      let place = ClientPlace(
        listen: request.listen, client: try BuiltClient(hosts: request.hosts, roots: request.roots),
        roots: request.roots)
      guard !request.adapters.isEmpty else {
        let ordinary = catalogue.scenarios.filter { $0.id == probes.ordinary }
        return try await meet(ordinary, at: place, terminal)
      }
      let opened = try await InstalledAdapters(catalogues).named(request.adapters)
      for missing in opened.missing {
        try StandardWriters.error("rogues: \(missing.name): not here: \(missing.why)\n")
      }
      var isHealthy = true
      if let warning = request.listen?.warning { try StandardWriters.error(warning) }
      for adapter in opened.adapters {
        let place = try place.pinned(by: adapter.description)
        let scenarios = place.client.isUsual ? catalogue.scenarios : catalogue.scenarios.map(place.client.fitted)
        let result = await Interruption.shared.cancelling { await diagnose(adapter, scenarios, probes, at: place) }
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

  /// Without an adapter: a person opens the client.
  private static func meet(
    _ ordinary: [Scenario], at place: ClientPlace, _ terminal: TerminalOptions
  ) async throws(HarnessFailure) -> ExitStatus {
    let examination = try VisitExamination(ordinary, at: place, terminal: terminal)
    let result = await Interruption.shared.cancelling { () -> Result<Bool, HarnessFailure> in
      do throws(HarnessFailure) { return .success(try await examination.run()) } catch { return .failure(error) }
    }
    return try result.get() ? .asExpected : .interrupted
  }

  private static func diagnose(
    _ adapter: any Adapter, _ scenarios: [Scenario], _ probes: ProbeList, at place: ClientPlace
  ) async -> Result<Diagnosis, HarnessFailure> {
    do throws(HarnessFailure) {
      let diagnosis = try await examine(adapter, scenarios, probes, at: place)
      await adapter.close()
      return .success(diagnosis)
    } catch {
      await adapter.close()
      return .failure(error)
    }
  }

  static func examine(
    _ adapter: any Adapter, _ scenarios: [Scenario], _ probes: ProbeList, at place: ClientPlace = .usual
  ) async throws(HarnessFailure) -> Diagnosis {
    var diagnosis = Diagnosis()
    let description = adapter.description
    diagnosis.add(.good, "\(description.library) \(description.version) (\(description.door.rawValue))")
    for (stack, version) in description.stacks.sorted(by: { $0.key < $1.key }) {
      diagnosis.add(
        version.isEmpty ? .note : .good,
        version.isEmpty
          ? "uses \(stack) of an unknown version: no known failure of that stack is shown"
          : "uses \(stack) \(version)")
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
    try await ask(adapter, scenarios, probes, at: place, into: &diagnosis)
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
    _ adapter: any Adapter, _ scenarios: [Scenario], _ probes: ProbeList, at place: ClientPlace,
    into diagnosis: inout Diagnosis
  ) async throws(HarnessFailure) {
    let plan = place.plan(adapter, scenarios, fixedClock: false)
    let examination = Examination(plan.adapters[0], by: probes)
    let begun = try await place.results(of: examination.healthy, plan)
    let beginning = examination.judgeBeginning(begun, into: &diagnosis)
    if beginning != .accepted, place.isElsewhere(adapter.description) {
      try await place.explain(begun, examination.healthy, adapter, into: &diagnosis)
    }
    guard beginning != .broken else { return }
    // Where the harness itself hands over the policy, only the validator can have ignored it.
    let ignored: Diagnosis.Mark = adapter.description.door == .inProcess ? .note : .bad
    examination.judgeRest(
      try await place.results(of: examination.rest, plan), ignored: ignored, accepts: beginning == .accepted,
      into: &diagnosis
    )
    guard beginning == .accepted, adapter.description.capabilities.contains(.clock) else { return }
    let timed = place.plan(adapter, scenarios, fixedClock: true)
    let result = try await place.results(
      of: Examination(timed.adapters[0], by: probes).healthy, timed, at: .anotherYear)
    Examination.judgeClock(result.first, ignored, into: &diagnosis)
  }
}

extension Timestamp {
  /// A moment at which nothing is valid that is made for now.
  fileprivate static var anotherYear: Timestamp {
    Timestamp(secondsSince1970: WallClock.secondsSince1970 + 400 * 24 * 3600)
  }
}
