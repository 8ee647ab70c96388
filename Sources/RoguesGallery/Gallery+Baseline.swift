internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// Brings a baseline in line with the results of runs.
  public static func updateBaseline(_ request: BaselineRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      let run = try results(of: request)
      // Of two that change it at once, the second reads what the first has written.
      return try Files.exclusively(changing: request.file) { () throws(HarnessFailure) in
        try update(request, by: run)
      }
    } catch {
      return report(error)
    }
  }

  private static func update(_ request: BaselineRequest, by run: Results) throws(HarnessFailure) -> ExitStatus {
    let exists = Files.exists(request.file)
    guard exists || request.why != nil else {
      throw HarnessFailure(.usage, "there is no baseline '\(request.file)'; --add --why REASON makes one")
    }
    let catalogues = try Catalogues.find(explicit: request.catalogues)
    let names = run.adapters.map(\.name)
    let file = exists ? try BaselineFile(request.file) : nil
    let baseline =
      try file?.baseline(catalogues, adapters: names) ?? Baseline(file: request.file, entries: [])
    let now = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let update = BaselineUpdate(
      baseline, results: run.results, adapters: run.adapters, strict: run.strict, required: run.required)
    let text: String
    let summary: BaselineUpdate.Summary
    do throws(Finding) {
      (text, summary) = try update.text(
        of: file?.file,
        adding: request.why.map { BaselineUpdate.Addition(why: $0, issue: request.issue, since: now) },
        until: request.until, now: now)
    } catch {
      throw HarnessFailure(.badData, "the baseline cannot be edited\n" + error.rendered)
    }
    do throws(SystemError) {
      if !exists || !summary.changesNothing { try Files.write(text, to: request.file, atomically: true) }
    } catch {
      throw HarnessFailure(.files, error.description)
    }
    // The written file must be readable.
    if !summary.changesNothing { _ = try BaselineFile(request.file).baseline(catalogues, adapters: names) }
    try StandardWriters.output(summaryText(summary, request))
    return .asExpected
  }

  private static func summaryText(_ summary: BaselineUpdate.Summary, _ request: BaselineRequest) -> String {
    let parts = [
      (summary.removed, "removed"), (summary.narrowed, "narrowed"), (summary.extended, "extended"),
      (summary.added, "added"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    var text = "\(request.file): \(parts.isEmpty ? "nothing to change" : parts.joined(separator: ", "))\n"
    if summary.left > 0 {
      let hint =
        request.why == nil
        ? "; --add --why REASON adds them" : ": crashes, hangs and unstable cases cannot be accepted, only skipped"
      text += "\(summary.left) \(summary.left == 1 ? "failure is" : "failures are") not in it\(hint)\n"
    }
    return text
  }

  private struct Results {
    var results: [CaseResult] = []
    var adapters: [AdapterDescription] = []
    var strict = false
    var required = false
  }

  /// Throws if a run was not complete: unreached failures would look fixed.
  private static func results(of request: BaselineRequest) throws(HarnessFailure) -> Results {
    var logs = request.logs
    if logs.isEmpty {
      guard let last = RunLogs.ofThisUser?.last else {
        throw HarnessFailure(.usage, "no earlier run wrote its event log to a file; name a log")
      }
      logs = [last]
    }
    let read = try JoinedLogs(try logs.map { (path) throws(HarnessFailure) in try LogFile(path).checked() })
    var run = Results()
    let results = ResultMemory()
    try read.forEach { (event) throws(HarnessFailure) in
      switch event {
      case .started(let header):
        run.adapters = header.adapters
        run.strict = header.strict
        run.required = header.profile != nil
      case .caseFinished(var result):
        // A baseline is about verdicts.
        (result.steps, result.missedDeadline) = ([], nil)
        results.record(.caseFinished(result))
      case .finished(let footer) where !footer.complete:
        throw HarnessFailure(
          .badData,
          "\(logs.joined(separator: ", ")): the run was cut short, so unreached failures would look fixed")
      case .caseStarted, .caseWaits, .controlFinished, .finished: break
      }
    }
    run.results = results.results
    return run
  }
}
