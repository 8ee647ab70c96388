internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

extension Catalogues {
  func files(of kind: FileKind) throws(HarnessFailure) -> SourceFiles {
    var all = SourceFiles()
    for root in roots { all.add(try root.files(of: kind)) }
    return all
  }

  /// The common properties of families, by name, and the errors of the files.
  func families() throws(HarnessFailure) -> (families: [String: ScenarioFamily], findings: [Finding]) {
    let files = try files(of: .family)
    let loaded = FamilyLoader.load(files.files)
    return (loaded.families, files.findings + loaded.findings)
  }

  /// The tables that can be read, and what is wrong with the others.
  ///
  /// - Parameter patterns: of the tables that are needed. Circumstances that none of them is about are not read, because
  ///   that takes longer than all other tables; nil: all are.
  func tables(
    for patterns: [String]? = nil
  ) throws(HarnessFailure) -> (tables: [LoadedTable], findings: [Finding]) {
    let files = try files(of: .table)
    let read = files.files.map { LoadedTable.read($0, .known) }
    let circumstances = try self.files(of: .circumstances)
    let needed = circumstances.files.filter { file in
      patterns?.contains { LoadedTable.isMeant(file.scenarioID, by: $0) } ?? true
    }
    guard !needed.isEmpty else {
      return (read.compactMap(\.table), files.findings + circumstances.findings + read.flatMap(\.findings))
    }
    let lists = try self.files(of: .checks)
    let moved = LoadedTable.read(
      circumstances: needed, checks: lists.files, worlds: try self.files(of: .world).files,
      scenarios: try self.files(of: .scenario).files, with: .ours)
    let all = read + moved.tables
    let unread = files.findings + circumstances.findings + lists.findings
    return (all.compactMap(\.table), unread + moved.findings + all.flatMap(\.findings))
  }

  /// How many files of tables and of circumstances there are.
  func tableCount() throws(HarnessFailure) -> Int {
    try files(of: .table).files.count + files(of: .circumstances).files.count
  }

  /// The profiles that can be read, and what is wrong with the others.
  func profiles() throws(HarnessFailure) -> (profiles: [Profile], findings: [Finding]) {
    let files = try files(of: .profile)
    let read = ProfileLoader.load(files.files)
    return (read.profiles, files.findings + read.findings)
  }

  /// The profile of that name. Throws `bad-data` if a profile has an error, `usage` if there is none of that name.
  func profile(named name: String) throws(HarnessFailure) -> Profile {
    let (profiles, findings) = try profiles()
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw HarnessFailure(.badData, "a profile is wrong\n" + errors.map(\.rendered).joined())
    }
    guard let profile = profiles.first(where: { $0.name == name }) else {
      let known = profiles.map(\.name).sorted()
      let help =
        NearMiss.question(for: name, among: known)
        ?? (known.isEmpty
          ? "a profile is a file Scenarios/profiles/NAME.yaml" : "profiles: \(known.joined(separator: ", "))")
      throw HarnessFailure(.usage, "there is no profile '\(name)'; \(help)")
    }
    return profile
  }

  /// The servers by which the doctor examines adapters. Throws `bad-data` if the file has an error, or is not here.
  func probes() throws(HarnessFailure) -> ProbeList {
    let files = try files(of: .probes)
    let (lists, findings) = ProbeLoader.load(files.files)
    guard let list = lists.first, files.findings.isEmpty, findings.isEmpty else {
      let place = FileKind.probes.place.form
      throw HarnessFailure(
        .badData,
        files.files.isEmpty
          ? "the catalogue has no \(place), by which adapters are examined; name the built-in one with --catalogue"
          : "\(place) is wrong\n" + (files.findings + findings).map(\.rendered).joined())
    }
    return list
  }

  /// The reader of ledgers.
  ///
  /// - Parameters:
  ///   - choice: the scenarios of the run, so that they are not listed again.
  ///   - tables: the decision tables; nil: patterns of cells are not checked.
  func ledgerLoader(
    adapters: [String], stacks: [String], about choice: ScenarioChoice?, tables: [LoadedTable]? = nil
  ) throws(HarnessFailure) -> LedgerLoader<ScenarioSummary> {
    let known = if let choice { choice.known } else { try Listing(self, patterns: [], tags: []).known }
    return LedgerLoader(scenarios: known, adapters: adapters, stacks: stacks, tables: tables)
  }

  /// The ledgers, and their findings.
  ///
  /// - Parameters:
  ///   - adapters: those of the catalogues.
  ///   - stacks: the names of the catalogues' stacks.
  ///   - choice: the scenarios of the run, so that they are not listed again.
  func knownFailures(
    adapters: [AdapterManifest], stacks: [String], about choice: ScenarioChoice? = nil
  ) throws(HarnessFailure) -> (KnownFailures, [Finding]) {
    let files = try files(of: .finding)
    guard !files.files.isEmpty else { return (KnownFailures(), files.findings) }
    let names = adapters.map(\.name)
    let loader = try ledgerLoader(adapters: names, stacks: stacks, about: choice)
    let (entries, findings) = loader.load(files.files)
    let folder = builtIn.map { "\($0.prefix)Findings/" }
    // A user's own adapter may be a copy of one that the ledger is about.
    let covered = adapters.filter { adapter in
      isBuiltIn(adapter) || entries.contains { $0.occurrences.contains { $0.names(adapter.name) } }
    }
    let makes = covered.map { adapter in
      (
        adapter.name,
        KnownFailures.Make(
          library: adapter.library, stacks: adapter.stacks.keys, configuration: adapter.configuration)
      )
    }
    let known = KnownFailures(entries, adapters: Dictionary(makes) { first, _ in first }) { entry in
      // Those of this project are made into a page.
      let isShown = folder.map { entry.location.file.hasPrefix($0) } ?? false
      guard isShown else { return entry.location.file }
      return entry.kind == .otherReason ? "docs/records/other-reasons.md" : "docs/records/findings.md#\(entry.anchor)"
    }
    return (known, files.findings + findings)
  }

  /// What the commands of the built-in findings need, in Markdown; nil: it is not here.
  var findingsSetup: String? {
    guard let file = builtIn.map({ "\($0.prefix)Findings/setup.md" }) else { return nil }
    return (try? Files.read(file, cap: 1 << 20)).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Whether a file that was read is one of the built-in catalogue.
  func isBuiltIn(_ file: String) -> Bool {
    guard let builtIn else { return false }
    return file.hasPrefix("\(builtIn.prefix)Scenarios/")
  }

  private func isBuiltIn(_ adapter: AdapterManifest) -> Bool {
    guard let builtIn else { return false }
    return adapter.location.file.hasPrefix("\(builtIn.prefix)Adapters/")
  }

  /// A sentence when there is nothing in one of the user's own, or in any of them; nil when there is something.
  ///
  /// - Parameter hasNothing: no scenario was found, and no error.
  func emptiness(hasNothing: Bool) -> String? {
    guard !hasNothing else {
      return "there is no scenario in \(Self.places(roots)): one is a file Scenarios/FAMILY/NAME.yaml"
    }
    let empty = roots.filter { $0 != builtIn && $0.isEmpty }
    guard !empty.isEmpty else { return nil }
    return "there is nothing in \(Self.places(empty)): a scenario is a file Scenarios/FAMILY/NAME.yaml, a world "
      + "Certs/worlds/NAME.yaml, an adapter Adapters/NAME/adapter.yaml"
  }

  private static func places(_ roots: [CatalogueRoot]) -> String {
    roots.map { $0.prefix.isEmpty ? "." : $0.prefix }.joined(separator: ", ")
  }
}
