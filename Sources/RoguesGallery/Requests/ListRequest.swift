/// A request to `rogues list`.
public struct ListRequest: Sendable, Hashable {
  public enum Subject: Sendable, Hashable { case scenarios, adapters, behaviours, defects, profiles, findings }
  public enum Format: Sendable, Hashable { case table, ids, json }

  public var subject: Subject
  public var format: Format
  /// Scenario patterns; none means all.
  public var patterns: [String]
  public var tags: [String]
  /// The other exclusions.
  public var choice: RunOptions.Choice
  /// Texts that a scenario must match, all of them: keywords, ids, titles, RFCs, CVEs.
  public var terms: [String]
  /// Of findings: the clients that they are about; empty: all.
  public var adapters: [String]
  /// Catalogues beside the built-in one; empty: looked for.
  public var catalogues: [String]

  public init(
    subject: Subject = .scenarios, format: Format = .table, patterns: [String] = [], tags: [String] = [],
    choice: RunOptions.Choice = .init(), terms: [String] = [], adapters: [String] = [],
    catalogues: [String] = []
  ) {
    self.subject = subject
    self.format = format
    self.patterns = patterns
    self.tags = tags
    self.choice = choice
    self.terms = terms
    self.adapters = adapters
    self.catalogues = catalogues
  }
}
