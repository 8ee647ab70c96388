internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

extension CatalogueRoot {
  /// The files of one kind, read; what cannot be read is a finding, and takes nothing else with it.
  struct Shelf {
    var files: [SourceFile] = []
    var findings: [Finding] = []
  }

  func worlds() throws(HarnessFailure) -> Shelf {
    try shelf("Certs/worlds") { $0.hasSuffix(".yaml") && !$0.contains("/") }
  }

  func scenarios() throws(HarnessFailure) -> Shelf {
    try shelf("Scenarios") { $0.hasSuffix(".yaml") }
  }

  /// The descriptions of adapters; there may be none.
  func adapterManifests() throws(HarnessFailure) -> Shelf {
    guard Files.isDirectory("\(prefix)Adapters") else { return Shelf() }
    return try shelf("Adapters") { $0.hasSuffix("/adapter.yaml") }
  }

  /// Worlds and scenarios, loaded. Findings of reading and of loading stand together.
  ///
  /// - Parameter extra: scenario files from anywhere that join the catalogue's own.
  func load(extra: [String] = []) throws(HarnessFailure) -> Catalogue {
    let worlds = try worlds()
    var scenarios = try scenarios()
    for path in extra where !scenarios.files.contains(where: { $0.path == path }) { Self.read(path, into: &scenarios) }
    var catalogue = CatalogueLoader(vocabulary: .known).load(worlds: worlds.files, scenarios: scenarios.files)
    catalogue.findings = worlds.findings + scenarios.findings + catalogue.findings
    return catalogue
  }

  /// One file, wherever it stands; nil with a finding when it cannot be read.
  static func read(_ path: String, into shelf: inout Shelf) {
    do throws(SystemError) {
      shelf.files.append(SourceFile(path: path, bytes: try Files.read(path, cap: SourceFile.maximumBytes)))
    } catch {
      let location = SourceLocation(file: path, line: 1, column: 1)
      let message =
        error.isTooLarge
        ? "the file is larger than the \(SourceFile.maximumBytes) bytes that are read"
        : "\(error.operation): \(error.text)"
      shelf.findings.append(Finding(.error, at: location, message))
    }
  }

  private func shelf(_ folder: String, _ isWanted: (String) -> Bool) throws(HarnessFailure) -> Shelf {
    var shelf = Shelf()
    let entries: [Files.Entry]
    do throws(SystemError) {
      entries = try Files.list("\(prefix)\(folder)", recursively: true)
    } catch {
      throw HarnessFailure(.badData, "the catalogue cannot be listed", underlying: error.description)
    }
    for entry in entries where entry.kind == .file && isWanted(entry.path) {
      Self.read("\(prefix)\(folder)/\(entry.path)", into: &shelf)
    }
    return shelf
  }
}
