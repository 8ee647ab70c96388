internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import RogueScenarios
internal import RogueStimuli

/// The files that scenarios are chosen from: those of the catalogues, and those that the user named.
struct CatalogueFiles {
  private let worlds: SourceFiles
  /// Those of tables, circumstances and checks.
  private let tables: SourceFiles
  private(set) var scenarios: SourceFiles
  /// The files that each path on the command line leads to.
  private var named: [String: Set<String>] = [:]
  /// A digest of all of them, wherever the catalogues are; nil if one has a problem, or is from elsewhere.
  let digest: String?

  /// - Parameter paths: of scenario files, which may be anywhere. One with the id of a catalogue's scenario replaces it,
  ///   with a warning, because the user named it.
  init(_ catalogues: Catalogues, named paths: [String] = []) throws(HarnessFailure) {
    worlds = try catalogues.files(of: .world)
    var tables = try catalogues.files(of: .table)
    for kind in [FileKind.circumstances, .checks] { tables.add(try catalogues.files(of: kind)) }
    self.tables = tables
    scenarios = try catalogues.files(of: .scenario)
    for path in paths {
      let same = scenarios.files.filter(SourceFiles.samePath(path)).map(\.path)
      named[path] = same.isEmpty ? [path] : Set(same)
      if same.isEmpty { scenarios.read(path, isNamed: true) }
    }
    digest = Self.digest([worlds, scenarios, tables])
  }

  private static func digest(_ parts: [SourceFiles]) -> String? {
    let all = parts.flatMap(\.files)
    guard parts.allSatisfy(\.findings.isEmpty), !all.contains(where: \.isNamed) else { return nil }
    let files = all.map { file in
      (name: file.path.split(separator: "/").suffix(2).joined(separator: "/"), bytes: file.bytes)
    }
    var content: [UInt8] = []
    content.reserveCapacity(files.reduce(0) { $0 + $1.bytes.count + $1.name.utf8.count + 16 })
    for file in files.sorted(by: { $0.name < $1.name }) {
      content += "\(file.name.utf8.count) \(file.bytes.count) \(file.name)".utf8
      content += file.bytes
    }
    return Hexadecimal.encode(Digest.sha256.hash(content))
  }

  /// Whether one of these paths leads to the file.
  func isNamed(_ file: String, by paths: [String]) -> Bool { paths.contains { named[$0]?.contains(file) ?? false } }

  /// Whether the file is from elsewhere.
  func isStranger(_ file: String) -> Bool { scenarios.files.contains { $0.isNamed && $0.path == file } }

  /// The scenarios, loaded, with the findings of reading and of loading.
  ///
  /// - Parameter ids: nil: all; else those of these ids, which the index has, with the worlds that they name.
  func load(only ids: Set<String>? = nil, with loader: CatalogueLoader = .ours) -> Catalogue {
    var catalogue =
      if let ids {
        loader.load(scenarios.files.filter { ids.contains($0.scenarioID) }, inTheirWorlds: worlds.files)
      } else {
        loader.load(worlds: worlds.files, scenarios: scenarios.files)
      }
    catalogue.findings = worlds.findings + scenarios.findings + catalogue.findings
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
