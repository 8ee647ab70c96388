import RogueModel
import RogueReports
import Synchronization

/// A writer that keeps what was written.
final class Collector: Sendable {
  private let kept = Mutex("")

  var text: String { kept.withLock { $0 } }

  var writer: ReportWriter {
    { [self] text throws(HarnessFailure) in kept.withLock { $0 += text } }
  }
}

/// A recorder with the table that it reads.
struct TableAndReport: Recorder {
  let table: RunTable
  let report: any Recorder

  func record(_ event: RunEvent) throws(HarnessFailure) {
    table.record(event)
    try report.record(event)
  }
}

/// One report.
func wholeReport(_ report: @escaping WholeRunRecorder.Report, to write: @escaping ReportWriter) -> TableAndReport {
  let table = RunTable()
  return TableAndReport(table: table, report: WholeRunRecorder(table: table, reports: [(report, write)]))
}

/// Records all events and gives what was written.
func record(_ events: [RunEvent], _ make: (@escaping ReportWriter) -> any Recorder) throws -> String {
  let collector = Collector()
  let recorder = make(collector.writer)
  for event in events { try recorder.record(event) }
  return collector.text
}
