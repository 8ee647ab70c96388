internal import RogueModel
internal import RogueReports
internal import RogueScenarios
internal import RogueTrust

extension Gallery {
  /// Writes reports over event logs.
  public static func report(_ request: ReportRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      let run = try JoinedLogs(try request.logs.map(log))
      let table = RunTable(run.results)
      let outputs = try ReportOutputs(request.reports, table: table, pages: pages)
      var recorders = outputs.recorders
      if request.reports.isEmpty {
        recorders = [
          ConsoleRecorder(
            options: terminal.console(strict: run.header.strict), results: StandardWriters.output,
            messages: StandardWriters.error, table: table)
        ]
      }
      let all = Recorders(all: [table] + recorders)
      try run.forEach { (event) throws(HarnessFailure) in try all.record(event) }
      try outputs.finish()
      return .asExpected
    } catch {
      return report(error)
    }
  }

  /// Reports the differences of two runs.
  public static func diff(_ request: DiffRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      let diff = try RunDiff(try log(request.before), try log(request.after), across: request.across)
      try StandardWriters.output(request.json ? diff.json.pretty : diff.text(style: terminal.resultStyle))
      if let page = request.page { try write(Array(diff.page.utf8), to: page) }
      return diff.hasRegressed ? .unexpected : diff.isUnproven ? .onlyInconclusive : .asExpected
    } catch {
      return report(error)
    }
  }

  /// The catalogue's texts for its scenarios; a log may be about others, and is shown without them then.
  private static func pages() -> PageReferences {
    guard let catalogues = try? Catalogues.find(explicit: []),
      let choice = try? ScenarioChoice(catalogues, patterns: [], tags: [])
    else {
      return PageReferences(
        certificate: CertificateText.lines, capture: ArtifactFolder.capture(of:))
    }
    let adapters = try? InstalledAdapters(catalogues)
    let known = try? catalogues.knownFailures(
      adapters: adapters?.manifests ?? [], stacks: adapters?.stacks ?? [], about: choice
    ).0
    return PageReferences(
      card: ScenarioCards(choice.selection.scenarios).card,
      findings: known?.entries ?? [], setup: catalogues.findingsSetup, certificate: CertificateText.lines,
      capture: ArtifactFolder.capture(of:))
  }

  private static func log(_ path: String) throws(HarnessFailure) -> CheckedLog { try LogFile(path).checked() }
}
