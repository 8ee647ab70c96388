/// What `rogues list` is asked for.
public struct ListRequest: Sendable, Hashable {
  public enum Subject: Sendable, Hashable { case scenarios, adapters, behaviours, defects }
  public enum Format: Sendable, Hashable { case table, ids, json }

  public var subject: Subject
  public var format: Format
  /// Scenario patterns; none means all.
  public var patterns: [String]
  public var tags: [String]
  /// Root of the catalogue; nil: looked for.
  public var catalogue: String?

  public init(
    subject: Subject = .scenarios, format: Format = .table, patterns: [String] = [], tags: [String] = [],
    catalogue: String? = nil
  ) {
    self.subject = subject
    self.format = format
    self.patterns = patterns
    self.tags = tags
    self.catalogue = catalogue
  }
}
