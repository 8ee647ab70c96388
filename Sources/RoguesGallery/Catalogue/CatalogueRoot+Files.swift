internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

extension CatalogueRoot {
  func worlds() throws(HarnessFailure) -> SourceFiles { try files(.worlds) }
  func scenarios() throws(HarnessFailure) -> SourceFiles { try files(.scenarios) }
  /// The entries of the ledger of known failures.
  func findings() throws(HarnessFailure) -> SourceFiles { try files(.findings) }
  /// The common properties of families of scenarios.
  func families() throws(HarnessFailure) -> SourceFiles { try files(.families) }
  /// The decision tables.
  func tables() throws(HarnessFailure) -> SourceFiles { try files(.tables) }
  func profiles() throws(HarnessFailure) -> SourceFiles { try files(.profiles) }
  /// The descriptions of adapters.
  func adapterManifests() throws(HarnessFailure) -> SourceFiles { try files(.adapters) }
  func stacks() throws(HarnessFailure) -> SourceFiles { try files(.stacks) }

  /// No file of any kind is in it, not even one that cannot be read.
  var isEmpty: Bool {
    Part.allCases.allSatisfy { part in
      guard let files = try? files(part) else { return false }
      return files.files.isEmpty && files.findings.isEmpty
    }
  }

  /// The folders of a catalogue, and which files in them belong to it.
  private enum Part: CaseIterable {
    case worlds, scenarios, adapters, stacks, findings, families, tables, profiles

    var folder: String {
      switch self {
      case .worlds: "Certs/worlds"
      case .scenarios, .families, .tables, .profiles: "Scenarios"
      case .adapters: "Adapters"
      case .stacks: "Adapters/stacks"
      case .findings: "Findings"
      }
    }

    /// Of the folder `Scenarios`, the files that belong to the part; nil: another folder.
    var subject: ScenarioFolder.Subject? {
      switch self {
      case .scenarios: .scenario
      case .families: .family
      case .tables: .table
      case .profiles: .profile
      case .worlds, .adapters, .stacks, .findings: nil
      }
    }

    /// It alone reports what is wrong with a folder that it shares.
    var ownsFolder: Bool { subject == nil || self == .scenarios }

    /// The number of folders between the part's folder and a file.
    var depth: Int { [.worlds, .findings, .stacks].contains(self) ? 0 : 1 }
    /// How deep to look for misplaced files; an adapter's folder may contain anything below that.
    var reach: Int { self == .adapters ? 1 : 16 }

    var form: String {
      switch self {
      case .worlds: "Certs/worlds/NAME.yaml"
      case .scenarios: "Scenarios/FAMILY/NAME.yaml"
      case .adapters: "Adapters/NAME/adapter.yaml"
      case .stacks: "Adapters/stacks/NAME.yaml"
      case .findings: "Findings/NAME.yaml"
      case .families: "Scenarios/FAMILY/family.yaml"
      case .tables: "Scenarios/FAMILY/NAME-table.yaml"
      case .profiles: "Scenarios/profiles/NAME.yaml"
      }
    }

    /// Whether the name is meant for this part: of an adapter's folder, the description alone is.
    func isOurs(_ path: String) -> Bool {
      guard SourceFiles.isYAML(path) else { return false }
      if let subject { return ScenarioFolder.subject(of: path) == subject }
      guard self == .adapters else { return true }
      let parts = path.split(separator: "/")
      return parts.count == 2 && parts[1].lowercased().hasPrefix("adapter.")
    }
  }

  private func files(_ part: Part) throws(HarnessFailure) -> SourceFiles {
    var files = SourceFiles()
    let folder = "\(prefix)\(part.folder)"
    // A user's repository is complete by itself.
    guard Files.isDirectory(folder) else { return files }
    var entries: [Files.Entry] = []
    do throws(SystemError) {
      try Self.walk(folder, below: "", above: [], reach: part.reach, into: &entries, &files)
    } catch {
      throw HarnessFailure(.badData, "the catalogue cannot be listed", underlying: error.description)
    }
    if !part.ownsFolder { files = SourceFiles() }
    var paths: [String] = []
    for entry in entries.sorted(by: { $0.path < $1.path }) {
      let path = "\(folder)/\(entry.path)"
      let depth = entry.path.utf8.count { $0 == UInt8(ascii: "/") }
      let isShallow = depth < part.depth
      // A link that leads nowhere may be a folder of files; the name of a YAML file determines its part.
      let isClaimed = part.subject != nil && SourceFiles.isYAML(entry.path)
      let mayBeOurs = entry.kind == .brokenLink && part.ownsFolder && !isClaimed && (part != .adapters || isShallow)
      guard part.isOurs(entry.path) || mayBeOurs else { continue }
      switch entry.kind {
      case .brokenLink: files.complain(path, "the link leads nowhere")
      case .other: files.complain(path, "this is not a file that can be read")
      case .directory: files.complain(path, "this is a folder with the name of a file")
      case .file where !entry.path.hasSuffix(".yaml"):
        let stem = entry.path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        files.complain(path, "files of a catalogue end in .yaml", help: "call it \(stem).yaml")
      case .file where depth != part.depth:
        files.complain(path, "the file is not at the depth of \(part.form)", help: "move it")
      case .file: paths.append(path)
      }
    }
    files.read(paths)
    return files
  }

  /// Every entry below a folder, also through linked folders; a link that leads back into a folder above it is
  /// reported.
  private static func walk(
    _ folder: String, below: String, above: [String], reach: Int, into entries: inout [Files.Entry],
    _ files: inout SourceFiles
  ) throws(SystemError) {
    let real = try Files.canonical(folder)
    guard !above.contains(real) else { return files.complain(folder, "the link leads back into a folder above it") }
    for entry in try Files.list(folder) {
      entries.append(Files.Entry(path: below + entry.path, kind: entry.kind))
      guard entry.kind == .directory, reach > 0 else { continue }
      try walk(
        "\(folder)/\(entry.path)", below: "\(below)\(entry.path)/", above: above + [real], reach: reach - 1,
        into: &entries, &files)
    }
  }
}
