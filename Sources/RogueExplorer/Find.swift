internal import RogueScenarios

/// A candidate about which a panel disagrees, or by which one of it breaks.
public struct Find: Sendable {
  public var candidate: Candidate
  public var vector: PanelVector
  /// What is wrong in it, in order.
  public var changes: [String]
  /// How many candidates were tried until it was met.
  public var number: Int
}
