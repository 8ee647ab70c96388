public import RogueModel
internal import RogueYAML

/// Reads `rogues.yaml`, or reports its errors.
public enum ProjectLoader {
  /// - Parameters:
  ///   - kinds: the kinds of reports that there are.
  ///   - addressProblem: what is wrong with a text for `listen`; nil: nothing.
  /// - Returns: nil if the file has an error.
  public static func load(
    _ file: SourceFile, kinds: [String], addressProblem: (String) -> String? = { _ in nil }
  ) -> (project: Project?, findings: [Finding]) {
    let (project, findings) = ProjectKeys.table.read(file) { Self.project($0, file, kinds, addressProblem) }
    return (project, findings)
  }

  private static func project(
    _ entries: Entries, _ file: SourceFile, _ kinds: [String], _ addressProblem: (String) -> String?
  ) -> Project {
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
    project.listen = entries[ProjectKeys.listen]
    if let problem = project.listen.flatMap(addressProblem) {
      entries.reader.report(at: entries.position(ProjectKeys.listen), problem)
    }
    project.hosts = entries[ProjectKeys.host] ?? []
    project.roots = entries[ProjectKeys.roots]
    for (kind, path) in entries[ProjectKeys.reports] ?? [] {
      guard kinds.contains(kind.text) else {
        entries.reader.report(
          at: kind.position, "there is no report of the kind '\(kind.text)'",
          help: NearMiss.question(for: kind.text, among: kinds) ?? "kinds: \(kinds.joined(separator: ", "))")
        continue
      }
      project.reports.append((kind.text, path))
    }
    return project
  }
}
