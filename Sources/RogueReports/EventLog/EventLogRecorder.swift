public import RogueModel
import Synchronization

/// Writes the event log, one line an event.
///
/// A line is written whole when its event is over, so that a killed run loses nothing but its footer. Only the names of
/// the cases are kept: one that is judged again, because the last control failed, is marked as a revision.
public final class EventLogRecorder: Recorder {
  private let judged = Mutex<Set<String>>([])
  private let write: ReportWriter

  public init(write: @escaping ReportWriter) { self.write = write }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    guard let json = json(event) else { return }
    try write(json.line + "\n")
  }

  /// The line of an event; nil for those that only progress displays need.
  private func json(_ event: RunEvent) -> JSON? {
    switch event {
    case .started(let header): header.json
    case .caseStarted: nil
    case .controlFinished(let result): result.json
    case .caseFinished(let result):
      result.json(isRevision: judged.withLock { !$0.insert(EventLog.key(result)).inserted })
    case .finished(let footer): footer.json
    }
  }
}
