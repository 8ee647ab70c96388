public import RogueModel

/// What `rogues explain` is asked for.
public struct ExplainRequest: Sendable, Hashable {
  /// Ids or patterns of scenarios.
  public var ids: [String]
  /// Decides the cases that are listed.
  public var axes: AxesSelection
  public var json: Bool
  /// Root of the catalogue; nil: looked for.
  public var catalogue: String?

  public init(ids: [String], axes: AxesSelection = .pairwise, json: Bool = false, catalogue: String? = nil) {
    self.ids = ids
    self.axes = axes
    self.json = json
    self.catalogue = catalogue
  }
}
