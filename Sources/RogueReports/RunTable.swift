public import RogueModel
import Synchronization

/// The table of a run that all its reports share: a row for each case, folded once, and the results, read again where a
/// report shows one.
///
/// It comes before the reports: each reads what the events so far have made of it.
public final class RunTable: Recorder {
  private struct State {
    var ledger = RunLedger()
    var earlier: Verdict?
  }

  private let state = Mutex(State())
  private let results: any RecordedResults
  private let memory: ResultMemory?

  /// - Parameter results: where results are read again, recorded before they come here; nil: they are kept in memory.
  public init(_ results: (any RecordedResults)? = nil) {
    memory = results == nil ? ResultMemory() : nil
    self.results = results ?? memory ?? ResultMemory()
  }

  public func record(_ event: RunEvent) {
    memory?.record(event)
    state.withLock { $0.earlier = $0.ledger.add(event) }
  }

  /// The rows as they are now.
  var ledger: RunLedger { state.withLock(\.ledger) }

  /// The verdict that the latest event replaced; nil: it replaced none.
  var earlier: Verdict? { state.withLock(\.earlier) }

  /// The result of a case that was recorded.
  func result(of caseID: String, _ adapter: String) throws(HarnessFailure) -> CaseResult {
    guard let result = try results.result(of: caseID, adapter) else {
      throw HarnessFailure(.internal, "the result of \(caseID) was recorded, and is gone")
    }
    return result
  }
}

extension RunTable {
  /// The meaning of one result for the exit status of a run.
  public struct Signs: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let harnessError = Signs(rawValue: 1)
    public static let notRun = Signs(rawValue: 2)
    /// Fails a gating run.
    public static let fails = Signs(rawValue: 4)
    /// Says something about the validator.
    public static let isJudged = Signs(rawValue: 8)
    public static let isInconclusive = Signs(rawValue: 16)
    /// Inconclusive where that counts.
    public static let provesNothing = Signs(rawValue: 32)
  }

  /// The signs of the latest result of each case.
  public func signs(strict: Bool) -> Signs {
    let ledger = ledger
    return ledger.entries.indices.lazy.filter(ledger.hasResult).reduce(into: Signs()) { signs, place in
      let entry = ledger.entry(place)
      switch entry.verdict {
      case .harnessError: signs.formUnion([.harnessError, .isJudged])
      case .notRun: signs.formUnion([.notRun, .isJudged])
      case .inconclusive:
        signs.insert(.isInconclusive)
        if entry.level != .may, !entry.isKnown { signs.insert(.provesNothing) }
      default: if entry.verdict.isProof { signs.insert(.isJudged) }
      }
      if entry.level != .may, !entry.isKnown, entry.verdict.fails(strict: strict) { signs.insert(.fails) }
    }
  }
}
