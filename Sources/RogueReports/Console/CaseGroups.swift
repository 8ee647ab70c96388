import RogueModel

/// Gathers the cases of each scenario until the adapter has run all of them, so that one fault is one block.
///
/// Cases wait by their ids: with their evidence, half of a run would be kept.
struct CaseGroups {
  /// The cases of one scenario and one adapter with the same verdict.
  struct Group {
    /// In the order in which they ended; at least one.
    var results: [CaseResult]
    /// The axes of every case of the scenario that the adapter ran.
    var asked: [AxisValues]

    var extent: String? { CaseExtent.text(results.map(\.axes), of: asked) }
  }

  /// A group whose results have to be read again.
  struct Ended {
    var adapter: String
    /// Ids.
    var cases: [String]
    var asked: [AxisValues]

    func group(_ table: RunTable) throws(HarnessFailure) -> Group {
      Group(
        results: try cases.map { (id) throws(HarnessFailure) in try table.result(of: id, adapter) }, asked: asked)
    }
  }

  private struct Key: Hashable {
    var adapter: String
    var scenario: String
  }

  private struct Pending {
    /// How many cases are still to come.
    var left = 0
    var loud: [(caseID: String, verdict: Verdict)] = []
    var asked: [AxisValues] = []
  }

  private var pending: [Key: Pending] = [:]
  /// In the order of the plan, for what is left when a run is cut short.
  private var order: [Key] = []

  mutating func begin(_ planned: [PlannedCase]) {
    for item in planned where item.unsupported == nil {
      let key = Key(adapter: item.adapter, scenario: item.scenario)
      if pending[key] == nil { order.append(key) }
      pending[key, default: Pending()].left += 1
    }
  }

  /// Adds the first result of a case.
  ///
  /// - Parameters:
  ///   - isAwaited: the plan contains it, and it is to run.
  ///   - isLoud: it belongs into a block.
  /// - Returns: the complete groups: those of a scenario that has no case left.
  mutating func add(_ result: CaseResult, isAwaited: Bool, isLoud: Bool) -> [Ended] {
    let key = Key(adapter: result.adapter, scenario: result.scenario)
    var scenario = pending[key] ?? Pending()
    if isAwaited { scenario.left -= 1 }
    // Cases that the client's offers rule out never ran.
    if result.judgement.verdict != .unsupported { scenario.asked.append(result.axes) }
    if isLoud { scenario.loud.append((result.caseID, result.judgement.verdict)) }
    guard scenario.left <= 0 else {
      pending[key] = scenario
      return []
    }
    pending[key] = nil
    return groups(key.adapter, scenario)
  }

  /// Replaces a result that is still kept back, because it was judged again.
  ///
  /// - Returns: false when its block was shown already.
  mutating func revise(_ result: CaseResult, isLoud: Bool) -> Bool {
    let key = Key(adapter: result.adapter, scenario: result.scenario)
    guard var scenario = pending[key] else { return false }
    scenario.loud.removeAll { $0.caseID == result.caseID }
    if isLoud { scenario.loud.append((result.caseID, result.judgement.verdict)) }
    pending[key] = scenario
    return true
  }

  /// The remaining groups if the run ended before all cases.
  mutating func end() -> [Ended] {
    defer { pending = [:] }
    return order.flatMap { key in pending[key].map { groups(key.adapter, $0) } ?? [] }
  }

  /// One group for each verdict, the worst first.
  private func groups(_ adapter: String, _ scenario: Pending) -> [Ended] {
    Verdict.worstFirst.compactMap { verdict in
      let cases = scenario.loud.filter { $0.verdict == verdict }.map(\.caseID)
      return cases.isEmpty ? nil : Ended(adapter: adapter, cases: cases, asked: scenario.asked)
    }
  }
}
