public import RogueModel

/// A request to `rogues explain`.
public struct ExplainRequest: Sendable, Hashable {
  /// Ids or patterns of scenarios.
  public var ids: [String]
  /// Decides the cases that are listed.
  public var axes: AxesSelection
  public var json: Bool
  /// Catalogues beside the built-in one; empty: looked for.
  public var catalogues: [String]

  public init(ids: [String], axes: AxesSelection = .pairwise, json: Bool = false, catalogues: [String] = []) {
    self.ids = ids
    self.axes = axes
    self.json = json
    self.catalogues = catalogues
  }
}
