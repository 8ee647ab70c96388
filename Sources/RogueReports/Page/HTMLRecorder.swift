public import RogueModel
import Synchronization

/// Writes the pages of a run when it is over.
public final class HTMLRecorder: Recorder {
  private let report: Mutex<HTMLReport>
  private let write: PageWriter

  /// - Parameter results: where results are read again, recorded before they come here; nil: they are kept in memory.
  public init(
    references: PageReferences = PageReferences(), results: (any RecordedResults)? = nil, write: @escaping PageWriter
  ) {
    report = Mutex(HTMLReport(references: references, results: results))
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
