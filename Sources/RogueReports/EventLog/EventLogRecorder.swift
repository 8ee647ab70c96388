public import RogueModel
import Synchronization

/// Writes the event log, one line an event.
///
/// A line is written whole when its event is over, so that a killed run loses nothing but the plan and
/// its footer. Only the names of
/// the cases are kept: one that is judged again, because the last control failed, is marked as a revision.
public final class EventLogRecorder: Recorder {
  private let judged = Mutex<Set<String>>([])
  private let plan = Mutex<JSON?>(nil)
  private let write: ReportWriter

  public init(write: @escaping ReportWriter) { self.write = write }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    for json in lines(event) { try write(json.line + "\n") }
  }

  /// The lines of an event; none for those that only progress displays need.
  private func lines(_ event: RunEvent) -> [JSON] {
    switch event {
    case .started(let header):
      plan.withLock { $0 = header.plan }
      return [header.json]
    case .caseStarted: return []
    case .controlFinished(let result): return [result.json]
    case .caseFinished(let result):
      return [result.json(isRevision: judged.withLock { !$0.insert(EventLog.key(result)).inserted })]
    case .finished(let footer): return plan.withLock { [$0, footer.json].compactMap(\.self) }
    }
  }
}
