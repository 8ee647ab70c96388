/// The result of a run's baseline, which the footer of the event log has.
public struct BaselineReport: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A failure without an entry.
    case new
    /// A failure other than the entry says.
    case changed
    /// An unexpected pass.
    case fixed
    /// The case is unsupported now.
    case unsupported
    /// The last day of the entry is over.
    case expired
    /// The entry can never apply.
    case unused
    /// Two entries about one case.
    case overlapping
    /// The entry's pattern matches too many scenarios.
    case tooBroad = "too-broad"
    /// A `must` or a capability of the profile that the adapter lacks, without an entry.
    case missingRequired = "missing-required"

    /// Whether the run fails for it (exit status 1), and not the baseline (3).
    public var isFailure: Bool { self == .new || self == .changed }
  }

  public struct Problem: Sendable, Hashable {
    public var kind: Kind
    public var adapter: String
    /// The case, or the entry's pattern.
    public var subject: String
    /// The entry's place, `FILE:LINE`; nil: there is no entry.
    public var entry: String?
    /// One sentence.
    public var text: String

    public init(_ kind: Kind, adapter: String, subject: String, entry: String?, _ text: String) {
      self.kind = kind
      self.adapter = adapter
      self.subject = subject
      self.entry = entry
      self.text = text
    }
  }

  /// The path of the file, as it was named.
  public var file: String
  /// Cases that fail as the baseline says.
  public var known: Int
  public var problems: [Problem]

  public init(file: String, known: Int, problems: [Problem]) {
    self.file = file
    self.known = known
    self.problems = problems
  }

  /// Something is wrong with the baseline itself.
  public var isStale: Bool { problems.contains { !$0.kind.isFailure && $0.kind != .missingRequired } }

  /// The command that fixes problems of a kind.
  ///
  /// - Parameter log: the path of the run's event log; nil: the newest.
  public func fix(for kind: Kind, log: String?) -> String {
    let logs = log.map { " \(ShellQuoting.quote($0))" } ?? ""
    let command = "rogues baseline update \(ShellQuoting.quote(file))\(logs)"
    return switch kind {
    case .new, .changed, .missingRequired: "\(command) --add --why 'REASON'"
    case .expired: "\(command) --until 'DATE'"
    case .fixed, .unsupported, .unused, .overlapping, .tooBroad: command
    }
  }
}
