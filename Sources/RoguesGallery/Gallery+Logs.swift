internal import RogueModel
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Writes reports over event logs.
  public static func report(_ request: ReportRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      let events = try JoinedLogs.events(of: try request.logs.map(log))
      var strict = false
      if case .started(let header)? = events.first { strict = header.strict ?? false }
      let outputs = try ReportOutputs(request.reports, strict: strict, pages: pages)
      var recorders = outputs.recorders
      if request.reports.isEmpty {
        recorders = [
          ConsoleRecorder(
            options: terminal.console(strict: strict), results: StandardWriters.output, messages: StandardWriters.error)
        ]
      }
      for event in events {
        for recorder in recorders { try recorder.record(event) }
      }
      try outputs.finish()
      return .asExpected
    } catch {
      return report(error)
    }
  }

  /// Tells how two runs differ.
  public static func diff(_ request: DiffRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      let diff = try RunDiff(try log(request.before), try log(request.after), across: request.across)
      try StandardWriters.output(request.json ? diff.json.pretty : diff.text(style: terminal.resultStyle))
      return diff.hasRegressed ? .unexpected : diff.isUnproven ? .onlyInconclusive : .asExpected
    } catch {
      return report(error)
    }
  }

  /// What the catalogue here says of its scenarios; a log may be about others, and is shown without it then.
  private static func pages() -> PageReferences {
    guard let catalogues = try? Catalogues.find(explicit: []),
      let choice = try? ScenarioChoice(catalogues, patterns: [], tags: [])
    else { return PageReferences(capture: ArtifactFolder.capture(of:)) }
    let keywords = Vocabulary.known.keywords
    let adapters = (try? InstalledAdapters(catalogues).manifests.map(\.name)) ?? []
    let known = try? catalogues.knownFailures(adapters: adapters, about: choice).0
    return PageReferences(
      cards: choice.selection.scenarios.map { ScenarioCard($0, keywords: keywords($0)) },
      findings: known?.entries ?? [], capture: ArtifactFolder.capture(of:))
  }

  private static func log(_ path: String) throws(HarnessFailure) -> JoinedLogs.Log {
    JoinedLogs.Log(name: path, events: try LogFile(path).events())
  }
}
