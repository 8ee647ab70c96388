internal import RogueModel
internal import RogueScenarios
internal import RogueStimuli
internal import Synchronization

/// The scenarios that patterns and tags select, as summaries: from the cache, if nothing has changed.
struct Listing {
  let scenarios: [ScenarioSummary]
  /// The errors of patterns and tags.
  let findings: [Finding]
  /// As for a `ScenarioChoice`.
  let catalogueErrors: [Finding]?
  let warnings: [Finding]
  let emptiness: String?

  /// - Parameters:
  ///   - patterns: As of a `ScenarioChoice`.
  ///   - kept: Summaries of earlier lists; nil: there is no place for them.
  init(
    _ catalogues: Catalogues, patterns: [String], tags: [String], kept: KeptSummaries? = .ofThisUser
  ) throws(HarnessFailure) {
    try self.init(catalogues, ScenarioQuery(patterns: patterns, tags: tags), kept: kept)
  }

  /// The same, with what is left out again.
  init(
    _ catalogues: Catalogues, _ query: ScenarioQuery, kept: KeptSummaries? = .ofThisUser
  ) throws(HarnessFailure) {
    let (patterns, tags) = (query.patterns, query.tags)
    guard let kept, !patterns.contains(where: ScenarioChoice.isFile) else {
      self.init(try ScenarioChoice(catalogues, query.withoutTables))
      return
    }
    let files = try catalogues.files()
    let name = files.content.flatMap(KeptSummaries.name)
    if let name, let all = kept.read(name), !all.isEmpty {
      guard !patterns.isEmpty || !tags.isEmpty || !query.restriction.isEmpty else {
        self.init(
          scenarios: all, findings: [], catalogueErrors: nil, warnings: [], emptiness: catalogues.emptinessOfOwn)
        return
      }
      var selection = Selection.select(all, patterns: patterns, tags: tags)
      if !query.restriction.isEmpty { selection.restrict(by: query.restriction, among: all) }
      self.init(
        scenarios: selection.scenarios, findings: selection.findings, catalogueErrors: nil, warnings: [],
        emptiness: catalogues.emptinessOfOwn)
      return
    }
    guard patterns.isEmpty, tags.isEmpty, query.restriction.isEmpty else {
      self.init(try ScenarioChoice(catalogues, query.withoutTables))
      return
    }
    let others = OtherFiles()
    let choice = ScenarioChoice(
      all: files, with: .ours(reading: others.read), of: catalogues, patterns: [], tags: [])
    self.init(choice)
    if let name, choice.isClean, !others.wereRead { kept.write(scenarios, name) }
  }

  private init(_ choice: ScenarioChoice) {
    self.init(
      scenarios: Self.summaries(choice.selection.scenarios), findings: choice.selection.findings,
      catalogueErrors: choice.catalogueErrors, warnings: choice.warnings, emptiness: choice.emptiness)
  }

  private init(
    scenarios: [ScenarioSummary], findings: [Finding], catalogueErrors: [Finding]?, warnings: [Finding],
    emptiness: String?
  ) {
    self.scenarios = scenarios
    self.findings = findings
    self.catalogueErrors = catalogueErrors
    self.warnings = warnings
    self.emptiness = emptiness
  }

  private static func summaries(_ scenarios: [ChosenScenario]) -> [ScenarioSummary] {
    let keywords = Vocabulary.known.keywords
    return scenarios.lazy.map(\.scenario).map { ScenarioSummary($0, keywords: keywords($0)) }
  }

  /// Files that worlds name: the digest of a catalogue says nothing about them.
  private final class OtherFiles: Sendable {
    private let count = Mutex(0)

    var wereRead: Bool { count.withLock { $0 > 0 } }

    @Sendable func read(_ path: String, _ world: String) throws(WrittenProblem) -> EncodedFile {
      count.withLock { $0 += 1 }
      return try WorldFiles.read(path, world)
    }
  }
}
