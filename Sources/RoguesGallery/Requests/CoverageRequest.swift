/// A request to `rogues coverage`.
public struct CoverageRequest: Sendable, Hashable {
  /// Ids of decision tables; none means all.
  public var tables: [String]
  public var json: Bool
  /// Catalogues beside the built-in one; empty: looked for.
  public var catalogues: [String]

  public init(tables: [String] = [], json: Bool = false, catalogues: [String] = []) {
    self.tables = tables
    self.json = json
    self.catalogues = catalogues
  }
}
