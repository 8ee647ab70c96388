/// A scenario, or what one can be made of at any time. Made, the cells of a table take a hundred times as much memory as
/// their values.
public protocol ScenarioSource: SelectableScenario {
  var title: String { get }
  /// The file that it is from.
  var location: SourceLocation { get }
  /// The scenario: always the same.
  var scenario: Scenario { get }
}

extension Scenario: ScenarioSource {
  public var scenario: Scenario { self }
}

/// A scenario that was chosen: of the catalogue, or a cell of a table.
public struct ChosenScenario: ScenarioSource {
  private let source: any ScenarioSource

  public init(_ source: any ScenarioSource) { self.source = source }

  public var id: String { source.id }
  public var title: String { source.title }
  public var tags: [String] { source.tags }
  public var policies: [String] { source.policies }
  public var axes: Scenario.Axes { source.axes }
  public var level: Level { source.level }
  public var severity: Severity { source.severity }
  public var like: String? { source.like }
  public var location: SourceLocation { source.location }
  public var scenario: Scenario { source.scenario }
}
