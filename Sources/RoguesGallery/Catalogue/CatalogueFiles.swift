internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import RogueScenarios
internal import RogueStimuli

/// The files of worlds and scenarios of some catalogues, as bytes, parsed on demand.
struct CatalogueFiles {
  private let worlds: SourceFiles
  private var scenarios: SourceFiles
  /// Paths of files in a catalogue that were named explicitly.
  private var meant: Set<String> = []

  init(worlds: SourceFiles, scenarios: SourceFiles) {
    self.worlds = worlds
    self.scenarios = scenarios
  }

  /// A scenario file from anywhere; if it belongs to a catalogue, it is there already.
  mutating func add(_ path: String) {
    let same = scenarios.files.filter(SourceFiles.samePath(path))
    meant.formUnion(same.map(\.path))
    if same.isEmpty { scenarios.read(path, isNamed: true) }
  }

  /// How many scenarios there are.
  var scenarioCount: Int { scenarios.files.count }

  /// The paths and bytes of all of them; nil if one has a problem, or if the user named one, because the result must
  /// not be cached then.
  var content: [UInt8]? {
    guard worlds.findings.isEmpty, scenarios.findings.isEmpty, !scenarios.files.contains(where: \.isNamed) else {
      return nil
    }
    let files = worlds.files + scenarios.files
    var content: [UInt8] = []
    content.reserveCapacity(files.reduce(0) { $0 + $1.bytes.count + $1.path.utf8.count + 16 })
    for file in files {
      content += "\(file.path.utf8.count) \(file.bytes.count) \(file.path)".utf8
      content += file.bytes
    }
    return content
  }

  /// A digest of these files and tables, wherever the catalogues are; nil if one has a problem, or if the user named one.
  func digest(with tables: SourceFiles) -> String? {
    guard content != nil, tables.findings.isEmpty else { return nil }
    let files = (worlds.files + scenarios.files + tables.files).map { file in
      (name: file.path.split(separator: "/").suffix(2).joined(separator: "/"), bytes: file.bytes)
    }
    var content: [UInt8] = []
    for file in files.sorted(by: { $0.name < $1.name }) {
      content += "\(file.name.utf8.count) \(file.bytes.count) \(file.name)".utf8
      content += file.bytes
    }
    return Hexadecimal.encode(Digest.sha256.hash(content))
  }

  /// Without files from elsewhere; nil: there are none.
  var withoutStrangers: CatalogueFiles? {
    guard scenarios.files.contains(where: \.isNamed) else { return nil }
    var own = self
    own.scenarios.keep { !$0.isNamed }
    return own
  }

  /// All of them, loaded. Findings of reading and of loading are together.
  func load(with loader: CatalogueLoader = .ours) -> Catalogue {
    catalogue(loader.load(worlds: worlds.files, scenarios: scenarios.files))
  }

  /// Loads the scenarios that patterns can mean and the files that the user named, with their worlds. Nil if the whole
  /// catalogue is needed: a pattern is wrong, a name exists twice, or one of these files has an error.
  func load(asked patterns: [String]) -> Catalogue? {
    guard
      let asked = RequestedFiles(patterns: patterns)?.files(
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
  static var ours: CatalogueLoader { ours(reading: WorldFiles.read) }

  /// The same.
  ///
  /// - Parameter files: reads the files that worlds name.
  static func ours(reading files: @escaping EncodedFile.Reader) -> CatalogueLoader {
    CatalogueLoader(vocabulary: .known, spread: AllProcessors.perform, files: files)
  }
}
