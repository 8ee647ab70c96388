internal import RogueEngines
internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueRunner
internal import RogueServers
internal import RogueStimuli

/// Where an examined client connects, and what it was built with.
struct ClientPlace: Sendable {
  var listen: RunOptions.Listen?
  var client = BuiltClient()
  /// The path of the file with its root.
  var roots: String?

  static let usual = ClientPlace()

  /// Whether something else may start the client, so that its connections have to be explained.
  func isElsewhere(_ adapter: AdapterDescription) -> Bool {
    listen != nil || !client.isUsual || !adapter.connections.isAboutStarted
  }

  /// With the pin that the adapter declares.
  func pinned(by adapter: AdapterDescription) throws(HarnessFailure) -> ClientPlace {
    var place = self
    place.client = try client.pinned(by: [adapter])
    return place
  }

  func plan(_ adapter: any Adapter, _ scenarios: [Scenario], fixedClock: Bool) -> Plan {
    Plan(
      scenarios: scenarios, adapters: [adapter], selection: .fixed([]), engines: Gallery.engineNames,
      fixedClock: fixedClock, vocabulary: .known,
      refusal: { item in EngineLimits.refusal(item) ?? listen?.refusal(of: item) ?? client.refusal(of: item) })
  }

  /// - Parameter moment: the clock of the run, which the validator is given; nil: the present, which it knows.
  func results(
    of cases: [CasePlan], _ plan: Plan, at moment: Timestamp? = nil
  ) async throws(HarnessFailure) -> [CaseResult] {
    guard !cases.isEmpty else { return [] }
    var plan = plan
    plan.adapters[0].cases = cases
    let clock = moment ?? Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let seed = "doctor"
    let servers = try LoopbackServers(responderPort: nil, clock: moment, at: listen?.place ?? .loopback)
    defer { servers.shutDown() }
    let header = RunHeader(
      mode: .run, version: Gallery.version, seed: seed, clock: clock,
      adapters: plan.adapters.map(\.adapter.description), planned: plan.planned, arguments: [])
    let results = ResultMemory()
    let runner = Runner(
      configuration: Runner.Configuration(header: header, jobs: 1, validatorTime: moment),
      minter: WorldMinter(seed: seed, keyPool: KeyPool(store: KeyFolder.ofThisUser)), servers: servers,
      responderBase: servers.responderBase, clock: .ofThisMachine(fixed: moment), recorder: results, results: results)
    _ = await runner.run(plan)
    return results.results(of: header.planned)
  }

  /// Says what the connections show of a client that did not accept the ordinary server.
  func explain(
    _ results: [CaseResult], _ healthy: [CasePlan], _ adapter: any Adapter, into diagnosis: inout Diagnosis
  ) async throws(HarnessFailure) {
    guard let result = results.first, let item = healthy.first(where: { $0.id == result.caseID }) else { return }
    let (scenario, description) = (item.item.scenario, adapter.description)
    let sight = ConnectionSight(
      observation: result.steps.last?.observation ?? Observation(), version: result.axes.tls,
      host: scenario.world.fullName(of: scenario.world.host), place: listen?.place ?? .loopback,
      connections: description.connections, root: roots.map { "\($0).crt" })
    if let cause = sight.cause ?? sight.refusal { return diagnosis.add(.note, cause) }
    guard sight.isAboutDates else { return }
    let wide = plan(adapter, [WideDates.widened(scenario)], fixedClock: false)
    guard let same = wide.adapters[0].cases.first(where: { $0.id == item.id && $0.missing == nil }) else { return }
    let verdict = try await self.results(of: [same], wide).first?.judgement.verdict
    diagnosis.add(
      .note,
      sight.refusal(
        whenWideIsAccepted: verdict == .pass || verdict == .deviation,
        rootEnds: client.roots.first?.certificates.first?.notAfter.map { Timestamp(secondsSince1970: $0) },
        now: Timestamp(secondsSince1970: WallClock.secondsSince1970)))
  }
}
