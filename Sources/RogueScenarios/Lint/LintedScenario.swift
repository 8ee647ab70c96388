internal import RogueModel
internal import RogueYAML

/// A scenario with the tree that it was read from, so that findings point to the right line.
struct LintedScenario {
  var scenario: Scenario
  var tree: YAMLNode?

  /// A finding at a key of the file.
  func finding(
    _ severity: Finding.Severity = .error, at key: Key, _ message: String, help: String? = nil
  ) -> Finding {
    finding(severity, in: root, at: key, message, help)
  }

  /// A finding at a key of a step; the file itself is the only step where there are no `steps`.
  func finding(
    _ severity: Finding.Severity = .error, step index: Int, at key: Key, _ message: String, help: String? = nil
  ) -> Finding {
    finding(severity, in: step(index), at: key, message, help)
  }

  private var root: YAMLNode.Mapping? {
    if case .mapping(let root) = tree { return root }
    return nil
  }

  private func step(_ index: Int) -> YAMLNode.Mapping? {
    guard case .sequence(let steps) = root?[ScenarioKeys.steps.key.name] else { return root }
    if index < steps.items.count, case .mapping(let step) = steps.items[index] { return step }
    return root
  }

  private func finding(
    _ severity: Finding.Severity, in mapping: YAMLNode.Mapping?, at key: Key, _ message: String, _ help: String?
  ) -> Finding {
    if let position = mapping?.entry(key.name)?.key.position ?? mapping?.position {
      return Finding(severity, at: position, message, help: help)
    }
    return Finding(severity, at: scenario.location, message, help: help)
  }
}

extension World {
  /// The world that a file defines, as a finding about one of its parts.
  func finding(
    _ severity: Finding.Severity, at location: SourceLocation, length: Int, _ message: String, in tree: YAMLNode?
  ) -> Finding {
    Finding(
      severity, at: location, message, sourceLine: tree?.position.source.line(location.line), length: length)
  }
}
