internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueReports
internal import RogueRunner
internal import RogueScenarios
internal import RogueServers

/// One `run` or `compare`, put together from its parts.
struct JudgingRun {
  var options: RunOptions
  var terminal: TerminalOptions

  func perform() async throws(HarnessFailure) -> ExitStatus {
    let root = try CatalogueRoot.find(explicit: options.catalogue)
    let selection: Selection.Result
    switch try select(root) {
    case .selected(let chosen): selection = chosen
    case .ended(let status): return status
    }
    let opened = try await open(root)
    // What an interrupt ended is not missing.
    if Interruption.shared.isRequested { return .interrupted }
    for missing in opened.missing { try StandardWriters.error("rogues: \(missing.name): not here: \(missing.why)\n") }
    if opened.adapters.isEmpty, opened.missing.isEmpty {
      try StandardWriters.error(
        "rogues: the catalogue has no adapter (Adapters/NAME/adapter.yaml), and none was named\n")
    }
    if opened.adapters.isEmpty || options.mode == .run && !opened.missing.isEmpty { return .adapterUnavailable }

    let plan = Plan(
      scenarios: selection.scenarios, adapters: opened.adapters, selection: options.axes.reaching(options.patterns),
      engines: Gallery.engineNames,
      fixedClock: options.at != nil, refusal: EngineLimits.refusal, admits: selection.filter.admits)
    guard !plan.planned.isEmpty else {
      try StandardWriters.error("rogues: no case is left: the axes and patterns exclude each other\n")
      return .nothingJudged
    }
    if options.dryRun {
      try StandardWriters.output(PlanText(plan).text)
      return .asExpected
    }
    return try await judge(plan, adapters: opened.adapters)
  }

  private enum Selected {
    case selected(Selection.Result)
    case ended(ExitStatus)
  }

  /// The scenarios that were asked for. A catalogue with errors is not run: a scenario that does not load cannot fail.
  private func select(_ root: CatalogueRoot) throws(HarnessFailure) -> Selected {
    let choice = try ScenarioChoice(root, patterns: options.patterns, tags: options.tags)
    if let errors = choice.catalogueErrors {
      try Gallery.report(errors)
      return .ended(.badData)
    }
    let selection = choice.selection
    try Gallery.report(selection.findings)
    guard !selection.scenarios.isEmpty, !selection.findings.contains(where: { $0.severity == .error }) else {
      return .ended(.nothingJudged)
    }
    return .selected(selection)
  }

  private func open(_ root: CatalogueRoot) async throws(HarnessFailure) -> InstalledAdapters.Opened {
    let installed = try InstalledAdapters(root)
    return options.adapters.isEmpty ? installed.all() : try await installed.named(options.adapters)
  }

  private func judge(_ plan: Plan, adapters: [any Adapter]) async throws(HarnessFailure) -> ExitStatus {
    let seed = options.seed ?? Gallery.freshSeed()
    let clock = options.at ?? Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let header = RunHeader(
      mode: options.mode, version: Gallery.version, seed: seed, clock: clock, adapters: adapters.map(\.description),
      planned: plan.planned, arguments: options.arguments)
    let reports = try ReportFiles(options: options, terminal: terminal, clock: clock)
    let servers = try LoopbackServers(responderPort: options.responderPort, clock: options.at)
    defer { servers.shutDown() }
    let jobs = options.jobs ?? Runner.Configuration.usualJobs(processors: Processors.count)
    let runner = Runner(
      configuration: Runner.Configuration(
        header: header, jobs: jobs,
        timeoutMilliseconds: options.timeoutMilliseconds ?? 5000, validatorTime: options.at),
      minter: WorldMinter(seed: seed, keyPool: KeyPool(store: KeyFolder.ofThisUser)), servers: servers,
      responderBase: servers.responderBase, artifacts: options.artifacts.map(ArtifactFolder.init(root:)),
      recorder: Recorders(all: reports.recorders))
    // Everything about a conversation is done on the thread of its task, and what blocks there keeps nobody waiting.
    let threads = BlockingThreads(limit: jobs + 2)
    let summary = await Interruption.shared.cancelling {
      await withTaskExecutorPreference(threads) { await runner.run(plan) }
    }
    await withTaskGroup { group in
      for adapter in adapters { group.addTask { await adapter.close() } }
    }
    if let failure = summary.recorderFailure {
      reports.abandon()
      throw failure
    }
    try reports.finish()
    return ExitStatus(
      results: summary.results, mode: options.mode, complete: summary.footer.complete, strict: options.strict)
  }

}

extension Gallery {
  /// Short enough to type again.
  static func freshSeed() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(generator.next() as UInt32, radix: 36)
  }
}
