internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// The files that `rogues lint` looks at, and what is wrong with them.
///
/// Files that are named are checked against the worlds of the catalogue, and only their findings are shown. What takes
/// seconds is left out where nothing of it would be shown.
struct LintedFiles {
  let findings: [Finding]
  /// Files checked.
  let count: Int

  init(_ catalogues: Catalogues, extra: [String]) throws(HarnessFailure) {
    var worlds = try catalogues.worlds()
    var scenarios = try catalogues.scenarios()
    var manifests = try catalogues.adapterManifests()
    var ledger = try catalogues.findings()
    var families = try catalogues.familyFiles()
    var tables = try catalogues.tableFiles()
    var profiles = try catalogues.profileFiles()
    var named: [String] = []
    for path in extra { named += try Self.files(at: path) }
    let isNamed = Self.membership(of: named)
    let areOwn = catalogues.roots.count > 1 || catalogues.builtIn == nil
    // The built-in ones are checked by tests, so that nobody waits for them beside catalogues of their own.
    let isChecked = extra.isEmpty ? { file in !areOwn || !catalogues.isBuiltIn(file) } : isNamed
    var missing = SourceFiles()
    if extra.isEmpty {
      count = [worlds, scenarios, manifests, ledger, families, tables, profiles].reduce(0) { $0 + $1.files.count }
    } else {
      count = named.count
      for path in named {
        // A file of the catalogue stands there already; one from elsewhere joins it.
        let known =
          worlds.files + scenarios.files + manifests.files + ledger.files + families.files + tables.files
          + profiles.files
        guard !known.contains(where: SourceFiles.samePath(path)) else { continue }
        var file = SourceFiles()
        file.read(path, isNamed: true)
        switch file.files.first.map(Self.kind) {
        case nil: missing.add(file)
        case .world: worlds.add(file)
        case .scenario: scenarios.add(file)
        case .adapter: manifests.add(file)
        case .finding: ledger.add(file)
        case .family: families.add(file)
        case .table: tables.add(file)
        case .profile: profiles.add(file)
        }
      }
    }
    let catalogue = CatalogueLoader.ours.load(worlds: worlds.files, scenarios: scenarios.files)
    var all = worlds.findings + scenarios.findings + manifests.findings
    all += ledger.findings + missing.findings + families.findings + tables.findings + profiles.findings
    all += FamilyLoader.load(families.files).findings
    let read = tables.files.map { LoadedTable.read($0, .known) }
    for (file, (table, findings)) in zip(tables.files, read) {
      all += findings
      if isChecked(file.path) { all += table?.findings(spread: AllProcessors.perform) ?? [] }
    }
    all += catalogue.findings + Lint.check(catalogue, in: isChecked)
    let made = catalogue.scenarios.filter { scenario in
      // To make every built-in one takes seconds, and tests do.
      isChecked(scenario.location.file) && (!extra.isEmpty || !catalogues.isBuiltIn(scenario.location.file))
    }
    all += MintCheck().findings(for: made, in: catalogue)
    all += FileCertificateCheck().findings(in: catalogue)
    let loaded = manifests.files.map { ManifestLoader.load($0) }
    let adapters = loaded.compactMap(\.0)
    all += loaded.flatMap(\.1) + InstalledAdapters.doubles(adapters)
    // What did not load is told already, and not again as a name that nothing has.
    if !catalogue.hasErrors, adapters.count == loaded.count {
      if ledger.files.contains(where: { isChecked($0.path) }) {
        let loader = FindingLoader(
          scenarios: catalogue.scenarios, adapters: adapters.map(\.name), tables: read.compactMap(\.table))
        all += loader.load(ledger.files).findings
      }
      all += ProfileLoader.findings(in: profiles.files.filter { isChecked($0.path) }, over: catalogue.scenarios)
    }
    if !extra.isEmpty {
      all = all.filter { finding in
        guard let file = finding.location?.file else { return true }
        return isNamed(file)
      }
    } else if let emptiness = catalogues.emptiness(catalogue) {
      all.append(Finding(.warning, emptiness))
    }
    findings = all
  }

  /// Whether a file is one of these, by whatever path.
  private static func membership(of named: [String]) -> (String) -> Bool {
    let written = Set(named)
    let canonical = Set(named.compactMap { try? Files.canonical($0) })
    return { file in
      if written.contains(file) { return true }
      guard let file = try? Files.canonical(file) else { return false }
      return canonical.contains(file)
    }
  }

  /// The file itself, or what a folder holds: every file that ends as ours do.
  private static func files(at path: String) throws(HarnessFailure) -> [String] {
    guard Files.isDirectory(path) else { return [path] }
    do throws(SystemError) {
      let prefix = path.hasSuffix("/") ? path : "\(path)/"
      let found = try Files.list(path, recursively: true).filter { $0.kind == .file && SourceFiles.isYAML($0.path) }
      guard found.isEmpty else { return found.map { prefix + $0.path } }
    } catch {
      throw HarnessFailure(.badData, "the folder cannot be listed", underlying: error.description)
    }
    throw HarnessFailure(.badData, "the folder '\(path)' holds no file that ends in .yaml")
  }

  private enum Kind { case world, scenario, adapter, finding, family, table, profile }

  /// The kind of a file, by its first key, because the folder of a file from elsewhere does not tell.
  private static func kind(of file: SourceFile) -> Kind {
    for line in String(decoding: file.bytes.prefix(1 << 16), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("world:"), !file.path.contains("Scenarios/") { return .world }
      if line.hasPrefix("adapter:") { return .adapter }
      if line.hasPrefix("finding:") { return .finding }
      if line.hasPrefix("family:") { return .family }
      if line.hasPrefix("table:") { return .table }
      if line.hasPrefix("profile:") { return .profile }
      if line.hasPrefix("scenario:") { return .scenario }
    }
    return .scenario
  }
}
