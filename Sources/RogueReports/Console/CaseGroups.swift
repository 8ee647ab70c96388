import RogueModel

/// Gathers the cases of each scenario until the adapter has been asked all of them, so that one fault is one block.
struct CaseGroups {
  /// The cases of one scenario and one adapter with the same verdict.
  struct Group {
    /// In the order in which they ended; at least one.
    var results: [CaseResult]
    /// The axes of every case of the scenario that the adapter was asked in.
    var asked: [AxisValues]

    var extent: String? { CaseExtent.text(results.map(\.axes), of: asked) }
  }

  private struct Key: Hashable {
    var adapter: String
    var scenario: String
  }

  private struct Pending {
    var left: Set<String> = []
    var loud: [CaseResult] = []
    var asked: [AxisValues] = []
  }

  private var pending: [Key: Pending] = [:]
  /// In the order of the plan, for what is left when a run is cut short.
  private var order: [Key] = []

  mutating func begin(_ planned: [PlannedCase]) {
    for item in planned where item.unsupported == nil {
      let key = Key(adapter: item.adapter, scenario: item.scenario)
      if pending[key] == nil { order.append(key) }
      pending[key, default: Pending()].left.insert(item.caseID)
    }
  }

  /// Adds a result.
  ///
  /// - Parameter isLoud: it belongs into a block.
  /// - Returns: what can be shown now: the groups of a scenario that has no case left.
  mutating func add(_ result: CaseResult, isLoud: Bool) -> [Group] {
    let key = Key(adapter: result.adapter, scenario: result.scenario)
    var scenario = pending[key] ?? Pending()
    scenario.left.remove(result.caseID)
    // What the client's own offers rule out was never asked.
    if result.judgement.verdict != .unsupported { scenario.asked.append(result.axes) }
    if isLoud { scenario.loud.append(result) }
    guard scenario.left.isEmpty else {
      pending[key] = scenario
      return []
    }
    pending[key] = nil
    return groups(scenario)
  }

  /// Replaces a result that is still held back: it was judged again.
  ///
  /// - Returns: false when its block was shown already.
  mutating func revise(_ result: CaseResult, isLoud: Bool) -> Bool {
    let key = Key(adapter: result.adapter, scenario: result.scenario)
    guard var scenario = pending[key] else { return false }
    scenario.loud.removeAll { $0.caseID == result.caseID }
    if isLoud { scenario.loud.append(result) }
    pending[key] = scenario
    return true
  }

  /// What is left when the run has ended before all cases.
  mutating func end() -> [Group] {
    defer { pending = [:] }
    return order.compactMap { pending[$0] }.flatMap(groups)
  }

  /// One group for each verdict, the worst first.
  private func groups(_ scenario: Pending) -> [Group] {
    Verdict.worstFirst.compactMap { verdict in
      let results = scenario.loud.filter { $0.judgement.verdict == verdict }
      return results.isEmpty ? nil : Group(results: results, asked: scenario.asked)
    }
  }
}
