internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// The scenarios of a catalogue that patterns and tags choose.
struct ScenarioChoice {
  private(set) var selection: Selection.Result<ChosenScenario>
  private let all: [Scenario]
  private var cells = TableSelection([], among: [], spread: AllProcessors.perform)
  private var restriction = Restriction()
  private let catalogues: Catalogues
  private let files: CatalogueFiles
  private let catalogue: Catalogue
  /// Only the files that patterns can mean were read.
  let isPart: Bool
  /// The errors of the catalogue: a scenario that does not load cannot fail, so nothing is run.
  let catalogueErrors: [Finding]?
  /// The warnings about named files.
  let warnings: [Finding]
  /// A sentence, when there is nothing to choose from.
  let emptiness: String?
  /// There is nothing to say about what was read.
  var isClean: Bool { catalogue.findings.isEmpty }

  /// Reads the files that patterns can mean; the whole catalogue if there are no patterns, if they fit nothing, or if a
  /// file has an error.
  ///
  /// - Parameter patterns: they may contain paths of scenario files; a named file replaces the catalogue's.
  init(_ catalogues: Catalogues, patterns: [String], tags: [String]) throws(HarnessFailure) {
    try self.init(catalogues, ScenarioQuery(patterns: patterns, tags: tags))
  }

  /// The same, with what is left out again.
  init(_ catalogues: Catalogues, _ query: ScenarioQuery) throws(HarnessFailure) {
    let tags = query.tags
    let needsTables = !query.patterns.allSatisfy(Self.isFile) || !query.tables.isEmpty
    let tables = needsTables ? try catalogues.tables() : (tables: [], findings: [])
    let cells = TableSelection(
      query.patterns, profile: query.tables, among: tables.tables, spread: AllProcessors.perform)
    let patterns = cells.others
    let files = try catalogues.files(extra: patterns.filter(Self.isFile))
    if patterns.isEmpty, !query.patterns.isEmpty {
      // Nothing of the catalogue is meant.
      let nothing = Catalogue(worlds: [], scenarios: [], findings: tables.findings)
      self.init(nothing, isPart: true, of: files, catalogues, patterns: [], tags: tags)
    } else if let part = Self.part(files, catalogues, patterns: patterns, tags: tags, query.restriction) {
      self = part
    } else {
      self.init(all: files, of: catalogues, patterns: patterns, tags: tags)
    }
    self.cells = cells
    restriction = query.restriction
    selection.add(cells)
    if !restriction.isEmpty {
      selection.restrict(by: restriction, among: all.map { ChosenScenario($0) }, tables: tables.tables)
    }
  }

  /// Adds the cells for adapters that cannot run every chosen cell; once.
  ///
  /// - Parameter applicability: for each adapter, whether it can run a cell and its control.
  mutating func add(cellsFor applicability: [@Sendable (Scenario) -> Bool]) {
    let added = cells.added(for: applicability, spread: AllProcessors.perform)
    cells.forgetCovers()
    guard !added.scenarios.isEmpty else { return }
    selection.add(added, restrictedBy: restriction)
  }

  /// The coverage of a run of the chosen scenarios and cells.
  func coverage() throws(HarnessFailure) -> RunCoverage {
    let chosen = selection.scenarios.count { !$0.id.contains("[") }
    let tables = cells.tables
    return RunCoverage(
      scenarios: chosen, allScenarios: max(chosen, files.scenarioCount),
      cells: selection.scenarios.count - chosen, tables: tables.count,
      allTables: max(tables.count, try catalogues.tableFiles().files.count), misses: restriction.profile?.misses)
  }

  /// From the files that patterns can mean; nil if all have to be read.
  private static func part(
    _ files: CatalogueFiles, _ catalogues: Catalogues, patterns: [String], tags: [String], _ restriction: Restriction
  ) -> Self? {
    guard !patterns.isEmpty, let part = files.load(asked: patterns.filter { !isFile($0) }) else { return nil }
    let choice = Self(part, isPart: true, of: files, catalogues, patterns: patterns, tags: tags)
    guard choice.selection.findings.isEmpty, !choice.selection.scenarios.isEmpty else { return nil }
    // An exclusion may name a scenario that was not read.
    var restricted = choice.selection
    restricted.restrict(by: restriction, among: choice.all.map { ChosenScenario($0) })
    return restricted.findings.isEmpty ? choice : nil
  }

  /// Reads everything.
  init(
    all files: CatalogueFiles, with loader: CatalogueLoader = .ours, of catalogues: Catalogues, patterns: [String],
    tags: [String]
  ) {
    self.init(files.load(with: loader), isPart: false, of: files, catalogues, patterns: patterns, tags: tags)
  }

  private init(
    _ catalogue: Catalogue, isPart: Bool, of read: CatalogueFiles, _ catalogues: Catalogues, patterns: [String],
    tags: [String]
  ) {
    let files = patterns.filter(Self.isFile)
    self.files = read
    self.isPart = isPart
    self.catalogues = catalogues
    self.catalogue = catalogue
    emptiness = isPart ? catalogues.emptinessOfOwn : catalogues.emptiness(catalogue)
    let errors = catalogue.findings.filter { $0.severity == .error }
    catalogueErrors = errors.isEmpty ? nil : errors
    let areOnlyFiles = !files.isEmpty && patterns.count == files.count
    all = areOnlyFiles ? catalogue.scenarios.filter { Self.isNamed($0, files) } : catalogue.scenarios
    let others = patterns.filter { !Self.isFile($0) }
    warnings = catalogue.findings.filter { finding in
      finding.severity == .warning && files.contains { $0 == finding.location?.file }
    }
    // Files beside patterns are meant as well as what the patterns fit.
    let named = others.isEmpty ? [] : all.filter { Self.isNamed($0, files) }.map(\.id)
    selection = Selection.select(all.map { ChosenScenario($0) }, patterns: others + named, tags: tags)
  }

  /// The chosen scenarios that cannot be minted or served; the built-in ones all can.
  func impossible() -> [Finding] {
    let own = selection.scenarios.filter { !catalogues.isBuiltIn($0.location.file) }
    // Some at a time: the scenarios of cells are made for it.
    return stride(from: 0, to: own.count, by: 256).flatMap { start -> [Finding] in
      let some = own[start..<min(start + 256, own.count)].map(\.scenario)
      return Lint.contradictions(in: catalogue, of: some) + MintCheck().findings(for: some, in: catalogue)
    }
  }

  /// A digest of everything that can be chosen, wherever it is; nil if the user named a file.
  func digest() throws(HarnessFailure) -> String? {
    try files.digest(with: catalogues.tableFiles())
  }

  /// The scenarios that a ledger of known failures can be about, of those that were chosen or of all: files from elsewhere
  /// are in no ledger.
  func known() -> (scenarios: [Scenario], areAll: Bool) {
    guard let own = files.withoutStrangers else { return (catalogue.scenarios, !isPart) }
    if let part = own.load(asked: selection.scenarios.map(\.id)) { return (part.scenarios, false) }
    return (own.load().scenarios, true)
  }

  private static func isNamed(_ scenario: Scenario, _ files: [String]) -> Bool {
    files.contains { SourceFiles.isSame($0, scenario.location.file) }
  }

  /// Whether a pattern is the path of a scenario file.
  static func isFile(_ pattern: String) -> Bool { SourceFiles.isYAML(pattern) }

  /// The ids of the scenarios that one of the patterns is about.
  func ids(fitting pattern: String) -> Set<String> {
    let cells = selection.scenarios.map(\.id).filter { $0.hasPrefix("\(pattern.prefix { $0 != "[" })[") }
    if !cells.isEmpty { return Set(cells) }
    if Self.isFile(pattern) { return Set(all.filter { Self.isNamed($0, [pattern]) }.map(\.id)) }
    return Set(Selection.select(all, patterns: [pattern], tags: []).scenarios.map(\.id))
  }
}

extension AxesSelection {
  /// A pattern that names axis values, such as a case's id, may name a case that pairwise would leave out.
  func reaching(_ patterns: [String]) -> AxesSelection {
    guard self == .pairwise, patterns.contains(where: { $0.contains("[") }) else { return self }
    return patterns.contains { $0.contains("engine=") } ? .full : .fixed([])
  }
}
