public import RogueModel

/// A request to `rogues export`.
public struct ExportRequest: Sendable {
  public enum Format: String, Sendable, CaseIterable {
    /// One JSON file in the format of x509-limbo.
    case limbo
    /// A folder of PEM files with `cases.csv`.
    case pem
  }

  public var format: Format
  /// As of a run; empty: every scenario and the chosen cells of every table.
  public var patterns: [String] = []
  public var tags: [String] = []
  public var choice = RunOptions.Choice()
  /// The file or the folder; nil: standard output, which a folder cannot be.
  public var path: String?
  /// Nil: the catalogue's own, so that two exports are the same.
  public var seed: String?
  /// The moment that certificates are made for; nil: now.
  public var at: Timestamp?
  public var catalogues: [String] = []

  public init(format: Format) { self.format = format }
}
