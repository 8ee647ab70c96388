public import RogueModel
import Synchronization

/// The table of a run that all its reports share: a row for each case, folded once, and the results, read again where a
/// report shows one.
///
/// It comes before the reports: each reads what the events so far have made of it.
public final class RunTable: Recorder {
  private let folded = Mutex(CaseRows())
  private let results: any RecordedResults
  private let memory: ResultMemory?

  /// - Parameter results: where results are read again, recorded before they come here; nil: they are kept in memory.
  public init(_ results: (any RecordedResults)? = nil) {
    memory = results == nil ? ResultMemory() : nil
    self.results = results ?? memory ?? ResultMemory()
  }

  public func record(_ event: RunEvent) {
    memory?.record(event)
    folded.withLock { $0.add(event) }
  }

  /// The rows as they are now.
  package var rows: CaseRows { folded.withLock(\.self) }

  /// The result of a case that was recorded.
  func result(of caseID: String, _ adapter: String) throws(HarnessFailure) -> CaseResult {
    guard let result = try results.result(of: caseID, adapter) else {
      throw HarnessFailure(.internal, "the result of \(caseID) was recorded, and is gone")
    }
    return result
  }
}
