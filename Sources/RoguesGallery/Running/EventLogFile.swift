internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import Synchronization

/// The file of a run's event log: one that the user named, or the one that is kept anyway.
///
/// A log that the user named must be complete, so the run ends if it cannot be written. If the other one cannot be
/// written, it ends with one warning, and the run continues.
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

  /// The log that is kept anyway; nil if that is impossible. Tells the user once where such logs are.
  init?(keptAs name: String, isQuiet: Bool) {
    guard let logs = RunLogs.ofThisUser, let log = logs.open(name) else { return nil }
    file = log
    isAskedFor = false
    if !isQuiet, let announcement = logs.announcement() { try? StandardWriters.error("rogues: \(announcement)\n") }
  }

  var writer: ReportWriter {
    { [self] text throws(HarnessFailure) in try attempt { () throws(SystemError) in try file.append(text) } }
  }

  /// The path of the log; nil if it had to end early.
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
