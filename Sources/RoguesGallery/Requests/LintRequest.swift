/// What `rogues lint` is asked for.
public struct LintRequest: Sendable, Hashable {
  /// Files of the catalogue or beside it; none means the whole catalogue.
  public var files: [String]
  public var json: Bool
  /// Root of the catalogue; nil: looked for.
  public var catalogue: String?

  public init(files: [String] = [], json: Bool = false, catalogue: String? = nil) {
    self.files = files
    self.json = json
    self.catalogue = catalogue
  }
}
