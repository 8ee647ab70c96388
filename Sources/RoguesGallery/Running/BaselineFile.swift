internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// A baseline on disk.
struct BaselineFile {
  let file: SourceFile

  /// Throws `bad-data` if it cannot be read.
  init(_ path: String) throws(HarnessFailure) {
    var sources = SourceFiles()
    sources.read(path, isNamed: true)
    guard let file = sources.files.first else {
      throw HarnessFailure(.badData, "the baseline cannot be read\n" + sources.findings.map(\.rendered).joined())
    }
    self.file = file
  }

  /// Its content. Throws `bad-data` if it has an error.
  ///
  /// - Parameters:
  ///   - adapters: the names of adapters beside the installed ones.
  ///   - choice: the scenarios of the run, so that they are not listed again.
  func baseline(
    _ catalogues: Catalogues, adapters: [String], about choice: ScenarioChoice? = nil
  ) throws(HarnessFailure) -> Baseline {
    let installed = try InstalledAdapters(catalogues)
    // To read circumstances takes a second, and a file that names none has no use for them.
    let text = String(decoding: file.bytes, as: UTF8.self)
    let isAboutCircumstances = text.contains("circumstances/") || text.contains("*")
    let loader = try catalogues.ledgerLoader(
      adapters: installed.names + adapters, stacks: installed.stacks, about: choice,
      tables: catalogues.tables(for: isAboutCircumstances ? nil : []).tables)
    let (baseline, findings) = loader.baseline(file)
    guard let baseline else {
      throw HarnessFailure(.badData, "the baseline file has errors\n" + findings.map(\.rendered).joined())
    }
    try Gallery.report(findings)
    return baseline
  }
}
