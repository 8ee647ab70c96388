internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// The scenarios and the cells of tables that patterns and tags choose, loaded.
struct ScenarioChoice {
  private(set) var selection: Selection.Result<ChosenScenario>
  private var cells: TableSelection
  private let restriction: Restriction
  private let catalogues: Catalogues
  private let listing: Listing
  /// At least the scenarios that were chosen.
  private let catalogue: Catalogue
  /// As of a `Listing`, and those of the tables that a choice of cells needs.
  let catalogueErrors: [Finding]?
  /// A sentence, when there is nothing to choose from.
  let emptiness: String?
  /// The warnings about named files.
  var warnings: [Finding] { listing.warnings }
  /// The scenarios that a ledger of known failures can be about.
  var known: [ScenarioSummary] { listing.known }
  /// Nil: none was chosen.
  var profile: Profile? { restriction.profile }
  /// A digest of everything that can be chosen, wherever it is; nil if the user named a file.
  var digest: String? { listing.files.digest }

  /// - Parameter patterns: they may contain paths of scenario files; a named file replaces the catalogue's.
  init(_ catalogues: Catalogues, patterns: [String], tags: [String]) throws(HarnessFailure) {
    try self.init(catalogues, ScenarioQuery(patterns: patterns, tags: tags))
  }

  /// The same, with what is left out again.
  ///
  /// - Parameter index: nil: there is no place for one.
  init(
    _ catalogues: Catalogues, _ query: ScenarioQuery, index: CatalogueIndex? = .ofThisUser
  ) throws(HarnessFailure) {
    let needsTables = !query.patterns.allSatisfy(Listing.isFile) || !query.tables.isEmpty
    let meant = query.patterns + query.tables + query.restriction.skips
    let tables = needsTables ? try catalogues.tables(for: meant) : (tables: [], findings: [])
    let kept = index == nil ? nil : CachedCells.ofThisUser(catalogues)
    cells = TableSelection(
      query.patterns, profile: query.tables, among: tables.tables, kept: kept, spread: AllProcessors.perform)
    // Nothing of the scenarios is meant.
    let isOfTables = cells.others.isEmpty && !query.patterns.isEmpty
    listing = try Listing(catalogues, patterns: cells.others, tags: query.tags, index: index)
    let chosen = Set(isOfTables ? [] : listing.selection.scenarios.map(\.id))
    catalogue = listing.catalogue ?? listing.files.load(only: chosen)
    self.catalogues = catalogues
    restriction = query.restriction
    let findings = (isOfTables ? [] : catalogue.findings) + (cells.isEmpty ? [] : tables.findings)
    let errors = findings.filter { $0.severity == .error }
    catalogueErrors = errors.isEmpty ? nil : errors
    emptiness = isOfTables ? catalogues.emptiness(hasNothing: false) : listing.emptiness
    selection = listing.selection.holding(
      catalogue.scenarios.filter { chosen.contains($0.id) }.map { ChosenScenario($0) })
    selection.add(cells)
    if !restriction.isEmpty { selection.restrict(by: restriction, among: listing.all, tables: tables.tables) }
  }

  /// Adds the cells for adapters that cannot run every chosen cell; once.
  ///
  mutating func add(cellsFor applicability: [CellApplicability]) {
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
      scenarios: chosen, allScenarios: max(chosen, listing.files.scenarios.files.count),
      cells: selection.scenarios.count - chosen, tables: tables.count,
      allTables: max(tables.count, try catalogues.tableCount()), misses: restriction.profile?.misses)
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

  /// The ids of the scenarios that one of the patterns is about.
  func ids(fitting pattern: String) -> Set<String> {
    let cells = selection.scenarios.map(\.id).filter { $0.hasPrefix("\(pattern.prefix { $0 != "[" })[") }
    if !cells.isEmpty { return Set(cells) }
    if Listing.isFile(pattern) {
      return Set(listing.all.filter { listing.files.isNamed($0.file, by: [pattern]) }.map(\.id))
    }
    return Set(Selection.select(listing.all, patterns: [pattern], tags: []).scenarios.map(\.id))
  }
}

extension AxesSelection {
  /// A pattern that names axis values, such as a case's id, may name a case that pairwise would leave out.
  func reaching(_ patterns: [String]) -> AxesSelection {
    guard self == .pairwise, patterns.contains(where: { $0.contains("[") }) else { return self }
    return patterns.contains { $0.contains("engine=") } ? .full : .fixed([])
  }
}
