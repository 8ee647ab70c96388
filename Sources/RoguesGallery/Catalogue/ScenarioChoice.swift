internal import RogueModel
internal import RogueScenarios

/// The scenarios of a catalogue that patterns and tags choose.
struct ScenarioChoice {
  let selection: Selection.Result
  private let all: [Scenario]
  private let catalogues: Catalogues
  private let catalogue: Catalogue
  /// What is wrong with the catalogue, when something is: a scenario that does not load cannot fail, so nothing is run.
  let catalogueErrors: [Finding]?
  /// What is worth saying about files that are named.
  let warnings: [Finding]
  /// A sentence, when there is nothing to choose from.
  let emptiness: String?

  /// - Parameter patterns: paths of scenario files among them; files that are named are the ones that are meant.
  init(_ catalogues: Catalogues, patterns: [String], tags: [String]) throws(HarnessFailure) {
    let files = patterns.filter(Self.isFile)
    var catalogue = try catalogues.load(extra: files)
    emptiness = catalogues.emptiness(catalogue)
    if !files.isEmpty, patterns.count == files.count {
      catalogue.scenarios = catalogue.scenarios.filter { Self.isNamed($0, files) }
    }
    self.catalogues = catalogues
    self.catalogue = catalogue
    let errors = catalogue.findings.filter { $0.severity == .error }
    catalogueErrors = errors.isEmpty ? nil : errors
    warnings = catalogue.findings.filter { finding in
      finding.severity == .warning && files.contains { $0 == finding.location?.file }
    }
    all = catalogue.scenarios
    let others = patterns.filter { !Self.isFile($0) }
    // Files beside patterns are meant as well as what the patterns fit.
    let named = others.isEmpty ? [] : all.filter { Self.isNamed($0, files) }.map(\.id)
    selection = Selection.select(all, patterns: others + named, tags: tags)
  }

  /// What cannot be made of the scenarios that were chosen; of the built-in ones everything can.
  func impossible() -> [Finding] {
    let own = selection.scenarios.filter { !catalogues.isBuiltIn($0.location.file) }
    return own.isEmpty ? [] : MintCheck().findings(for: own, in: catalogue)
  }

  private static func isNamed(_ scenario: Scenario, _ files: [String]) -> Bool {
    files.contains { Shelf.isSame($0, scenario.location.file) }
  }

  /// Whether a pattern is the path of a scenario file.
  static func isFile(_ pattern: String) -> Bool { Shelf.isYAML(pattern) }

  /// The ids of the scenarios that one of the patterns is about.
  func ids(fitting pattern: String) -> Set<String> {
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
