internal import Synchronization

/// Reads back the results that a run has recorded, so that they, of kilobytes each, need not stay in memory.
public protocol RecordedResults: Sendable {
  /// The latest result of a case; nil: none was recorded.
  ///
  /// Throws if it was recorded and cannot be read.
  func result(of caseID: String, _ adapter: String) throws(HarnessFailure) -> CaseResult?
}

/// Keeps the results of a small run in memory.
public final class ResultMemory: Recorder, RecordedResults {
  private struct State {
    var results: [CaseResult] = []
    var places: [CaseKey: Int] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  public func record(_ event: RunEvent) {
    guard case .caseFinished(let result) = event else { return }
    state.withLock { state in
      let key = CaseKey(result)
      if let place = state.places[key] {
        state.results[place] = result
      } else {
        state.places[key] = state.results.count
        state.results.append(result)
      }
    }
  }

  public func result(of caseID: String, _ adapter: String) -> CaseResult? {
    state.withLock { state in state.places[CaseKey(adapter, caseID)].map { state.results[$0] } }
  }

  /// The latest result of each case, in the order in which they first ended.
  public var results: [CaseResult] { state.withLock(\.results) }

  /// The same in the order of the plan; cases without a result are left out.
  public func results(of planned: [PlannedCase]) -> [CaseResult] {
    planned.compactMap { result(of: $0.caseID, $0.adapter) }
  }
}
