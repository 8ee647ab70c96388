public import RogueModel
internal import RogueYAML

/// Every world and scenario that could be read, and what is wrong with the others.
public struct Catalogue: Sendable {
  /// In the order of the files.
  public var worlds: [World]
  /// In the order of the files.
  public var scenarios: [Scenario]
  public var findings: [Finding]
  /// Those whose ids files have that the user named.
  public var replaced: [Scenario] = []
  /// The readable parts of scenarios with errors, by path.
  var sketches: [String: ScenarioSketch] = [:]
  /// The tree of each file that was read, by path: lint shows lines from it.
  var trees: [String: YAMLNode] = [:]
  /// The defects and behaviours that the files were read with.
  var vocabulary = Vocabulary()

  public init(worlds: [World], scenarios: [Scenario], findings: [Finding]) {
    self.worlds = worlds
    self.scenarios = scenarios
    self.findings = findings
  }

  /// Whether something could not be read at all.
  public var hasErrors: Bool { findings.contains { $0.severity == .error } }
}

extension Catalogue {
  /// A finding about a step of a scenario, at its mutation, or about its world without one.
  public func finding(in scenario: Scenario, step index: Int?, _ message: String, help: String? = nil) -> Finding {
    let linted = LintedScenario(scenario: scenario, tree: trees[scenario.location.file])
    guard let index, scenario.steps[index].mutation != nil else {
      return linted.finding(at: ScenarioKeys.world.key, message, help: help)
    }
    return linted.finding(step: index, at: ScenarioKeys.mutate.key, message, help: help)
  }
}
