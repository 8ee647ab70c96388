internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// The files of worlds and scenarios of some catalogues, as bytes: what is made of them is made when it is asked for.
struct CatalogueFiles {
  private let worlds: SourceFiles
  private var scenarios: SourceFiles
  /// Paths in a catalogue that somebody named as files.
  private var meant: Set<String> = []

  init(worlds: SourceFiles, scenarios: SourceFiles) {
    self.worlds = worlds
    self.scenarios = scenarios
  }

  /// A scenario file from anywhere; one of a catalogue stands there already.
  mutating func add(_ path: String) {
    let same = scenarios.files.filter(SourceFiles.samePath(path))
    meant.formUnion(same.map(\.path))
    if same.isEmpty { scenarios.read(path, isNamed: true) }
  }

  /// Without files from elsewhere; nil: there are none.
  var withoutStrangers: CatalogueFiles? {
    guard scenarios.files.contains(where: \.isNamed) else { return nil }
    var own = self
    own.scenarios.keep { !$0.isNamed }
    return own
  }

  /// All of them, loaded. Findings of reading and of loading stand together.
  func load() -> Catalogue {
    catalogue(CatalogueLoader.ours.load(worlds: worlds.files, scenarios: scenarios.files))
  }

  /// The scenarios that patterns can be about and the files that somebody named, with their worlds, loaded. Nil where only
  /// everything can tell what is right: a pattern is wrong, names stand twice, or something of this has an error.
  func load(asked patterns: [String]) -> Catalogue? {
    guard
      let asked = AskedFiles(patterns: patterns)?.files(
        among: scenarios.files, meant: meant, worlds: worlds.files),
      asked.count < scenarios.files.count
    else { return nil }
    let loaded = catalogue(CatalogueLoader.ours.load(asked, inTheirWorlds: worlds.files))
    return loaded.hasErrors ? nil : loaded
  }

  private func catalogue(_ loaded: Catalogue) -> Catalogue {
    var catalogue = loaded
    catalogue.findings = worlds.findings + scenarios.findings + loaded.findings
    return catalogue
  }
}

extension CatalogueLoader {
  /// With what our servers and minters know, on all processors.
  static var ours: CatalogueLoader {
    CatalogueLoader(vocabulary: .known, spread: AllProcessors.perform, files: WorldFiles.read)
  }
}
