internal import RogueExplorer
internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

/// A search from the command line: its starting points, its end, and its files.
struct ExplorationRun: Sendable {
  private let request: ExploreRequest
  private let panel: ExplorationPanel
  private let names: [String]
  private let terminal: TerminalOptions
  private let grammar: WorldGrammar
  private let starts: [Candidate]

  init(
    _ request: ExploreRequest, _ catalogues: Catalogues, _ adapters: [any Adapter], _ terminal: TerminalOptions
  ) throws(HarnessFailure) {
    self.request = request
    self.terminal = terminal
    names = adapters.map(\.description.name)
    let worlds = try catalogues.files(of: .world)
    var others = try catalogues.files(of: .scenario)
    others.add(try catalogues.files(of: .table))
    grammar = WorldGrammar(worlds: worlds.files, others: others.files, vocabulary: .known)
    let choice = try ScenarioChoice(catalogues, ScenarioQuery(patterns: request.patterns, tags: request.tags))
    if let errors = choice.catalogueErrors {
      throw HarnessFailure(.badData, "the catalogue has errors\n" + errors.map(\.rendered).joined())
    }
    try Gallery.report(choice.warnings + choice.selection.findings)
    var seen: Set<Candidate> = []
    starts = choice.selection.scenarios.flatMap { [grammar] in Candidate.starts(from: $0.scenario, grammar) }
      .filter { seen.insert($0).inserted }
    let jobs = request.jobs ?? Processors.count
    panel = ExplorationPanel(
      adapters: adapters, worlds: worlds.files,
      minter: WorldMinter(seed: "explore", keyPool: KeyPool(store: KeyFolder.ofThisUser)),
      deadline: request.timeoutMilliseconds ?? 5000, jobs: jobs, threads: BlockingThreads(limit: jobs + 2))
  }

  func search() async throws(HarnessFailure) -> ExitStatus {
    guard !starts.isEmpty else {
      try StandardWriters.error("rogues: no scenario that was chosen shows its fault in what a server presents\n")
      return .nothingJudged
    }
    let began = MonotonicInstant.now
    let earlier = try state()
    try say("\(names.joined(separator: ", ")); \(String.counted(starts.count, "starting point"))")
    var exploration = Exploration(grammar, seed: request.seed)
    let ask: Exploration.Panel = { [panel] (candidates) async throws(HarnessFailure) in
      try await panel.vectors(of: candidates)
    }
    try await exploration.begin(with: starts, ask)
    guard exploration.hasStarted else {
      throw HarnessFailure(.internal, "no starting point could be minted")
    }
    if let earlier { exploration.resume(earlier.finds, bred: earlier.bred, cases: earlier.cases) }
    var files = try FoundFiles(folder: request.folder, panel: names, earlier: earlier?.finds ?? [])
    try say("the starting points show \(Self.patterns(exploration.patternsBefore, names.count))")
    try files.write(state(of: exploration))
    var spoken = began
    while !Interruption.shared.isRequested, !isOver(exploration, since: began) {
      let finds = try await exploration.step(ask)
      // Whoever was not asked any more has not answered: the batch is put again by the next search.
      if Interruption.shared.isRequested { break }
      for find in finds {
        let scenario = try files.write(find)
        try say("found   \(find.vector.letters)  \(scenario.id)")
      }
      try files.write(state(of: exploration))
      if MonotonicInstant.now.microseconds(since: spoken) > 10_000_000 {
        spoken = .now
        try say(progress(exploration, since: began))
      }
    }
    try StandardWriters.output(summary(exploration, files).printable(keepingLines: true))
    return Interruption.shared.isRequested ? .interrupted : .asExpected
  }

  private func isOver(_ exploration: Exploration, since began: MonotonicInstant) -> Bool {
    if let cases = request.cases, exploration.cases >= cases { return true }
    guard let minutes = request.minutes else { return false }
    return MonotonicInstant.now.microseconds(since: began) >= minutes * 60_000_000
  }

  // MARK: - Going on

  private func state(of exploration: Exploration) -> ExplorationState {
    ExplorationState(
      seed: request.seed, panel: names, bred: exploration.bred, cases: exploration.cases, finds: exploration.finds)
  }

  /// The state of an earlier search in the same folder; nil: there was none.
  private func state() throws(HarnessFailure) -> ExplorationState? {
    let path = FoundFiles.statePath(request.folder)
    guard Files.isRegular(path) else { return nil }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try Files.read(path, cap: 1 << 28) } catch {
      throw HarnessFailure(.badData, error.description)
    }
    guard let json = try? JSON(parsing: bytes), let state = ExplorationState(json) else {
      throw HarnessFailure(.badData, "\(path) is not the state of a search; remove it, or give --folder another name")
    }
    guard state.seed == request.seed, state.panel == names else {
      throw HarnessFailure(
        .badData,
        "\(path) is of a search with seed \(state.seed) and the panel \(state.panel.joined(separator: ", ")); "
          + "give --folder another name")
    }
    return state
  }

  // MARK: - Words

  private func say(_ text: String) throws(HarnessFailure) {
    if terminal.verbosity > .quiet { try StandardWriters.error("rogues: \(text.printable())\n") }
  }

  private func progress(_ exploration: Exploration, since began: MonotonicInstant) -> String {
    let seconds = max(1, MonotonicInstant.now.microseconds(since: began) / 1_000_000)
    return "\(exploration.cases) cases (\(exploration.cases / seconds) a second), "
      + "\(String.counted(exploration.finds.count, "find")), \(Self.patterns(exploration.patterns, names.count))"
  }

  /// How many of the patterns of mixed answers occurred.
  private static func patterns(_ letters: Set<String>, _ members: Int) -> String {
    let mixed = letters.filter { Set($0) == ["A", "R"] }
    return "\(mixed.count) of \((1 << members) - 2) patterns of acceptance and refusal"
  }

  private func summary(_ exploration: Exploration, _ files: FoundFiles) -> String {
    var lines = ["answers in the order \(names.joined(separator: ", "))"]
    lines += files.scenarios.sorted { ($0.letters, $0.id) < ($1.letters, $1.id) }.map { "  \($0.letters)  \($0.id)" }
    lines.append(
      "\(String.counted(files.scenarios.count, "find")) in \(exploration.cases) cases, "
        + "\(Self.patterns(exploration.patterns, names.count)) (\(Self.patterns(exploration.patternsBefore, names.count)) before)"
    )
    if !files.scenarios.isEmpty {
      lines.append("next    rogues run -a NAME --catalogue \(request.folder) 'found/*'")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The folder of a search: a catalogue of what it found, and its state.
struct FoundFiles: Sendable {
  private let folder: String
  private let panel: [String]
  private(set) var scenarios: [(id: String, letters: String)] = []

  static func statePath(_ folder: String) -> String { "\(folder)/explore.json" }

  init(folder: String, panel: [String], earlier: [Find]) throws(HarnessFailure) {
    self.folder = folder
    self.panel = panel
    for find in earlier { _ = try write(find) }
  }

  mutating func write(_ find: Find) throws(HarnessFailure) -> FoundScenario {
    let scenario = FoundScenario(
      find, panel: panel, meanings: WorldGrammar.meaning, taken: Set(scenarios.map(\.id)))
    scenarios.append((scenario.id, find.vector.letters))
    try Gallery.write(Array(scenario.text.utf8), to: "\(folder)/Scenarios/\(scenario.id).yaml")
    return scenario
  }

  func write(_ state: ExplorationState) throws(HarnessFailure) {
    try Gallery.write(Array(state.json.pretty.utf8), to: Self.statePath(folder))
  }
}
