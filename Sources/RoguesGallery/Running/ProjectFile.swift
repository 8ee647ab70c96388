internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios

extension Gallery {
  /// The name of the file with a team's settings.
  public static let projectFileName = "rogues.yaml"

  /// Completes options by the nearest `rogues.yaml`, from the working folder upwards: flags take precedence.
  ///
  /// - Parameter named: the path of another file; `none`: no file.
  /// - Returns: nil, or the exit status if the file is wrong, after a message.
  public static func complete(_ options: inout RunOptions, named: String?) -> ExitStatus? {
    do throws(HarnessFailure) {
      guard let project = try project(named) else { return nil }
      options.add(project)
      return nil
    } catch {
      return report(error)
    }
  }

  private static func project(_ named: String?) throws(HarnessFailure) -> Project? {
    guard named != "none", let path = named ?? nearest() else { return nil }
    var sources = SourceFiles()
    sources.read(path, isNamed: true)
    guard let file = sources.files.first else {
      throw HarnessFailure(.badData, "the settings cannot be read\n" + sources.findings.map(\.rendered).joined())
    }
    let kinds = RunOptions.ReportRequest.Kind.allCases.map(\.rawValue)
    let (project, findings) = ProjectLoader.load(
      file, kinds: kinds,
      addressProblem: { RunOptions.Listen($0) == nil ? "'\($0)' is not \(RunOptions.Listen.words)" : nil })
    guard let project else {
      throw HarnessFailure(.badData, "the settings are wrong\n" + findings.map(\.rendered).joined())
    }
    try report(findings)
    return project
  }

  private static func nearest() -> String? {
    guard let working = try? Files.workingDirectory() else { return nil }
    var shown = ""
    var folder = working[...]
    while true {
      if Files.isRegular("\(folder)/\(projectFileName)") { return shown + projectFileName }
      guard let slash = folder.lastIndex(of: "/"), folder.count > 1 else { return nil }
      folder = folder[..<slash]
      shown += "../"
      if folder.isEmpty { return Files.isRegular("/\(projectFileName)") ? "/\(projectFileName)" : nil }
    }
  }
}

extension RunOptions {
  fileprivate mutating func add(_ project: Project) {
    usesProject = true
    addClient(project)
    if adapters.isEmpty {
      adapters = project.adapters.map { $0.contains("/") ? Self.program(project.path($0)) : $0 }
    }
    if catalogues.isEmpty { catalogues = project.catalogues.map(project.path) }
    let choosesHere = !patterns.isEmpty || !tags.isEmpty || choice.profile != nil || onlyLastFailed
    if !choosesHere {
      patterns = project.scenarios
      tags = project.tags
      choice.profile = project.profile
      choice.skips += project.skips
    }
    choice.level = choice.level ?? (choosesHere ? nil : project.level)
    choice.severity = choice.severity ?? (choosesHere ? nil : project.severity)
    baseline = baseline ?? project.baseline.map(project.path)
    if reports.isEmpty {
      reports = project.reports.compactMap { kind, path in
        ReportRequest.Kind(rawValue: kind).map {
          ReportRequest(kind: $0, path: path == "-" ? path : project.path(path))
        }
      }
    }
    artifacts = artifacts ?? project.artifacts.map(project.path)
    strict = strict || project.strict
    timeoutMilliseconds = timeoutMilliseconds ?? project.timeoutMilliseconds
  }

  /// What the project's client was built with means nothing for another.
  private mutating func addClient(_ project: Project) {
    let its = Set(project.adapters.map { $0.contains("/") ? Self.program(project.path($0)) : $0 })
    guard adapters.allSatisfy(its.contains) else { return }
    listen = listen ?? project.listen.flatMap(Listen.init)
    if hosts.isEmpty { hosts = project.hosts }
    roots = roots ?? project.roots.map(project.path)
  }

  /// A path that cannot be mistaken for a name.
  private static func program(_ path: String) -> String { path.contains("/") ? path : "./\(path)" }
}
