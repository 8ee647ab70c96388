internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

/// The files of one kind; an unreadable one is a finding, and affects no other.
struct SourceFiles {
  private(set) var files: [SourceFile] = []
  private(set) var findings: [Finding] = []

  /// One file, wherever it is; a finding if it cannot be read.
  ///
  /// - Parameter isNamed: the user named the file, so its path does not determine its id.
  mutating func read(_ path: String, isNamed: Bool = false) { add(path, Self.bytes(path), isNamed: isNamed) }

  /// Files of a catalogue, on all processors.
  mutating func read(_ paths: [String]) {
    for (path, bytes) in zip(paths, AllProcessors.map(paths, Self.bytes)) { add(path, bytes, isNamed: false) }
  }

  private static func bytes(_ path: String) -> Result<[UInt8], SystemError> {
    Result { () throws(SystemError) in try Files.read(path, cap: SourceFile.maximumBytes) }
  }

  private mutating func add(_ path: String, _ bytes: Result<[UInt8], SystemError>, isNamed: Bool) {
    switch bytes {
    case .success(let bytes): files.append(SourceFile(path: path, bytes: bytes, isNamed: isNamed))
    case .failure(let error):
      complain(
        path,
        error.isTooLarge
          ? "the file is larger than the \(SourceFile.maximumBytes) bytes that are read"
          : "\(error.operation): \(error.text)")
    }
  }

  /// A finding about a file as a whole.
  mutating func complain(_ path: String, _ message: String, help: String? = nil) {
    findings.append(Finding(.error, at: SourceLocation(file: path, line: 1, column: 1), message, help: help))
  }

  mutating func add(_ other: SourceFiles) {
    files += other.files
    findings += other.findings
  }

  /// Whether a name on the command line is that of a file and not a pattern of ids.
  static func isYAML(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// Whether a file is the one that a path leads to.
  static func samePath(_ path: String) -> (SourceFile) -> Bool {
    let canonical = try? Files.canonical(path)
    return { file in
      if path == file.path { return true }
      guard let canonical, let other = try? Files.canonical(file.path) else { return false }
      return canonical == other
    }
  }
}
