public import RogueModel
import Synchronization

/// The positions of cases in event logs, where results are read again on demand, one at a time.
public final class CaseLines: RecordedResults {
  private struct Place {
    var start: Int
    var length: Int32
    var log: Int32
  }

  private let places = Mutex<[CaseKey: Place]>([:])
  private let logs: [LogSource.Read]

  init(_ logs: [LogSource.Read]) { self.logs = logs }

  /// For a log that is being written.
  public convenience init(_ log: @escaping LogSource.Read) { self.init([log]) }

  /// Remembers the latest line of a case.
  ///
  /// - Parameter log: the number of the log.
  func note(_ key: CaseKey, _ range: Range<Int>, log: Int = 0) {
    places.withLock { $0[key] = Place(start: range.lowerBound, length: Int32(range.count), log: Int32(log)) }
  }

  public func result(of caseID: String, _ adapter: String) throws(HarnessFailure) -> CaseResult? {
    guard let place = places.withLock({ $0[CaseKey(adapter, caseID)] }) else { return nil }
    let bytes = try logs[Int(place.log)](place.start..<place.start + Int(place.length))
    do throws(EventLogMismatch) {
      guard case .caseFinished(let result)? = try EventLogReader.event(of: bytes),
        result.caseID == caseID, result.adapter == adapter
      else { throw EventLogMismatch(message: "the line is about something else") }
      return result
    } catch {
      throw HarnessFailure(.internal, "the result of \(caseID) cannot be read again: \(error.message)")
    }
  }
}
