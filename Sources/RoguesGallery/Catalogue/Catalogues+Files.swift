internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

extension Catalogues {
  func worlds() throws(HarnessFailure) -> Shelf { try gathered { root throws(HarnessFailure) in try root.worlds() } }

  func scenarios() throws(HarnessFailure) -> Shelf {
    try gathered { root throws(HarnessFailure) in try root.scenarios() }
  }

  func findings() throws(HarnessFailure) -> Shelf {
    try gathered { root throws(HarnessFailure) in try root.findings() }
  }

  func adapterManifests() throws(HarnessFailure) -> Shelf {
    try gathered { root throws(HarnessFailure) in try root.adapterManifests() }
  }

  private func gathered(
    _ shelf: (CatalogueRoot) throws(HarnessFailure) -> Shelf
  ) throws(HarnessFailure) -> Shelf {
    var all = Shelf()
    for root in roots {
      all.add(try shelf(root))
    }
    return all
  }

  /// Worlds and scenarios, loaded. Findings of reading and of loading stand together.
  ///
  /// - Parameter extra: scenario files from anywhere that join the catalogues' own. One with the id of a scenario of theirs
  ///   takes its place, with a warning: whoever names a file means it.
  func load(extra: [String] = []) throws(HarnessFailure) -> Catalogue {
    let worlds = try worlds()
    var scenarios = try scenarios()
    for path in extra where !scenarios.files.contains(where: { Shelf.isSame($0.path, path) }) {
      scenarios.read(path, isNamed: true)
    }
    var catalogue = CatalogueLoader(vocabulary: .known).load(worlds: worlds.files, scenarios: scenarios.files)
    catalogue.findings = worlds.findings + scenarios.findings + catalogue.findings
    return catalogue
  }

  /// The ledgers, and what is wrong with them.
  ///
  /// - Parameter adapters: the names of those that the catalogues describe.
  func knownFailures(adapters: [String]) throws(HarnessFailure) -> (KnownFailures, [Finding]) {
    let shelf = try findings()
    guard !shelf.files.isEmpty else { return (KnownFailures(), shelf.findings) }
    let (entries, findings) = FindingLoader(scenarios: try load().scenarios, adapters: adapters).load(shelf.files)
    let folder = builtIn.map { "\($0.prefix)Findings/" }
    let known = KnownFailures(entries, adapters: adapters) { entry in
      // Those of this project are made into a page.
      let isShown = folder.map { entry.location.file.hasPrefix($0) } ?? false
      guard isShown else { return entry.location.file }
      return entry.kind == .otherReason ? "docs/other-reasons.md" : "docs/findings.md#\(entry.anchor)"
    }
    return (known, shelf.findings + findings)
  }

  /// Whether a file that was read is one of the built-in catalogue.
  func isBuiltIn(_ file: String) -> Bool {
    guard let builtIn else { return false }
    return file.hasPrefix("\(builtIn.prefix)Scenarios/")
  }

  /// A sentence when there is nothing in them at all; nil when there is something.
  func emptiness(_ catalogue: Catalogue) -> String? {
    guard catalogue.scenarios.isEmpty, !catalogue.hasErrors else { return nil }
    let places = roots.map { $0.prefix.isEmpty ? "." : $0.prefix }.joined(separator: ", ")
    return "there is no scenario in \(places): one is a file Scenarios/FAMILY/NAME.yaml"
  }
}
