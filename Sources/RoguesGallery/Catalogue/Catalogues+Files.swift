internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

extension Catalogues {
  func worlds() throws(HarnessFailure) -> SourceFiles {
    try gathered { root throws(HarnessFailure) in try root.worlds() }
  }

  func scenarios() throws(HarnessFailure) -> SourceFiles {
    try gathered { root throws(HarnessFailure) in try root.scenarios() }
  }

  func findings() throws(HarnessFailure) -> SourceFiles {
    try gathered { root throws(HarnessFailure) in try root.findings() }
  }

  func familyFiles() throws(HarnessFailure) -> SourceFiles {
    try gathered { root throws(HarnessFailure) in try root.families() }
  }

  /// The common properties of families, by name, and the errors of the files.
  func families() throws(HarnessFailure) -> (families: [String: ScenarioFamily], findings: [Finding]) {
    let files = try familyFiles()
    let loaded = FamilyLoader.load(files.files)
    return (loaded.families, files.findings + loaded.findings)
  }

  func tableFiles() throws(HarnessFailure) -> SourceFiles {
    try gathered { root throws(HarnessFailure) in try root.tables() }
  }

  /// The decision tables that can be read, and what is wrong with the others.
  func tables() throws(HarnessFailure) -> (tables: [LoadedTable], findings: [Finding]) {
    let files = try tableFiles()
    let read = files.files.map { LoadedTable.read($0, .known) }
    return (read.compactMap(\.table), files.findings + read.flatMap(\.findings))
  }

  func profileFiles() throws(HarnessFailure) -> SourceFiles {
    try gathered { root throws(HarnessFailure) in try root.profiles() }
  }

  /// The profiles that can be read, and what is wrong with the others.
  func profiles() throws(HarnessFailure) -> (profiles: [Profile], findings: [Finding]) {
    let files = try profileFiles()
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

  func adapterManifests() throws(HarnessFailure) -> SourceFiles {
    try gathered { root throws(HarnessFailure) in try root.adapterManifests() }
  }

  func stackFiles() throws(HarnessFailure) -> SourceFiles {
    try gathered { root throws(HarnessFailure) in try root.stacks() }
  }

  private func gathered(
    _ files: (CatalogueRoot) throws(HarnessFailure) -> SourceFiles
  ) throws(HarnessFailure) -> SourceFiles {
    var all = SourceFiles()
    for root in roots {
      all.add(try files(root))
    }
    return all
  }

  /// Worlds and scenarios, loaded.
  func load() throws(HarnessFailure) -> Catalogue { try files().load() }

  /// The files of worlds and scenarios.
  ///
  /// - Parameter extra: scenario files from anywhere, added to the catalogues' own. A file with the id of a catalogue's
  ///   scenario replaces it, with a warning, because the user named it.
  func files(extra: [String] = []) throws(HarnessFailure) -> CatalogueFiles {
    var files = CatalogueFiles(worlds: try worlds(), scenarios: try scenarios())
    for path in extra { files.add(path) }
    return files
  }

  /// The reader of ledgers.
  ///
  /// - Parameters:
  ///   - choice: the scenarios of the run, so that other files need not be read; nil: all.
  ///   - tables: the decision tables; nil: patterns of cells are not checked.
  func ledgerLoader(
    adapters: [String], stacks: [String], about choice: ScenarioChoice?, tables: [LoadedTable]? = nil
  ) throws(HarnessFailure) -> LedgerLoader {
    let scenarios: [Scenario]
    var areAll = true
    if let choice { (scenarios, areAll) = choice.known() } else { scenarios = try load().scenarios }
    return LedgerLoader(scenarios: scenarios, adapters: adapters, stacks: stacks, isWhole: areAll, tables: tables)
  }

  /// The ledgers, and their findings.
  ///
  /// - Parameters:
  ///   - adapters: those of the catalogues.
  ///   - stacks: the names of the catalogues' stacks.
  ///   - choice: the scenarios of the run, so that other files need not be read; nil: all.
  func knownFailures(
    adapters: [AdapterManifest], stacks: [String], about choice: ScenarioChoice? = nil
  ) throws(HarnessFailure) -> (KnownFailures, [Finding]) {
    let files = try findings()
    guard !files.files.isEmpty else { return (KnownFailures(), files.findings) }
    let names = adapters.map(\.name)
    let loader = try ledgerLoader(adapters: names, stacks: stacks, about: choice)
    let (entries, findings) = loader.load(files.files)
    let folder = builtIn.map { "\($0.prefix)Findings/" }
    let known = KnownFailures(entries, adapters: names) { entry in
      // Those of this project are made into a page.
      let isShown = folder.map { entry.location.file.hasPrefix($0) } ?? false
      guard isShown else { return entry.location.file }
      return entry.kind == .otherReason ? "docs/records/other-reasons.md" : "docs/records/findings.md#\(entry.anchor)"
    }
    return (known, files.findings + findings)
  }

  /// Whether a file that was read is one of the built-in catalogue.
  func isBuiltIn(_ file: String) -> Bool {
    guard let builtIn else { return false }
    return file.hasPrefix("\(builtIn.prefix)Scenarios/")
  }

  /// A sentence when there is nothing in them at all, or in one of the user's own; nil when there is something.
  func emptiness(_ catalogue: Catalogue) -> String? {
    guard catalogue.scenarios.isEmpty, !catalogue.hasErrors else { return emptinessOfOwn }
    return "there is no scenario in \(Self.places(roots)): one is a file Scenarios/FAMILY/NAME.yaml"
  }

  /// A sentence when there is nothing in one of the user's own.
  var emptinessOfOwn: String? {
    let empty = roots.filter { $0 != builtIn && $0.isEmpty }
    guard !empty.isEmpty else { return nil }
    return "there is nothing in \(Self.places(empty)): a scenario is a file Scenarios/FAMILY/NAME.yaml, a world "
      + "Certs/worlds/NAME.yaml, an adapter Adapters/NAME/adapter.yaml"
  }

  private static func places(_ roots: [CatalogueRoot]) -> String {
    roots.map { $0.prefix.isEmpty ? "." : $0.prefix }.joined(separator: ", ")
  }
}
