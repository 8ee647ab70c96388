public import RogueModel
import Synchronization

/// Writes the event log, one line an event.
///
/// A line is written whole when its event is over, so that a killed run loses nothing but the plan and its footer. Of the
/// cases only keys are kept: one that is judged again, because the last control failed, is marked as a revision.
public final class EventLogRecorder: Recorder {
  private struct State {
    var judged: Set<CaseKey> = []
    var planned: [PlannedCase] = []
    /// Bytes written.
    var length = 0
  }

  private let state = Mutex(State())
  private let lines: CaseLines?
  private let write: ReportWriter

  /// - Parameter lines: learns where the lines of cases are; the log begins with this recorder's first line.
  public init(lines: CaseLines? = nil, write: @escaping ReportWriter) {
    self.lines = lines
    self.write = write
  }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    switch event {
    case .started(let header):
      state.withLock { $0.planned = header.planned }
      try put(RunHeader.logForm, header)
    case .caseStarted, .caseWaits: break
    case .controlFinished(let result): try put(ControlResult.logForm, result)
    case .caseFinished(let result):
      let key = CaseKey(result)
      let isRevision = state.withLock { !$0.judged.insert(key).inserted }
      let place = try put(result.json(isRevision: isRevision))
      lines?.note(key, place)
    case .finished(let footer):
      var planned = state.withLock(\.planned)[...]
      repeat {
        try put(LoggedPlan.logForm, LoggedPlan(planned: Array(planned.prefix(EventLog.longestPlan))))
        planned = planned.dropFirst(EventLog.longestPlan)
      } while !planned.isEmpty
      try put(RunFooter.logForm, footer)
    }
  }

  private func put<Value>(_ form: LogForm<Value>, _ value: Value) throws(HarnessFailure) {
    // Only the line of a case has certificates.
    var none = CertificateTable()
    try put(form.write(value, &none))
  }

  /// Writes a line, and returns its byte range.
  @discardableResult
  private func put(_ json: JSON) throws(HarnessFailure) -> Range<Int> {
    let line = json.line + "\n"
    try write(line)
    return state.withLock { state in
      let start = state.length
      state.length += line.utf8.count
      return start..<state.length
    }
  }
}
