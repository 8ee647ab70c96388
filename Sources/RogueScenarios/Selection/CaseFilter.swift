public import RogueModel

/// Which cases of the selected scenarios the patterns meant.
public struct CaseFilter: Sendable, Hashable {
  /// For each scenario, the constraints of every pattern that matched it: the patterns are alternatives.
  private var alternatives: [String: [[AxesSelection.Constraint]]]
  /// For each scenario, the constraints of every pattern that leaves cases out.
  private var exclusions: [String: [[AxesSelection.Constraint]]] = [:]

  init(alternatives: [String: [[AxesSelection.Constraint]]]) {
    self.alternatives = alternatives
  }

  /// With cells of tables, each chosen by one pattern.
  mutating func add(_ ids: some Sequence<String>, _ constraints: [AxesSelection.Constraint]) {
    // The cells of a pattern share one list.
    let alone = [constraints]
    for id in ids { alternatives[id] = alternatives[id].map { $0 + alone } ?? alone }
  }

  /// Without the cases that have all of these values.
  mutating func exclude(_ ids: some Sequence<String>, _ constraints: [AxesSelection.Constraint]) {
    for id in ids { exclusions[id, default: []].append(constraints) }
  }

  /// Whether some pattern that matched the case's scenario leaves this case in, and none leaves it out.
  public func admits(_ case: Case) -> Bool {
    func isMeant(by patterns: [[AxesSelection.Constraint]]?) -> Bool {
      patterns?.contains { $0.allSatisfy { $0.admits(`case`.axes) } } ?? false
    }
    return isMeant(by: alternatives[`case`.scenario.id]) && !isMeant(by: exclusions[`case`.scenario.id])
  }
}
