public import RogueModel
import Synchronization

/// Writes the pages of a run when it is over.
public final class HTMLRecorder: Recorder {
  private let report: Mutex<HTMLReport>
  private let write: PageWriter

  /// - Parameter table: the run's, which records each event before.
  public init(table: RunTable, references: PageReferences = PageReferences(), write: @escaping PageWriter) {
    report = Mutex(HTMLReport(table: table, references: references))
    self.write = write
  }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    guard case .finished = event else { return report.withLock { $0.add(event) } }
    let whole = report.withLock { report in
      report.add(event)
      return report
    }
    try whole.write(write)
  }
}
