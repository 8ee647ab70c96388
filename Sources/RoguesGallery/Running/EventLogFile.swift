internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import Synchronization

/// The file of a run's event log: one that was asked for, or the one that is kept anyway.
///
/// The first has to be whole, so that the run ends when it cannot be written. Nobody asked for the second: where it
/// cannot be written it ends, with one warning, and the run goes on.
final class EventLogFile: Sendable {
  private let file: FileAppender
  private let isAskedFor: Bool
  private let hasEnded = Atomic(false)

  init(_ path: String) throws(HarnessFailure) {
    do throws(SystemError) { file = try FileAppender(path) } catch {
      throw HarnessFailure(.cannotCreate, error.description)
    }
    isAskedFor = true
  }

  /// The one that is kept anyway; nil where that is not possible. Tells the user once where such logs are.
  init?(keptAs name: String, isQuiet: Bool) {
    guard let logs = RunLogs.ofThisUser, let log = logs.open(name) else { return nil }
    file = log
    isAskedFor = false
    if !isQuiet, let announcement = logs.announcement() { try? StandardWriters.error("rogues: \(announcement)\n") }
  }

  var writer: ReportWriter {
    { [self] text throws(HarnessFailure) in try attempt { () throws(SystemError) in try file.append(text) } }
  }

  /// The path of the log; nil where it had to end before its time.
  func close() throws(HarnessFailure) -> String? {
    try attempt { () throws(SystemError) in try file.close() }
    return hasEnded.load(ordering: .relaxed) ? nil : file.path
  }

  private func attempt(_ body: () throws(SystemError) -> Void) throws(HarnessFailure) {
    guard !hasEnded.load(ordering: .relaxed) else { return }
    do throws(SystemError) { try body() } catch {
      guard !isAskedFor else { throw HarnessFailure(.files, error.description) }
      hasEnded.store(true, ordering: .relaxed)
      try? StandardWriters.error("rogues: the event log ends here, the run goes on: \(error.description)\n")
    }
  }
}
