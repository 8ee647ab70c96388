public import RogueModel
internal import RogueReports

/// The requested run: the command's flags, as values.
public struct RunOptions: Sendable {
  public var mode: RunHeader.Mode
  /// Scenario patterns (`*` one part, `**` any number, `family/name[tls=1.3]`), or paths of scenario files; with `!` in
  /// front of a pattern, its matches are excluded.
  public var patterns: [String] = []
  /// The other exclusions.
  public var choice = Choice()
  /// Each element is one `--tag`; inside, comma means and, `!` not; the elements are alternatives.
  public var tags: [String] = []
  /// Names or paths; empty in a comparison means every adapter that the machine has.
  public var adapters: [String] = []
  public var axes = AxesSelection.pairwise
  /// Cases at once; nil: two for each core, at least four.
  public var jobs: Int?
  /// Deadline of one attempt; nil: the default of five seconds.
  public var timeoutMilliseconds: Int?
  /// Nil: a fresh one, printed so that the run can be repeated.
  public var seed: String?
  /// The clock with which worlds are minted, and which validators are given; nil: the present.
  public var at: Timestamp?
  /// The range of `at`: worlds reach back more than a year, their longest validity is a thousand years, SCTs
  /// count from 1970 (RFC 6962, section 3.2) and years of certificates have four digits (RFC 5280, section 4.1.2.5.2).
  public static let clocks =
    Timestamp(year: 1972, month: 1, day: 1)...Timestamp(year: 8900, month: 1, day: 1)

  /// Throws `usage` for a clock that the worlds' certificates cannot be made for; nil: the present.
  static func check(clock at: Timestamp?) throws(HarnessFailure) {
    guard let at, !clocks.contains(at) else { return }
    throw HarnessFailure(
      .usage,
      """
      --at \(at) is outside what certificates can say: dates of the scenarios around it have to lie between 1970, where \
      the clock of Certificate Transparency begins, and the year 9999; give one from \(clocks.lowerBound) to \
      \(clocks.upperBound)
      """)
  }

  /// The folder for evidence and files of the cases that did not pass: each run has its own folder in it, and `latest`
  /// leads to the last one.
  public var artifacts: String?
  public var reports: [ReportRequest] = []
  /// The path of the event log; nil: a file in the artifacts folder, or none.
  public var log: String?
  /// A deviation fails as well.
  public var strict = false
  /// Where the servers listen; nil: on loopback, each conversation at its own port.
  public var listen: Listen?
  /// Where the page is that follows the run; nil: there is none.
  public var page: Listen?
  /// The file with the root of every world, for a client that is built once; nil: each world has its own.
  public var roots: String?
  /// The hosts that such a client has, in the place of the worlds'; empty: the worlds' own.
  public var hosts: [String] = []
  /// A fixed responder port, so that a seed gives the same bytes although certificates embed URLs.
  public var responderPort: UInt16?
  /// Folders with `Scenarios`, `Certs` or `Adapters` beside the built-in catalogue; empty: looked for.
  public var catalogues: [String] = []
  /// The case of a log that is run again: with its clock, and with its responder port if that is free.
  public var replays: LoggedCase?
  /// Show the plan, run nothing.
  public var dryRun = false
  /// The command line, for the log.
  public var arguments: [String] = []
  /// The command's name, for the lines that run a case again.
  public var program = "rogues"
  /// The path of the baseline; nil: none.
  public var baseline: String?
  /// A file `rogues.yaml` has completed these options.
  public var usesProject = false
  /// How often each case runs.
  public var repeats = 1
  /// The first failure ends the run.
  public var failsFast = false
  /// Only the cases that did not end well in this user's last run.
  public var onlyLastFailed = false
  /// Only the event log and the reports are written.
  public var isSilent = false
  /// The part of the plan that runs here; nil: all of it.
  public var shard: Shard?

  public init(mode: RunHeader.Mode) { self.mode = mode }

  /// An address of this machine, and a port for every conversation in turn; without a port each has its own.
  public struct Listen: Sendable, Hashable {
    public var address: String
    public var port: UInt16?

    public init(address: String, port: UInt16? = nil) {
      self.address = address
      self.port = port
    }

    public static let words = "an IPv4 address of this machine, such as 192.168.1.20 or 192.168.1.20:8443"

    /// Nil: the text is none. The client has to be told the address, so it cannot be every address at once.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      guard numbers.count == 4, numbers.allSatisfy({ UInt8($0) != nil }), parts[0] != "0.0.0.0" else { return nil }
      let port = parts.count == 2 ? UInt16(parts[1]) : nil
      guard parts.count == 1 || port.map({ $0 > 0 }) ?? false else { return nil }
      self.init(address: parts[0], port: port)
    }

    /// As it is written.
    public var text: String { address + (port.map { ":\($0)" } ?? "") }
  }

  /// The exclusions from the scenarios that patterns and tags choose.
  public struct Choice: Sendable, Hashable {
    /// Patterns of what is left out.
    public var skips: [String]
    /// At least this level; nil: any.
    public var level: Level?
    /// At least this severity; nil: any.
    public var severity: Severity?
    /// The name of a profile; nil: none.
    public var profile: String?

    public init(skips: [String] = [], level: Level? = nil, severity: Severity? = nil, profile: String? = nil) {
      self.skips = skips
      self.level = level
      self.severity = severity
      self.profile = profile
    }

    public var isEmpty: Bool { self == Choice() }
  }

  /// `kind=path`; path `-` is standard output.
  public struct ReportRequest: Sendable, Hashable {
    /// A kind of report, by its name on the command line.
    public struct Kind: Sendable, Hashable, CaseIterable, RawRepresentable {
      public let rawValue: String

      /// A folder of pages: PATH is the folder.
      public static let html = Kind(known: "html")
      public static let allCases = WholeReport.all.map { Kind(known: $0.name) } + [html]

      /// Nil: no report has this name.
      public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
      }

      private init(known name: String) { rawValue = name }
    }
    public var kind: Kind
    public var path: String

    public init(kind: Kind, path: String) {
      self.kind = kind
      self.path = path
    }
  }
}
