public import RogueModel

/// A request to `rogues bisect`.
public struct BisectRequest: Sendable, Hashable {
  /// The name of an adapter whose versions an index has.
  public var adapter: String
  /// One scenario's id or pattern.
  public var scenario: String
  /// The ends, both included; nil: the first and the last release.
  public var from: String?
  public var to: String?
  public var axes: AxesSelection
  public var json: Bool
  public var catalogues: [String]

  public init(
    adapter: String, scenario: String, from: String? = nil, to: String? = nil, axes: AxesSelection = .pairwise,
    json: Bool = false, catalogues: [String] = []
  ) {
    self.adapter = adapter
    self.scenario = scenario
    self.from = from
    self.to = to
    self.axes = axes
    self.json = json
    self.catalogues = catalogues
  }
}
