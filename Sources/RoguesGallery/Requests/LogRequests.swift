public import RogueModel

/// A request to `rogues report`.
public struct ReportRequest: Sendable, Hashable {
  /// Paths of event logs.
  public var logs: [String]
  public var reports: [RunOptions.ReportRequest]

  public init(logs: [String], reports: [RunOptions.ReportRequest]) {
    self.logs = logs
    self.reports = reports
  }
}

/// A request to `rogues diff`.
public struct DiffRequest: Sendable, Hashable {
  /// The path of the first run's event log, and that of the second.
  public var before: String
  public var after: String
  /// Compare other versions and catalogues.
  public var across: Bool
  public var json: Bool
  /// The path of a page; nil: none is written.
  public var page: String?

  public init(before: String, after: String, across: Bool = false, json: Bool = false, page: String? = nil) {
    self.before = before
    self.after = after
    self.across = across
    self.json = json
    self.page = page
  }
}

/// A request to `rogues baseline update`.
public struct BaselineRequest: Sendable, Hashable {
  /// The path of the baseline; it is made if something is added.
  public var file: String
  /// Paths of event logs; none: that of the last run.
  public var logs: [String]
  /// Why failures that are not known are accepted; nil: none is added.
  public var why: String?
  public var issue: String?
  /// The last day of expired and of added entries.
  public var until: Timestamp?
  /// Catalogues beside the built-in one; empty: looked for.
  public var catalogues: [String]

  public init(
    file: String, logs: [String], why: String? = nil, issue: String? = nil, until: Timestamp? = nil,
    catalogues: [String] = []
  ) {
    self.file = file
    self.logs = logs
    self.why = why
    self.issue = issue
    self.until = until
    self.catalogues = catalogues
  }
}
