internal import RogueEngines
internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueReports
internal import RogueRunner
internal import RogueScenarios
internal import RogueServers
internal import RogueTrust

/// One `run` or `compare`, put together from its parts.
struct JudgingRun {
  var options: RunOptions
  var terminal: TerminalOptions
  /// Instead of those that the options name.
  var adapters: [any Adapter] = []
  /// Gets every event, beside the reports.
  var recorder: (any Recorder)?
  /// Chooses the cases of each adapter, which need not run where they are decided without servers; nil: all run.
  var choose: (@Sendable ([ChosenScenario]) async throws(HarnessFailure) -> Gallery.CaseFilter)?

  func perform() async throws(HarnessFailure) -> ExitStatus {
    try RunOptions.check(clock: options.at)
    AbandonedFolders.sweep()
    let catalogues = try Catalogues.find(explicit: options.catalogues)
    let last = try options.onlyLastFailed ? LastFailed.ofThisUser() : nil
    if let last, last.cases.isEmpty {
      try StandardWriters.error("rogues: nothing failed in the last run\n")
      return .nothingJudged
    }
    let preparation = Preparation { [options] line in
      if !options.isSilent { try? StandardWriters.error(line) }
    }
    defer { preparation.end() }
    preparation.begin("chooses scenarios")
    let choice: ScenarioChoice
    switch try select(catalogues, last) {
    case .selected(let chosen): choice = chosen
    case .ended(let status): return status
    }
    // Its roots are made before the client is there: it has to be built with them.
    var client = try builtClient()
    preparation.begin("starts the adapters")
    let opened = try await open(catalogues)
    try checkListening(opened.adapters.map(\.description))
    if Interruption.shared.isRequested { return .interrupted }
    try reportMissing(opened)
    // A named adapter must run; only a run of all adapters may leave one out.
    if opened.adapters.isEmpty || !options.adapters.isEmpty && !opened.missing.isEmpty { return .adapterUnavailable }
    client = try client.pinned(by: opened.adapters.map(\.description))
    try checkPlace()
    return try await perform(choice, catalogues, opened, last, client, preparation)
  }

  /// An address that is not here, or a port that is taken, is known before all cases are.
  private func checkPlace() throws(HarnessFailure) {
    guard let listen = options.listen, !options.dryRun else { return }
    do throws(SystemError) { try TCPListener(port: listen.port, address: listen.address).close() } catch {
      throw HarnessFailure(
        .network, "cannot listen at \(listen.text): --listen takes an address of this machine, and a port that is free",
        underlying: error.description)
    }
  }

  private func perform(
    _ chosen: ScenarioChoice, _ catalogues: Catalogues, _ opened: InstalledAdapters.Opened, _ last: LastFailed?,
    _ client: BuiltClient, _ preparation: Preparation
  ) async throws(HarnessFailure) -> ExitStatus {
    var choice = chosen
    preparation.begin("chooses the cells that the adapters can be asked about")
    let adapters = opened.adapters.map(\.description)
    let axes = last == nil ? options.axes.reaching(options.patterns) : .full
    choice.add(cellsFor: Gallery.applicability(adapters, axes, fixedClock: options.at != nil))
    let baseline =
      try options.dryRun
      ? nil
      : options.baseline.map { (path) throws(HarnessFailure) in
        try BaselineFile(path).baseline(catalogues, adapters: adapters.map(\.name), about: choice)
      }
    preparation.begin("plans the cases of \(String.counted(choice.selection.scenarios.count, "scenario"))")
    var plan = try await plan(choice.selection, opened.adapters, axes, last, client)
    preparation.end()
    if choose != nil, plan.isEmpty { return .asExpected }
    guard !plan.isEmpty else {
      try StandardWriters.error("rogues: no case is left: the axes and patterns exclude each other\n")
      return .nothingJudged
    }
    if !client.isUsual { try reportFitting(plan) }
    let shard = options.shard.map { plan.cut(to: $0) }
    if options.dryRun {
      try PlanText.write(plan, to: StandardWriters.output)
      return .asExpected
    }
    let gate = try Gate(options, baseline, adapters: adapters, profile: choice.profile)
    return try await judge(
      plan, of: choice.selection.scenarios, version: Gallery.identity(of: catalogues.builtIn),
      adapters: plan.adapters.map(\.adapter), called: opened.called,
      known: try knownFailures(catalogues, opened.adapters, choice), families: try families(catalogues), gate: gate,
      origin: (choice.digest, shard),
      coverage: last == nil && options.replays == nil ? try choice.coverage() : nil, client: client)
  }

  private func plan(
    _ selection: Selection.Result<ChosenScenario>, _ adapters: [any Adapter], _ axes: AxesSelection,
    _ last: LastFailed?,
    _ client: BuiltClient
  ) async throws(HarnessFailure) -> Plan {
    let asks = try await choose?(selection.scenarios)
    let scenarios =
      client.isUsual
      ? selection.scenarios : selection.scenarios.map { ChosenScenario(FittedScenario(source: $0, client: client)) }
    var plan = Plan(
      scenarios: scenarios, adapters: adapters, selection: axes, engines: Gallery.engineNames,
      fixedClock: options.at != nil, vocabulary: .known,
      refusal: { item in
        EngineLimits.refusal(item) ?? options.listen?.refusal(of: item) ?? client.refusal(of: item)
      },
      admits: { item in selection.filter.admits(item) && last?.cases.contains(item.id) ?? true },
      asks: { item, adapter in asks?(item, adapter) ?? true }, make: { AllProcessors.map($0, \.scenario) })
    if asks != nil { plan.adapters.removeAll(where: \.cases.isEmpty) }
    return plan
  }

  private func reportMissing(_ opened: InstalledAdapters.Opened) throws(HarnessFailure) {
    // Nobody named them: what each lacks would stand between the user and the run.
    if options.adapters.isEmpty, !opened.missing.isEmpty {
      let count = opened.missing.count
      try StandardWriters.error(
        "rogues: \(String.counted(count, "adapter")) of the catalogue \(count == 1 ? "has" : "have") no client here; "
          + "rogues list --adapters says what each needs\n")
      return
    }
    for missing in opened.missing {
      // A comparison takes adapters where a run takes scenarios.
      let isMisplaced =
        options.mode == .compare && !Files.exists(missing.name) && missing.name.contains("/")
        && !missing.name.contains("@")
      let help = isMisplaced ? "; scenarios of a comparison are chosen with --scenario" : ""
      try StandardWriters.error("rogues: \(missing.name): not here: \(missing.why)\(help)\n")
    }
    if opened.adapters.isEmpty, opened.missing.isEmpty {
      try StandardWriters.error(
        "rogues: the catalogue has no adapter (Adapters/NAME/adapter.yaml), and none was named\n")
    }
  }

  private enum Selected {
    case selected(ScenarioChoice)
    case ended(ExitStatus)
  }

  /// The selected scenarios. A catalogue with errors is not run, because a scenario that does not load cannot fail.
  private func select(_ catalogues: Catalogues, _ last: LastFailed?) throws(HarnessFailure) -> Selected {
    let patterns = options.patterns.isEmpty ? last?.patterns ?? [] : options.patterns
    let query = try ScenarioQuery(patterns: patterns, tags: options.tags, options.choice, catalogues)
    let choice = try ScenarioChoice(catalogues, query)
    if let errors = choice.catalogueErrors {
      try Gallery.report(errors)
      return .ended(.badData)
    }
    let selection = choice.selection
    try Gallery.report(choice.warnings + selection.findings)
    if let emptiness = choice.emptiness { try StandardWriters.error("rogues: \(emptiness)\n") }
    guard !selection.scenarios.isEmpty, !selection.findings.contains(where: { $0.severity == .error }) else {
      return .ended(.nothingJudged)
    }
    let impossible = choice.impossible()
    guard impossible.isEmpty else {
      try Gallery.report(impossible)
      return .ended(.badData)
    }
    return .selected(choice)
  }

  private func open(_ catalogues: Catalogues) async throws(HarnessFailure) -> InstalledAdapters.Opened {
    guard adapters.isEmpty else { return InstalledAdapters.Opened(adapters: adapters) }
    let installed = try InstalledAdapters(catalogues)
    return options.adapters.isEmpty ? try installed.all() : try await installed.named(options.adapters)
  }

  /// The ledger for the catalogue's adapters and stacks; nothing is read if none of them takes part.
  private func knownFailures(
    _ catalogues: Catalogues, _ adapters: [any Adapter], _ choice: ScenarioChoice
  ) throws(HarnessFailure) -> KnownFailures {
    let described = try InstalledAdapters(catalogues)
    let isAbout = { (adapter: AdapterDescription) in
      !adapter.stacks.isEmpty
        || described.manifests.contains {
          $0.name == AdapterVariant.adapter(of: adapter.name) || $0.library == adapter.library
        }
    }
    guard adapters.contains(where: { isAbout($0.description) }) else { return KnownFailures() }
    let (known, findings) = try catalogues.knownFailures(
      adapters: described.manifests, stacks: described.stacks, about: choice)
    // It decides nothing, so a slip in it ends no run.
    try Gallery.report(findings)
    return known
  }

  /// The change to make in the client's code after a failure, by family.
  private func families(_ catalogues: Catalogues) throws(HarnessFailure) -> [String: ScenarioFamily] {
    let (families, findings) = try catalogues.families()
    // Advice decides nothing either.
    try Gallery.report(findings)
    return families
  }

  private func judge(
    _ plan: Plan, of scenarios: [ChosenScenario], version: String, adapters: [any Adapter], called: [String: String],
    known: KnownFailures, families: [String: ScenarioFamily], gate: Gate, origin: (catalogue: String?, shard: Shard?),
    coverage: RunCoverage?, client: BuiltClient
  ) async throws(HarnessFailure) -> ExitStatus {
    if options.at == nil { try await ClientClock.check(adapters) }
    let seed = options.seed ?? Gallery.freshSeed()
    let now = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let clock = options.at ?? options.replays?.clock ?? now
    let jobs = options.jobCount
    // The servers' loops, the runtime's own, some for conversations, and one for each session. Where more conversations
    // run than there are threads, they wait for each other.
    try Gallery.needThreads(2 * min(Processors.count, 16) + 4 + adapters.count)
    let reports = try ReportFiles(options: options, terminal: terminal) { references(to: scenarios, known) }
    let page = try options.page.map { (listen) throws(HarnessFailure) in
      try RunPage(at: listen.place, options, client, table: reports.table)
    }
    let servers = try openServers()
    defer { servers.shutDown() }
    let header = RunHeader(
      mode: options.mode, version: version, seed: seed, clock: clock, adapters: adapters.map(\.description),
      planned: plan.planned, arguments: options.arguments, started: now, strict: options.strict,
      catalogue: origin.catalogue, shard: origin.shard, profile: options.choice.profile, coverage: coverage,
      isClockFixed: options.at != nil, responderPort: servers.responderPort)
    var configuration = Runner.Configuration(
      header: header, jobs: jobs, timeoutMilliseconds: options.timeoutMilliseconds ?? 5000, validatorTime: options.at,
      repetition: repetition(adapters: called), repeats: options.repeats)
    configuration.waitsInTurn = options.listen?.port != nil
    if options.failsFast { configuration.stopsAt = { result in gate.stops(at: result) } }
    let runner = runner(
      configuration, servers, reports, gate, page,
      KnownFacts(known: known, families: families, versions: adapters.map(\.description)))
    try reportBeginning(of: plan, adapters, page)
    let summary = await run(plan, runner, adapters, jobs: jobs, reports.console, page)
    if let failure = summary.recorderFailure {
      reports.abandon()
      throw failure
    }
    let isLogWhole = try reports.finish()
    try reportReplay(adapters, reports.results)
    if plan.isEmpty, let shard = origin.shard {
      try StandardWriters.error("rogues: the shard \(shard) has none of the cases\n")
      return isLogWhole ? .asExpected : .cannotWrite
    }
    return try conclude(summary, reports.table, gate, isLogWhole: isLogWhole)
  }

  private func references(to scenarios: [ChosenScenario], _ known: KnownFailures) -> PageReferences {
    PageReferences(
      card: ScenarioCards(scenarios).card, findings: known.entries,
      setup: (try? Catalogues.find(explicit: options.catalogues))?.findingsSetup,
      certificate: CertificateText.lines, capture: ArtifactFolder.capture(of:))
  }

  /// The exit status; if it is not 0, the last line says why.
  private func conclude(
    _ summary: Runner.Summary, _ table: RunTable, _ gate: Gate, isLogWhole: Bool
  ) throws(HarnessFailure) -> ExitStatus {
    var state = gate.state(stopped: summary.footer.stoppedAtFailure)
    state.logIsCut = !isLogWhole
    let outcome = RunOutcome(table, strict: options.strict)
    let status = outcome.status(mode: options.mode, complete: summary.footer.complete, gate: state)
    if !options.isSilent, let reason = outcome.reason(of: status, gate: state) {
      try StandardWriters.error("rogues: \(reason.printable())\n")
    }
    return status
  }

  /// Says once a second how far the run is, until it is cancelled.
  private static func beat(_ console: ConsoleRecorder?, _ page: RunPage?) async {
    let start = MonotonicInstant.now
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      let seconds = MonotonicInstant.now.microseconds(since: start) / 1_000_000
      page?.run.beat(seconds: seconds)
      do { try console?.beat(seconds: seconds) } catch { return }
    }
  }

  private func runner(
    _ configuration: Runner.Configuration, _ servers: LoopbackServers, _ reports: ReportFiles, _ gate: Gate,
    _ page: RunPage?, _ facts: KnownFacts
  ) -> Runner {
    Runner(
      configuration: configuration,
      minter: WorldMinter(seed: configuration.header.seed, keyPool: KeyPool(store: KeyFolder.ofThisUser)),
      servers: servers, responderBase: servers.responderBase,
      clock: .ofThisMachine(fixed: options.at ?? options.replays?.clock),
      artifacts: reports.artifacts.map { ArtifactFolder(root: $0, facts: facts) },
      recorder: LedgerAnnotatingRecorder(
        facts: facts,
        next: GatingRecorder(gate, next: Recorders(all: reports.recorders + [recorder, page?.run].compactMap(\.self)))),
      results: reports.results)
  }

  /// Runs the plan, and closes the adapters.
  private func run(
    _ plan: Plan, _ runner: Runner, _ adapters: [any Adapter], jobs: Int, _ console: ConsoleRecorder,
    _ page: RunPage?
  ) async -> Runner.Summary {
    let heart =
      options.isSilent && page == nil
      ? nil
      : Task { [options] in
        await Self.beat(options.isSilent ? nil : console, page)
      }
    // Everything about a conversation is done on the thread of its task, and blocking calls there delay no other task.
    let threads = BlockingThreads(limit: jobs + 2)
    let summary = await Interruption.shared.cancelling {
      await withTaskExecutorPreference(threads) { await runner.run(plan) }
    }
    heart?.cancel()
    await heart?.value
    await withTaskGroup { group in
      for adapter in adapters { group.addTask { await adapter.close() } }
    }
    await page?.finish()
    return summary
  }

  private func reportBeginning(of plan: Plan, _ adapters: [any Adapter], _ page: RunPage?) throws(HarnessFailure) {
    if let page { try StandardWriters.error(page.announcement(terminal)) }
    for line in OwnerNotice(doubt: PeerOwner.doubt, adapters: adapters.map(\.description)).lines {
      try StandardWriters.error(line)
    }
    if let warning = options.listen?.warning { try StandardWriters.error(warning) }
    let waits = plan.waits
    guard waits.seconds > 5, terminal.verbosity > .quiet else { return }
    try StandardWriters.error(
      "rogues: \(waits.cases == 1 ? "1 case waits" : "\(waits.cases) cases wait") for a time or an expiry, in parallel: "
        + "the run takes at least \(waits.seconds) s\n")
  }

  private func reportReplay(_ adapters: [any Adapter], _ recorded: any RecordedResults) throws(HarnessFailure) {
    guard let replays = options.replays else { return }
    let results = try adapters.map { (adapter) throws(HarnessFailure) in
      try recorded.result(of: replays.id, adapter.description.name)
    }
    try StandardWriters.error(ReplayComparison(logged: replays).text(of: results.lazy.compactMap(\.self).first))
  }

  /// The port of a log is taken over if it is free: certificates without a URL do not need it.
  private func openServers() throws(HarnessFailure) -> LoopbackServers {
    let place = options.listen?.place ?? .loopback
    if options.responderPort == nil, let port = options.replays?.responderPort {
      if let servers = try? LoopbackServers(responderPort: port, clock: options.at, at: place) { return servers }
      try StandardWriters.error(
        "rogues: port \(port) is taken here, so URLs in certificates have another port than in the log\n")
    }
    return try LoopbackServers(responderPort: options.responderPort, clock: options.at, at: place)
  }
}

extension Gallery {
  /// Short enough to type again.
  static func freshSeed() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next() as UInt32, radix: 36)
  }
}
