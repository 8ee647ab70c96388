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
    var named: [String] = []
    for path in extra { named += try Self.files(at: path) }
    let (sources, unread) = try Self.sources(catalogues, and: named)
    let files = { (kind: FileKind) in sources[kind]?.files ?? [] }
    count = extra.isEmpty ? FileKind.allCases.reduce(0) { $0 + files($1).count } : named.count
    let isNamed = Self.membership(of: named)
    let areOwn = catalogues.roots.count > 1 || catalogues.builtIn == nil
    // Tests check the built-in ones, so users with catalogues need not wait for them.
    let isChecked = extra.isEmpty ? { file in !areOwn || !catalogues.isBuiltIn(file) } : isNamed
    var all = FileKind.allCases.flatMap { sources[$0]?.findings ?? [] } + unread
    let (tables, problems) = Self.tables(files, isChecked)
    all += FamilyLoader.load(files(.family)).findings + ProbeLoader.load(files(.probes)).findings + problems
    for (file, (table, findings)) in tables {
      all += findings
      if isChecked(file.path) { all += table?.findings(spread: AllProcessors.perform) ?? [] }
    }

    let catalogue = CatalogueLoader.ours.load(worlds: files(.world), scenarios: files(.scenario))
    all += catalogue.findings + Lint.check(catalogue, in: isChecked, style: catalogues.isBuiltIn)
    let made = catalogue.scenarios.filter { scenario in
      // To make every built-in one takes seconds, and tests do.
      isChecked(scenario.location.file) && (!extra.isEmpty || !catalogues.isBuiltIn(scenario.location.file))
    }
    all += MintCheck().findings(for: made, in: catalogue) + FileCertificateCheck().findings(in: catalogue)

    let (stacks, stackFindings) = StackLoader.load(files(.stack))
    all += stackFindings + CorpusLoader.load(files(.corpus)).findings
    let manifests = files(.adapter).map { ManifestLoader.load($0, stacks: stacks) }
    let adapters = manifests.compactMap(\.0)
    all += manifests.flatMap(\.1) + InstalledAdapters.doubles(adapters)
    // A file that did not load is already reported, and not again as an unknown name.
    if !catalogue.hasErrors, adapters.count == manifests.count {
      all += tables.flatMap { file, read in
        isChecked(file.path) ? read.table?.findings(over: catalogue.scenarios) ?? [] : []
      }
      all += Self.references(
        in: (files(.finding), files(.profile)), to: catalogue.scenarios, tables.compactMap(\.1.table),
        (adapters.map(\.name), stacks.map(\.name)), isChecked)
    }

    if !extra.isEmpty {
      all = all.filter { $0.location.map { isNamed($0.file) } ?? true }
    } else if let emptiness = catalogues.emptiness(hasNothing: catalogue.scenarios.isEmpty && !catalogue.hasErrors) {
      all.append(Finding(.warning, emptiness))
    }
    findings = all
  }

  private typealias ReadFile = (file: SourceFile, read: (table: LoadedTable?, findings: [Finding]))

  /// The decision tables and the files of circumstances, and what is wrong with the checks. None where nothing of them
  /// would be shown: what is wrong with a table is at its file or at the list of checks, and few other files name cells.
  private static func tables(
    _ files: (FileKind) -> [SourceFile], _ isChecked: (String) -> Bool
  ) -> (tables: [ReadFile], findings: [Finding]) {
    let kinds: [FileKind] = [.table, .circumstances, .checks, .finding, .profile]
    guard kinds.contains(where: { files($0).contains { isChecked($0.path) } }) else { return ([], []) }
    let moved = LoadedTable.read(
      circumstances: files(.circumstances), checks: files(.checks), worlds: files(.world), scenarios: files(.scenario),
      with: .ours)
    let tables = files(.table).map { ($0, LoadedTable.read($0, .known)) }
    return (tables + Array(zip(files(.circumstances), moved.tables)), moved.findings)
  }

  /// What is wrong with files that name scenarios, tables and adapters.
  private static func references(
    in files: (findings: [SourceFile], profiles: [SourceFile]), to scenarios: [Scenario], _ tables: [LoadedTable],
    _ names: (adapters: [String], stacks: [String]), _ isChecked: (String) -> Bool
  ) -> [Finding] {
    var findings = ProfileLoader.findings(
      in: files.profiles.filter { isChecked($0.path) }, over: scenarios, tables: tables)
    // All of them, because two may not have one title.
    if files.findings.contains(where: { isChecked($0.path) }) {
      let loader = LedgerLoader(scenarios: scenarios, adapters: names.adapters, stacks: names.stacks, tables: tables)
      findings += loader.load(files.findings).findings
    }
    return findings
  }

  /// All files of the catalogues, and files from elsewhere, by what they describe.
  ///
  /// - Returns: them, and the errors of files that cannot be read, which are of no kind.
  private static func sources(
    _ catalogues: Catalogues, and named: [String]
  ) throws(HarnessFailure) -> (files: [FileKind: SourceFiles], unread: [Finding]) {
    var files: [FileKind: SourceFiles] = [:]
    for kind in FileKind.allCases { files[kind] = try catalogues.files(of: kind) }
    var unread: [Finding] = []
    // A file of the catalogues is here already.
    for path in named where !files.values.contains(where: { $0.files.contains(where: SourceFiles.samePath(path)) }) {
      var file = SourceFiles()
      file.read(path, isNamed: true)
      if let kind = file.files.first.map(kind) {
        files[kind]?.add(file)
      } else {
        unread += file.findings
      }
    }
    return (files, unread)
  }

  /// The kind of a file, by its first key, because the folder of a file from elsewhere does not determine it.
  private static func kind(of file: SourceFile) -> FileKind {
    for line in String(decoding: file.bytes.prefix(1 << 16), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("world:"), !file.path.contains("Scenarios/") { return .world }
      // A scenario has a world, too.
      for kind in FileKind.allCases where kind != .world && line.hasPrefix("\(kind):") { return kind }
    }
    return .scenario
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
}
