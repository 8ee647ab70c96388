internal import RogueModel
internal import RogueScenarios

extension JudgingRun {
  /// The baseline that was named; nil: none was. Throws `bad-data` if it cannot be read.
  func baseline(
    _ catalogues: Catalogues, _ adapters: [any Adapter], _ choice: ScenarioChoice
  ) throws(HarnessFailure) -> Baseline? {
    guard let path = options.baseline else { return nil }
    let names = try InstalledAdapters(catalogues).names + adapters.map(\.description.name)
    return try BaselineFile(path).baseline(catalogues, adapters: names, about: choice)
  }
}
