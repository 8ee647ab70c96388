import RogueModel

/// Where a recorder reads results again: where it is told to, or in a memory of its own, for small runs.
struct Recorded: Sendable {
  private let results: any RecordedResults
  private let memory: ResultMemory?

  init(_ results: (any RecordedResults)?) {
    memory = results == nil ? ResultMemory() : nil
    self.results = results ?? memory ?? ResultMemory()
  }

  func note(_ event: RunEvent) { memory?.record(event) }

  /// The result of a case that was recorded.
  func result(of caseID: String, _ adapter: String) throws(HarnessFailure) -> CaseResult {
    guard let result = try results.result(of: caseID, adapter) else {
      throw HarnessFailure(.internal, "the result of \(caseID) was recorded, and is gone")
    }
    return result
  }
}
