internal import RogueModel
internal import RoguePlatform
internal import RogueReports

/// Everything that a run writes: the console, the event log, and the reports that were asked for.
///
/// Files are opened before the first server starts, so that a wrong path costs nothing.
struct ReportFiles {
  let recorders: [any Recorder]
  private let console: ConsoleRecorder
  private let terminal: TerminalOptions
  /// Nil: there is none, or it goes to standard output.
  private let log: FileAppender?
  private let files: [FileAppender]

  init(options: RunOptions, terminal: TerminalOptions, clock: Timestamp) throws(HarnessFailure) {
    self.terminal = terminal
    // A stream that programs read carries nothing else.
    let isTaken = options.log == "-" || options.reports.contains { $0.path == "-" }
    console = ConsoleRecorder(
      options: terminal.console(strict: options.strict),
      results: isTaken ? StandardWriters.error : StandardWriters.output, messages: StandardWriters.error)
    var recorders: [any Recorder] = [console]
    if options.log == "-" {
      log = nil
      recorders.append(EventLogRecorder(write: StandardWriters.output))
    } else {
      log = try Self.openLog(options, clock)
      if let log { recorders.append(EventLogRecorder(write: Self.writer(log))) }
    }
    var files: [FileAppender] = []
    for report in options.reports {
      let write: ReportWriter
      if report.path == "-" {
        write = StandardWriters.output
      } else {
        let file = try Self.open(report.path)
        files.append(file)
        write = Self.writer(file)
      }
      switch report.kind {
      case .junit: recorders.append(JUnitRecorder(strict: options.strict, write: write))
      }
    }
    self.files = files
    self.recorders = recorders
  }

  /// Takes the status line away when the run ends without its last event; what could not be written is told next.
  func abandon() { try? console.clear() }

  /// Closes the files.
  func finish() throws(HarnessFailure) {
    for file in files + [log].compactMap(\.self) {
      do throws(SystemError) { try file.close() } catch { throw HarnessFailure(.files, error.description) }
    }
    if let log, terminal.verbosity > .quiet { try StandardWriters.error("event log: \(log.path)\n") }
  }

  /// A log that was asked for must be writable; the one that is kept anyway is left out where it cannot be.
  private static func openLog(_ options: RunOptions, _ clock: Timestamp) throws(HarnessFailure) -> FileAppender? {
    if let path = options.log { return try open(path) }
    if let artifacts = options.artifacts {
      do throws(SystemError) { try Files.makeDirectory(artifacts) } catch {
        throw HarnessFailure(.cannotCreate, error.description)
      }
      return try open("\(artifacts)/events.jsonl")
    }
    let name = "\(clock)".filter { $0 != ":" } + "-\(options.mode.rawValue)-\(ProcessEnvironment.processID)"
    return RunLogs.newPath(named: name).flatMap { try? FileAppender($0) }
  }

  private static func open(_ path: String) throws(HarnessFailure) -> FileAppender {
    do throws(SystemError) { return try FileAppender(path) } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
  }

  private static func writer(_ file: FileAppender) -> ReportWriter {
    { text throws(HarnessFailure) in
      do throws(SystemError) { try file.append(text) } catch { throw HarnessFailure(.files, error.description) }
    }
  }
}
