internal import RogueEngines
public import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueRunner
internal import RogueScenarios
internal import RogueServers

/// A run of one validator whose results come back as values, for other programs.
///
/// It prints nothing and leaves nothing behind: no log, no key, no folder.
public struct ConformanceRun: Sendable {
  /// As the command takes them: ids, patterns, paths of scenario files; none: the whole catalogue.
  public var patterns: [String]
  public var tags: [String]
  /// The id of the one case that is to be judged, of those that patterns and tags select; nil: all of them.
  public var only: String?
  /// The same bytes again; nil: a fresh one.
  public var seed: String?
  /// Deadline of one attempt.
  public var timeoutMilliseconds: Int
  /// A catalogue beside the built-in one; nil: looked for as the command does.
  public var catalogue: String?
  /// Where the built-in catalogue is; nil: looked for as the command does.
  public var package: String?

  public init(
    patterns: [String] = [], tags: [String] = [], only: String? = nil, seed: String? = nil,
    timeoutMilliseconds: Int = 5000, catalogue: String? = nil, package: String? = nil
  ) {
    self.patterns = patterns
    self.tags = tags
    self.only = only
    self.seed = seed
    self.timeoutMilliseconds = timeoutMilliseconds
    self.catalogue = catalogue
    self.package = package
  }

  /// Judges the validator by every case that was selected.
  ///
  /// Throws `usage` for patterns that fit nothing and `bad-data` for a catalogue with errors: a slip in either would
  /// otherwise leave less to be judged than was meant.
  public func perform(_ validator: ValidatorInProcess) async throws(HarnessFailure) -> Conformance {
    let root = try Catalogues.find(explicit: [catalogue].compactMap(\.self), package: package)
    // A test leaves nothing behind, so it keeps no index.
    var choice = try ScenarioChoice(root, ScenarioQuery(patterns: patterns, tags: tags), index: nil)
    if let errors = choice.catalogueErrors { throw HarnessFailure(.badData, Self.text(of: errors)) }
    let findings = choice.selection.findings.filter { $0.severity == .error }
    guard findings.isEmpty else { throw HarnessFailure(.usage, Self.text(of: findings)) }
    let impossible = choice.impossible()
    guard impossible.isEmpty else { throw HarnessFailure(.badData, Self.text(of: impossible)) }
    let adapter = validator.adapter
    let axes = AxesSelection.pairwise.reaching(patterns + [only].compactMap(\.self))
    choice.add(cellsFor: Gallery.applicability([adapter.description], axes, fixedClock: false))
    let (filter, only) = (choice.selection.filter, only)
    let plan = Plan(
      scenarios: choice.selection.scenarios, adapters: [adapter], selection: axes, engines: Gallery.engineNames,
      fixedClock: false, vocabulary: .known, refusal: EngineLimits.refusal,
      admits: { item in filter.admits(item) && (only == nil || item.id == only) })
    guard !plan.isEmpty else {
      throw HarnessFailure(
        .usage, only.map { "no case that was selected has the id '\($0)'" } ?? "no case was selected")
    }
    var conformance = try await run(plan, adapter)
    let judged = Set(conformance.judged.map(\.scenario))
    // One case out of many was requested: the other patterns do not apply.
    if only == nil { conformance.unmatched = patterns.filter { choice.ids(fitting: $0).isDisjoint(with: judged) } }
    return conformance
  }

  private func run(_ plan: Plan, _ adapter: any Adapter) async throws(HarnessFailure) -> Conformance {
    let seed = seed ?? Gallery.freshSeed()
    let header = RunHeader(
      mode: .run, version: Gallery.version, seed: seed,
      clock: Timestamp(secondsSince1970: WallClock.secondsSince1970), adapters: [adapter.description],
      planned: plan.planned, arguments: [])
    let servers = try LoopbackServers(responderPort: nil, clock: nil)
    defer { servers.shutDown() }
    let controls = ControlCollector()
    let results = ResultMemory()
    let runner = Runner(
      configuration: Runner.Configuration(
        header: header, jobs: max(2, Processors.count), timeoutMilliseconds: timeoutMilliseconds),
      minter: WorldMinter(seed: seed, keyPool: Self.keys), servers: servers, responderBase: servers.responderBase,
      clock: .ofThisMachine(), recorder: Recorders(all: [controls, results]), results: results)
    let summary = await runner.run(plan)
    await adapter.close()
    return Conformance(
      seed: seed, results: results.results(of: header.planned), unmatched: [], controls: controls.results,
      isComplete: summary.footer.complete
    )
  }

  /// Keys that are slow to make, for as long as the process lives.
  private static let keys = KeyPool(store: KeyFolder(path: nil))

  private static func text(of findings: [Finding]) -> String { findings.map(\.rendered).joined() }
}
