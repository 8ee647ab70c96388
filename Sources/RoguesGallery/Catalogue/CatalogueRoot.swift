internal import RogueModel
internal import RoguePlatform

/// A folder that holds `Scenarios`, `Certs/worlds` or `Adapters`: the built-in catalogue, or a user's repository.
struct CatalogueRoot: Sendable, Hashable {
  /// As it is shown in findings: empty for the working folder, else with a final slash.
  let prefix: String

  init(path: String) {
    prefix = path.isEmpty || path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
  }

  /// Two parts that only the built-in catalogue has together: a copy of them is a copy of it.
  private static let marks = ["Scenarios/trust/unknown-ca.yaml", "Certs/worlds/pinned-site.yaml"]
  /// The folders by which a catalogue is recognised that the user did not name; a folder of adapters could be anything.
  private static let telling = ["Scenarios", "Certs/worlds"]
  private static let parts = telling + ["Adapters"]

  /// Whether the folder is the built-in catalogue, or one that takes its place.
  static func isBuiltIn(_ path: String) -> Bool { marks.allSatisfy { Files.exists("\(path)/\($0)") } }

  /// Whether the folder looks like a catalogue.
  static func isCatalogue(_ path: String) -> Bool { telling.contains { Files.isDirectory("\(path)/\($0)") } }

  /// An explicitly named folder is a catalogue with any of the parts.
  static func isNamedCatalogue(_ path: String) -> Bool { parts.contains { Files.isDirectory("\(path)/\($0)") } }

  /// No file of any kind is in it, not even one that cannot be read.
  var isEmpty: Bool {
    FileKind.allCases.allSatisfy { kind in
      guard let files = try? files(of: kind) else { return false }
      return files.files.isEmpty && files.findings.isEmpty
    }
  }

  func files(of kind: FileKind) throws(HarnessFailure) -> SourceFiles {
    var files = SourceFiles()
    let folder = prefix + kind.place.folder
    // A user's repository is complete by itself.
    guard Files.isDirectory(folder) else { return files }
    var entries: [Files.Entry] = []
    do throws(SystemError) {
      try Self.walk(folder, below: "", above: [], reach: kind.reach, into: &entries, &files)
    } catch {
      throw HarnessFailure(.badData, "the catalogue cannot be listed", underlying: error.description)
    }
    if !kind.ownsFolder { files = SourceFiles() }
    var paths: [String] = []
    for entry in entries.sorted(by: { $0.path < $1.path }) {
      let path = "\(folder)/\(entry.path)"
      let depth = entry.path.utf8.count { $0 == UInt8(ascii: "/") }
      // A link that leads nowhere may be a folder of files; the name of a YAML file determines its kind.
      let isClaimed = kind.subject != nil && SourceFiles.isYAML(entry.path)
      let mayBeOurs =
        entry.kind == .brokenLink && kind.ownsFolder && !isClaimed && (kind != .adapter || depth < kind.depth)
      guard kind.claims(entry.path) || mayBeOurs else { continue }
      switch entry.kind {
      case .brokenLink: files.complain(path, "the link leads nowhere")
      case .other: files.complain(path, "this is not a file that can be read")
      case .directory: files.complain(path, "this is a folder with the name of a file")
      case .file where !entry.path.hasSuffix(".yaml"):
        let stem = entry.path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        files.complain(path, "files of a catalogue end in .yaml", help: "call it \(stem).yaml")
      case .file where depth != kind.depth:
        files.complain(path, "the file is not at the depth of \(kind.place.form)", help: "move it")
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
