internal import RogueModel
internal import RoguePlatform
internal import RogueReports

/// Everything that a run writes: the console, the event log, and the reports that the user named.
///
/// Files are opened before the first server starts, so that a wrong path costs nothing.
struct ReportFiles {
  let recorders: [any Recorder]
  /// The results that were recorded.
  let results: any RecordedResults
  /// The source of reports and exit status.
  let table: RunTable
  /// The folder for this run's evidence; nil: none.
  let artifacts: String?
  let console: ConsoleRecorder
  private let terminal: TerminalOptions
  /// Nil: there is none, or it goes to standard output.
  private let log: EventLogFile?
  private let reports: ReportOutputs
  private let mode: RunHeader.Mode

  /// - Parameter pages: the details of scenarios on pages; read only for a page.
  init(
    options: RunOptions, terminal: TerminalOptions, pages: () -> PageReferences
  ) throws(HarnessFailure) {
    self.terminal = terminal
    mode = options.mode
    // A stream that programs read carries nothing else.
    let isTaken = options.log == "-" || options.reports.contains { $0.path == "-" }
    let name = RunLogs.name(options.mode)
    artifacts = try options.artifacts.map { (directory) throws(HarnessFailure) in
      try RunArtifacts(in: directory, named: name).folder
    }
    var write: ReportWriter?
    if options.log == "-" {
      log = nil
      write = StandardWriters.output
    } else if let path = options.log ?? artifacts.map({ "\($0)/events.jsonl" }) {
      log = try EventLogFile(path)
      write = log?.writer
    } else {
      log = EventLogFile(keptAs: name, isQuiet: terminal.verbosity <= .quiet)
      write = log?.writer
    }
    // Results are read again in the log, if it can be read.
    let record = log.flatMap { $0.isReadable ? $0 : nil } ?? EventLogFile()
    let lines = CaseLines(record.read)
    // First: the others read in it.
    var recorders: [any Recorder] = [EventLogRecorder(lines: lines, write: record.writer)]
    if record !== log, let write { recorders.append(EventLogRecorder(write: write)) }
    table = RunTable(lines)
    recorders.append(table)
    console = ConsoleRecorder(
      options: terminal.console(strict: options.strict),
      results: isTaken ? StandardWriters.error : StandardWriters.output, messages: StandardWriters.error,
      table: table)
    if !options.isSilent { recorders.append(console) }
    reports = try ReportOutputs(options.reports, table: table, evidence: artifacts, pages: pages)
    self.recorders = recorders + reports.recorders
    results = lines
  }

  /// Erases the status line when the run ends without its last event; unwritten files are reported next.
  func abandon() { try? console.clear() }

  /// Closes the files.
  ///
  /// - Returns: false if the event log that is kept anyway had to end early.
  func finish() throws(HarnessFailure) -> Bool {
    try reports.finish()
    let path = try log?.close()
    if mode == .run { RunLogs.ofThisUser?.remember(path) }
    if let path, terminal.verbosity > .quiet { try StandardWriters.error("event log: \(path)\n") }
    return log == nil || path != nil
  }
}
