internal import RogueModel
internal import RogueYAML

/// What is known of a scenario that could not be read: enough for the checks that need no more, so that everything that
/// is wrong with a file is reported at once.
struct ScenarioSketch {
  var why: String?
  var level: Level?
  var references: [String]?
  var isHealthy: Bool

  /// - Parameter tree: the file, for the places.
  func findings(in tree: YAMLNode?) -> [Finding] {
    guard case .mapping(let root) = tree else { return [] }
    func finding(_ problem: (message: String, help: String?), at key: Key) -> Finding {
      Finding(at: root.entry(key.name)?.key.position ?? root.position, problem.message, help: problem.help)
    }
    var findings: [Finding] = []
    if let why, let problem = WhyCheck.problem(with: why) {
      findings.append(finding((problem, nil), at: ScenarioKeys.why.key))
    }
    if let level, let references,
      let problem = ReferencesCheck.problem(level: level, isHealthy: isHealthy, references: references)
    {
      findings.append(finding(problem, at: ScenarioKeys.level.key))
    }
    return findings
  }
}
