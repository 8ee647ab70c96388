/// A request to `rogues coverage`.
public struct CoverageRequest: Sendable, Hashable {
  /// Ids of decision tables; none means all.
  public var tables: [String]
  /// An event log, to count how its adapters differ, instead of tables.
  public var panel: String?
  /// The adapters of the panel; none means all.
  public var adapters: [String]
  public var json: Bool
  /// Catalogues beside the built-in one; empty: looked for.
  public var catalogues: [String]

  public init(
    tables: [String] = [], panel: String? = nil, adapters: [String] = [], json: Bool = false, catalogues: [String] = []
  ) {
    self.tables = tables
    self.panel = panel
    self.adapters = adapters
    self.json = json
    self.catalogues = catalogues
  }
}
