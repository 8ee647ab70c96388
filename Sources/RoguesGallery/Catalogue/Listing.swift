internal import RogueModel
internal import RogueScenarios
internal import RogueStimuli
internal import Synchronization

/// The scenarios that patterns, paths and tags select, as summaries: from the index, or from the whole catalogue.
struct Listing {
  private(set) var selection: Selection.Result<ScenarioSummary>
  /// All that patterns can name.
  let all: [ScenarioSummary]
  /// The scenarios of the catalogues, which a ledger of known failures can be about: files from elsewhere are in no ledger.
  let known: [ScenarioSummary]
  let files: CatalogueFiles
  /// Nil: the index was valid, so that no scenario was read.
  let catalogue: Catalogue?
  /// The errors of the catalogue: a scenario that does not load cannot fail, so nothing is run.
  let catalogueErrors: [Finding]?
  /// The warnings about named files.
  let warnings: [Finding]
  /// A sentence, when there is nothing to choose from.
  let emptiness: String?

  /// - Parameters:
  ///   - patterns: They may contain paths of scenario files; a named file replaces the catalogue's.
  ///   - index: nil: there is no place for one.
  init(
    _ catalogues: Catalogues, patterns: [String], tags: [String], index: CatalogueIndex? = .ofThisUser
  ) throws(HarnessFailure) {
    let paths = patterns.filter(Self.isFile)
    let files = try CatalogueFiles(catalogues, named: paths)
    let keywords = Vocabulary.known.keywords
    func summaries(_ scenarios: [Scenario]) -> [ScenarioSummary] {
      scenarios.map { ScenarioSummary($0, keywords: keywords($0)) }
    }
    let own: [ScenarioSummary]
    if let kept = index?.read(of: files) {
      catalogue = nil
      own = kept
      known = kept
    } else {
      let others = OtherFiles()
      let loaded = files.load(with: .ours(reading: others.read))
      catalogue = loaded
      own = summaries(loaded.scenarios)
      known = own.filter { !files.isStranger($0.file) } + summaries(loaded.replaced)
      if loaded.findings.isEmpty, !others.wereRead { index?.write(own, of: files) }
    }
    self.files = files
    let findings = catalogue?.findings ?? []
    let errors = findings.filter { $0.severity == .error }
    catalogueErrors = errors.isEmpty ? nil : errors
    warnings = findings.filter { finding in
      finding.severity == .warning && paths.contains { $0 == finding.location?.file }
    }
    emptiness = catalogues.emptiness(hasNothing: own.isEmpty && errors.isEmpty)
    // Files beside patterns are meant as well as what the patterns fit.
    let areOnlyFiles = !paths.isEmpty && paths.count == patterns.count
    let named = paths.isEmpty ? [] : own.filter { files.isNamed($0.file, by: paths) }
    all = areOnlyFiles ? named : own
    selection = Selection.select(
      all, patterns: patterns.filter { !Self.isFile($0) } + (areOnlyFiles ? [] : named.map(\.id)), tags: tags)
  }

  /// The same, without what is left out.
  init(_ catalogues: Catalogues, _ query: ScenarioQuery) throws(HarnessFailure) {
    try self.init(catalogues, patterns: query.patterns, tags: query.tags)
    if !query.restriction.isEmpty { selection.restrict(by: query.restriction, among: all) }
  }

  /// Whether a pattern is the path of a scenario file.
  static func isFile(_ pattern: String) -> Bool { SourceFiles.isYAML(pattern) }

  /// Files that worlds name: the digest of a catalogue does not contain them.
  private final class OtherFiles: Sendable {
    private let count = Mutex(0)

    var wereRead: Bool { count.withLock { $0 > 0 } }

    @Sendable func read(_ path: String, _ world: String) throws(ParsingProblem) -> EncodedFile {
      count.withLock { $0 += 1 }
      return try WorldFiles.read(path, world)
    }
  }
}
