internal import RogueModel
internal import RogueScenarios

/// All files of the catalogues, and files from elsewhere, by what they describe.
struct FilesByKind {
  enum Kind: CaseIterable { case world, scenario, adapter, stack, finding, family, table, profile }

  private var files: [Kind: SourceFiles] = [:]
  /// An unreadable file is of no kind.
  private var unread = SourceFiles()

  init(_ catalogues: Catalogues) throws(HarnessFailure) {
    for kind in Kind.allCases { files[kind] = try catalogues.files(of: kind) }
  }

  subscript(_ kind: Kind) -> [SourceFile] { files[kind]?.files ?? [] }

  var count: Int { Kind.allCases.reduce(0) { $0 + self[$1].count } }

  /// About files as a whole.
  var findings: [Finding] { Kind.allCases.flatMap { files[$0]?.findings ?? [] } + unread.findings }

  /// A file of the catalogues is here already; one from elsewhere joins them.
  mutating func add(named path: String) {
    guard !files.values.contains(where: { $0.files.contains(where: SourceFiles.samePath(path)) }) else { return }
    var file = SourceFiles()
    file.read(path, isNamed: true)
    guard let kind = file.files.first.map(Self.kind) else { return unread.add(file) }
    files[kind, default: SourceFiles()].add(file)
  }

  /// The kind of a file, by its first key, because the folder of a file from elsewhere does not determine it.
  private static func kind(of file: SourceFile) -> Kind {
    for line in String(decoding: file.bytes.prefix(1 << 16), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("world:"), !file.path.contains("Scenarios/") { return .world }
      for (key, kind) in keys where line.hasPrefix("\(key):") { return kind }
    }
    return .scenario
  }

  private static let keys: KeyValuePairs<String, Kind> = [
    "adapter": .adapter, "stack": .stack, "finding": .finding, "family": .family, "table": .table, "profile": .profile,
    "scenario": .scenario,
  ]
}

extension Catalogues {
  fileprivate func files(of kind: FilesByKind.Kind) throws(HarnessFailure) -> SourceFiles {
    switch kind {
    case .world: try worlds()
    case .scenario: try scenarios()
    case .adapter: try adapterManifests()
    case .stack: try stackFiles()
    case .finding: try findings()
    case .family: try familyFiles()
    case .table: try tableFiles()
    case .profile: try profileFiles()
    }
  }
}
