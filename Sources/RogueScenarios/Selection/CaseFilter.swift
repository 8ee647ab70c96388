public import RogueModel

/// Which cases of the selected scenarios the patterns meant.
public struct CaseFilter: Sendable, Hashable {
  /// For each scenario, the constraints of every pattern that matched it: the patterns are alternatives.
  private var alternatives: [String: [[AxesSelection.Constraint]]]

  init(alternatives: [String: [[AxesSelection.Constraint]]]) {
    self.alternatives = alternatives
  }

  /// With cells of tables, each chosen by one pattern.
  mutating func add(_ ids: some Sequence<String>, _ constraints: [AxesSelection.Constraint]) {
    for id in ids { alternatives[id, default: []].append(constraints) }
  }

  /// Whether some pattern that matched the case's scenario leaves this case in.
  public func admits(_ case: Case) -> Bool {
    alternatives[`case`.scenario.id]?.contains { $0.allSatisfy { $0.admits(`case`.axes) } } ?? false
  }
}
