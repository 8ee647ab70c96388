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

extension WholeRunRecorder {
  /// One report.
  convenience init(_ report: @escaping Report, to write: @escaping ReportWriter) {
    self.init(reports: [(report, write)])
  }
}

/// Records all events and gives what was written.
func record(_ events: [RunEvent], _ make: (@escaping ReportWriter) -> any Recorder) throws -> String {
  let collector = Collector()
  let recorder = make(collector.writer)
  for event in events { try recorder.record(event) }
  return collector.text
}
