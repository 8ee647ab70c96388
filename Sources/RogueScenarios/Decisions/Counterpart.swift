internal import RogueDecisions
internal import RogueModel
internal import RogueYAML

/// A case of a scenario whose server and client are those of a cell.
///
/// The right answer is in the scenario's `expect`, and the rules compute it from the cell: two formulations that know
/// nothing of each other, and must agree.
struct Counterpart {
  var scenario: String
  var policy: String
  var cell: DecisionTable.Cell
  var position: YAMLPosition
}

extension CellReader {
  func findings(over scenarios: [Scenario]) -> [Finding] {
    guard !source.counterparts.isEmpty else { return [] }
    let known = Dictionary(scenarios.map { ($0.id, $0) }) { first, _ in first }
    return source.counterparts.compactMap { counterpart in
      func finding(_ message: String, help: String? = nil) -> Finding {
        Finding(at: counterpart.position, message, help: help)
      }
      guard let scenario = known[counterpart.scenario] else {
        return finding(
          "there is no scenario '\(counterpart.scenario)'",
          help: NearMiss.question(for: counterpart.scenario, among: known.keys.sorted()))
      }
      guard let written = scenario.steps.last?.expectations[counterpart.policy] else {
        return finding(
          "'\(scenario.id)' has no policy '\(counterpart.policy)'",
          help: "its policies: \(scenario.policies.joined(separator: ", "))")
      }
      if let impossible = table.impossibility(of: counterpart.cell) {
        return finding("there is no such cell", help: impossible.because)
      }
      let rule = table.rules[table.rule(of: counterpart.cell)]
      guard rule.expectation.mustCancel == written.mustCancel else {
        let words = { (expectation: Expectation) in expectation.mustCancel ? "refuse" : "accept" }
        return finding(
          "the scenario expects the client to \(words(written)), and the rule of the cell to \(words(rule.expectation))",
          help: rule.because)
      }
      let (reasons, computed) = (written.refusals, rule.expectation.refusals)
      guard !reasons.isDisjoint(with: computed) || reasons.isEmpty && computed.isEmpty else {
        let words = { (reasons: Set<Reason>) in reasons.map(\.rawValue).sorted().joined(separator: ", ") }
        return finding(
          "the scenario expects \(words(reasons)), and the rule of the cell \(words(computed))", help: rule.because)
      }
      return nil
    }
  }
}

extension Expectation {
  /// The reasons of right refusals.
  fileprivate var refusals: Set<Reason> { Set(answers.filter { $0.disposition == .cancel }.flatMap(\.reasons)) }
}
