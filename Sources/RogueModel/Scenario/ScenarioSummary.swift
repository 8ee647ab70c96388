/// The part of a scenario that lists show, and that patterns, tags and searches use.
public struct ScenarioSummary: Hashable, Sendable {
  public var id: String
  public var title: String
  public var level: Level
  public var severity: Severity
  public var tags: [String]
  /// All of them: those in its file, and those that its world and mutations imply.
  public var keywords: [String]
  public var isHealthy: Bool
  /// The world's id.
  public var world: String
  public var policies: [String]
  public var axes: Scenario.Axes
  /// How many there are.
  public var steps: Int
  public var references: [String]
  /// A scenario with the same fault.
  public var like: String?
  /// The path of its file.
  public var file: String

  public init(
    id: String, title: String, level: Level, severity: Severity, tags: [String], keywords: [String],
    isHealthy: Bool, world: String, policies: [String], axes: Scenario.Axes, steps: Int, references: [String],
    like: String? = nil, file: String
  ) {
    self.id = id
    self.title = title
    self.level = level
    self.severity = severity
    self.tags = tags
    self.keywords = keywords
    self.isHealthy = isHealthy
    self.world = world
    self.policies = policies
    self.axes = axes
    self.steps = steps
    self.references = references
    self.like = like
    self.file = file
  }

  /// - Parameter keywords: All keywords of the scenario.
  public init(_ scenario: Scenario, keywords: [String]) {
    self.init(
      id: scenario.id, title: scenario.title, level: scenario.level, severity: scenario.severity, tags: scenario.tags,
      keywords: keywords, isHealthy: scenario.isHealthy, world: scenario.world.id, policies: scenario.policies,
      axes: scenario.axes, steps: scenario.steps.count, references: scenario.references,
      like: scenario.like, file: scenario.location.file)
  }
}

/// The input of patterns and tags: scenarios, or their summaries.
public protocol SelectableScenario: Sendable {
  /// `family/name`.
  var id: String { get }
  var tags: [String] { get }
  var policies: [String] { get }
  var axes: Scenario.Axes { get }
  var level: Level { get }
  var severity: Severity { get }
  /// A scenario with the same fault; nil: none is known.
  var like: String? { get }
}

extension Scenario: SelectableScenario {}
extension ScenarioSummary: SelectableScenario {}

extension SelectableScenario {
  /// Cells have no file of their own to say so.
  public var like: String? { nil }

  /// The part of the id before the slash.
  public var family: String { String(id.prefix { $0 != "/" }) }
}
