/// A request to `rogues corpus`.
public struct CorpusRequest: Sendable {
  public enum Action: String, Sendable, CaseIterable {
    /// Puts the corpus to validators.
    case run
    /// Lists its cases, and which cannot be put.
    case list
    /// Writes cases as scenarios.
    case export
  }

  public var action: Action
  /// The corpus: a file or a folder.
  public var path: String
  /// Ids, or patterns with `*`; empty: every case.
  public var cases: [String] = []
  /// Names or paths.
  public var adapters: [String] = []
  /// Cases at once; nil: as in a run.
  public var jobs: Int?
  /// Deadline of one case; nil: five seconds.
  public var timeoutMilliseconds: Int?
  /// The folder for a result file of each validator, in the format of x509-limbo; nil: none.
  public var results: String?
  /// The path of the log, one line of JSON for each answer; nil: none.
  public var log: String?
  /// The path of the matrix as CSV; nil: none.
  public var table: String?
  /// The folder for the evidence of cases that were put over TLS; nil: none.
  public var artifacts: String?
  /// List every case, not only disagreements.
  public var isWhole = false
  /// Where `export` writes.
  public var folder: String?
  public var catalogues: [String] = []

  public init(action: Action, path: String) {
    self.action = action
    self.path = path
  }
}
