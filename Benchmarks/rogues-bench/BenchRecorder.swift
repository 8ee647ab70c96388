import RogueModel
import RoguePlatform
import RogueReports
import Synchronization

/// Writes the event log of a run to nowhere, and keeps the results of the latest run.
final class BenchRecorder: Recorder, RecordedResults {
  private let log: EventLogRecorder
  private let memory = Mutex(ResultMemory())
  private let planned = Mutex<[PlannedCase]>([])

  init() throws {
    let file = try FileAppender("/dev/null")
    log = EventLogRecorder { text throws(HarnessFailure) in
      do throws(SystemError) { try file.append(text) } catch { throw HarnessFailure(.files, error.description) }
    }
  }

  func record(_ event: RunEvent) throws(HarnessFailure) {
    if case .started(let header) = event {
      planned.withLock { $0 = header.planned }
      memory.withLock { $0 = ResultMemory() }
    }
    memory.withLock(\.self).record(event)
    try log.record(event)
  }

  func result(of caseID: String, _ adapter: String) -> CaseResult? {
    memory.withLock(\.self).result(of: caseID, adapter)
  }

  var results: [CaseResult] { memory.withLock(\.self).results(of: planned.withLock(\.self)) }
}
