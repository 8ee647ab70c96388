internal import RogueModel
internal import RogueScenarios

/// The scenarios of a catalogue that patterns and tags choose.
struct ScenarioChoice {
  let selection: Selection.Result
  private let all: [Scenario]
  /// What is wrong with the catalogue, when something is: a scenario that does not load cannot fail, so nothing is run.
  let catalogueErrors: [Finding]?

  /// - Parameter patterns: paths of scenario files among them; files that are named are the ones that are meant.
  init(_ root: CatalogueRoot, patterns: [String], tags: [String]) throws(HarnessFailure) {
    let files = patterns.filter { $0.hasSuffix(".yaml") }
    var catalogue = try root.load(extra: files)
    if !files.isEmpty, patterns.count == files.count {
      catalogue.scenarios = catalogue.scenarios.filter { scenario in files.contains(scenario.location.file) }
    }
    let errors = catalogue.findings.filter { $0.severity == .error }
    catalogueErrors = errors.isEmpty ? nil : errors
    all = catalogue.scenarios
    selection = Selection.select(all, patterns: patterns.filter { !$0.hasSuffix(".yaml") }, tags: tags)
  }

  /// The ids of the scenarios that one of the patterns is about.
  func ids(fitting pattern: String) -> Set<String> {
    if pattern.hasSuffix(".yaml") { return Set(all.filter { $0.location.file == pattern }.map(\.id)) }
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
