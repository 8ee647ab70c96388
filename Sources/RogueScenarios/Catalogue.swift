public import RogueModel
internal import RogueYAML

/// Every world and scenario that could be read, and what is wrong with the others.
public struct Catalogue: Sendable {
  /// In the order of the files.
  public var worlds: [World]
  /// In the order of the files.
  public var scenarios: [Scenario]
  public var findings: [Finding]
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
