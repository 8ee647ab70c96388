/// A request to `rogues lint`.
public struct LintRequest: Sendable, Hashable {
  /// Files of the catalogue or beside it; none means the whole catalogue.
  public var files: [String]
  public var json: Bool
  /// Catalogues beside the built-in one; empty: looked for.
  public var catalogues: [String]

  public init(files: [String] = [], json: Bool = false, catalogues: [String] = []) {
    self.files = files
    self.json = json
    self.catalogues = catalogues
  }
}
