public import RogueModel
internal import RogueYAML

/// Reads `rogues.yaml`, or says what is wrong with it.
public enum ProjectLoader {
  /// - Parameter kinds: the kinds of reports that there are.
  /// - Returns: nil if the file has an error.
  public static func load(_ file: SourceFile, kinds: [String]) -> (project: Project?, findings: [Finding]) {
    let tree: YAMLNode
    do throws(YAMLError) { tree = try YAMLParser.parse(file.bytes, file: file.path) } catch {
      return (nil, [Finding(error)])
    }
    let reader = NodeReader(vocabulary: Vocabulary())
    guard let entries = ProjectKeys.table.entries(of: tree, reader) else { return (nil, reader.findings) }
    var project = Project(file: file.path)
    project.adapters = entries[ProjectKeys.adapters] ?? []
    project.catalogues = entries[ProjectKeys.catalogues] ?? []
    project.scenarios = entries[ProjectKeys.scenarios] ?? []
    project.skips = entries[ProjectKeys.skip] ?? []
    project.tags = entries[ProjectKeys.tags] ?? []
    project.level = entries[ProjectKeys.level]
    project.severity = entries[ProjectKeys.severity]
    project.profile = entries[ProjectKeys.profile]
    project.baseline = entries[ProjectKeys.baseline]
    project.artifacts = entries[ProjectKeys.artifacts]
    project.strict = entries[ProjectKeys.strict] ?? false
    project.timeoutMilliseconds = entries[ProjectKeys.timeout]
    for (kind, path) in entries[ProjectKeys.reports] ?? [] {
      guard kinds.contains(kind.text) else {
        reader.report(
          at: kind.position, "there is no report of the kind '\(kind.text)'",
          help: NearMiss.question(for: kind.text, among: kinds) ?? "kinds: \(kinds.joined(separator: ", "))")
        continue
      }
      project.reports.append((kind.text, path))
    }
    return (reader.errors == 0 ? project : nil, reader.findings)
  }
}
