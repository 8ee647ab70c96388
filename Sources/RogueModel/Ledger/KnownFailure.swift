/// A known failure of real clients: a file of the ledger, shown in `docs/records/findings.md`.
public struct KnownFailure: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The client breaks a rule that it means to follow, or must follow.
    case bug
    /// Its authors document this behaviour.
    case documentedPolicy = "documented-policy"
    /// No standard decides, or standards differ; this project has taken a side.
    case judgement
    /// It rightly refuses, but for another reason than the scenario expects.
    case otherReason = "other-reason"
  }

  /// An entry of the ledger, or of a team's baseline: which clients get which verdict in which scenarios.
  public struct Occurrence: Sendable, Hashable {
    public struct Client: Sendable, Hashable {
      public var adapter: String
      public var versions: VersionRange

      public init(adapter: String, versions: VersionRange) {
        self.adapter = adapter
        self.versions = versions
      }
    }

    /// A pattern of ids, and the scenarios of the catalogue that it fits.
    public struct Place: Sendable, Hashable {
      public var pattern: String
      public var scenarios: [String]
      /// The axis values that the pattern requires.
      public var constraints: [AxesSelection.Constraint]
      /// Of a decision table, instead of scenarios.
      public var cells: Cells?

      /// The cells of a decision table that have some values.
      public struct Cells: Sendable, Hashable {
        /// `family/name`.
        public var table: String
        /// `factor=value` each.
        public var values: Set<Substring>

        /// - Parameter pattern: `family/name[factor=value,…]`.
        public init(pattern: String) {
          table = String(pattern.prefix { $0 != "[" })
          values = Set(pattern.dropFirst(table.count + 1).dropLast().split(separator: ","))
        }

        public func contains(_ scenario: String) -> Bool {
          guard scenario.hasPrefix(table), scenario.dropFirst(table.count).first == "[" else { return false }
          return values.isSubset(of: scenario.dropFirst(table.count + 1).dropLast().split(separator: ","))
        }
      }

      /// The place that a pattern of cells names.
      public init(cells pattern: String) {
        self.init(pattern: pattern, scenarios: [], constraints: [])
        cells = Cells(pattern: pattern)
      }

      public init(pattern: String, scenarios: [String], constraints: [AxesSelection.Constraint]) {
        self.pattern = pattern
        self.scenarios = scenarios
        self.constraints = constraints
      }

      /// Whether the place includes a case of that scenario with these values.
      public func holds(_ scenario: String, _ axes: AxisValues) -> Bool {
        (scenarios.contains(scenario) || cells?.contains(scenario) == true)
          && constraints.allSatisfy { $0.admits(axes) }
      }
    }

    public var clients: [Client]
    /// Every client of these stacks, in these versions of the stack.
    public var stacks: [String: VersionRange]
    /// Adapters whose clients are made of the stacks and are right nevertheless, by other means.
    public var exceptions: Set<String>
    /// More than one if a race decides between them.
    public var verdicts: Set<Verdict>
    /// The reason that the client gives instead of the expected one; nil: any. Only for a deviation.
    public var reason: Reason?
    public var places: [Place]
    /// Of a baseline: why the failure is accepted.
    public var why: String?
    /// Where it is tracked, such as a URL.
    public var issue: String?
    /// Midnight (UTC) of the first day on which it was known.
    public var since: Timestamp?
    /// Midnight (UTC) of the last day on which it is accepted.
    public var until: Timestamp?
    public var location: SourceLocation
    /// Clients, stacks and patterns to which nothing corresponds. The ledger has none; a baseline reports them.
    public var unused: [Finding]

    public init(
      clients: [Client], stacks: [String: VersionRange] = [:], exceptions: Set<String> = [], verdicts: Set<Verdict>,
      reason: Reason? = nil, places: [Place], why: String? = nil, issue: String? = nil, since: Timestamp? = nil,
      until: Timestamp? = nil, location: SourceLocation, unused: [Finding] = []
    ) {
      self.clients = clients
      self.stacks = stacks
      self.exceptions = exceptions
      self.verdicts = verdicts
      self.reason = reason
      self.places = places
      self.why = why
      self.issue = issue
      self.since = since
      self.until = until
      self.location = location
      self.unused = unused
    }
  }

  /// The name of its file.
  public var name: String
  /// One line; the heading of its section.
  public var title: String
  public var kind: Kind
  public var occurrences: [Occurrence]
  /// Markdown: what happens and why, and which standard it violates.
  public var text: String
  /// Shell commands that show it without this project.
  public var commands: String?
  /// Why there are no such commands.
  public var withoutCommands: String?
  /// Markdown that follows the commands.
  public var afterwards: String?
  /// Public reports of it: identifiers and URLs. Empty: no report is known.
  public var reported: [String]
  /// The first versions without it, by adapter or stack.
  public var fixed: [String: [String]]
  public var location: SourceLocation

  public init(
    name: String, title: String, kind: Kind, occurrences: [Occurrence], text: String, commands: String?,
    withoutCommands: String?, afterwards: String?, reported: [String] = [], fixed: [String: [String]] = [:],
    location: SourceLocation
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.occurrences = occurrences
    self.text = text
    self.commands = commands
    self.withoutCommands = withoutCommands
    self.afterwards = afterwards
    self.reported = reported
    self.fixed = fixed
    self.location = location
  }

  /// The first versions without it, `okhttp 4.5.0` each.
  public var fixedVersions: [String] {
    fixed.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.joined(separator: " and "))" }
  }

  /// What is said where nobody is known to have reported it.
  public static let noReport = "no report known"

  /// The anchor that Markdown renderers generate for the heading.
  public var anchor: String {
    String(
      title.lowercased().compactMap { character -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
      })
  }
}

extension KnownFailure.Occurrence {
  /// How an occurrence concerns a client.
  public enum Concern: Sendable, Hashable {
    /// This version of the client, or of a stack that it is made of.
    case version
    /// Other versions.
    case otherVersions
  }

  /// Nil: the occurrence is about other clients.
  ///
  /// An entry about the client itself comes before an entry about its stacks, and an entry about one
  /// version of an adapter (`curl@8.5`) before what is written about the adapter.
  ///
  /// - Parameters:
  ///   - name: the adapter's name.
  ///   - stacks: the versions of the stacks that the client is made of.
  public func concern(_ name: String, version: String, stacks: [String: String]) -> Concern? {
    let names = [name, AdapterVariant.adapter(of: name)]
    if let client = names.lazy.compactMap({ name in clients.first { $0.adapter == name } }).first {
      return client.versions.contains(version) ? .version : .otherVersions
    }
    guard exceptions.isDisjoint(with: names) else { return nil }
    let ranges = self.stacks.compactMap { stack, range in stacks[stack].map { range.contains($0) } }
    return ranges.isEmpty ? nil : ranges.contains(true) ? .version : .otherVersions
  }

  /// Whether it says something about an adapter of this name.
  public func names(_ name: String) -> Bool { clients.contains { $0.adapter == name } || exceptions.contains(name) }

  public func concern(_ client: AdapterDescription) -> Concern? {
    concern(client.name, version: client.version, stacks: client.stacks)
  }

  /// Whether a case is in its places.
  public func covers(_ result: CaseResult) -> Bool { places.contains { $0.holds(result.scenario, result.axes) } }

  /// Whether a case ended as the occurrence says.
  public func matches(_ result: CaseResult) -> Bool {
    verdicts.contains(result.judgement.verdict) && (reason.map { $0 == result.reason } ?? true) && covers(result)
  }

  /// `FILE:LINE`.
  public var name: String { "\(location.file):\(location.line)" }

  /// The clients and stacks, as one text.
  public var subject: String { (clients.map(\.adapter) + stacks.keys.sorted()).joined(separator: ", ") }

  /// The patterns, as one text.
  public var pattern: String { places.map(\.pattern).joined(separator: ", ") }

  /// The verdicts, as one text.
  public var expected: String { verdicts.map(\.rawValue).sorted().joined(separator: " or ") }

  /// Whether its time is over.
  public func isExpired(at now: Timestamp) -> Bool { until.map { now >= $0 + 86_400 } ?? false }

  /// In a baseline, a pattern matches at most so many scenarios.
  public static let maxScenariosPerPattern = 20

  /// Why a pattern accepts more than a reader would expect; nil: none does.
  public var breadth: String? {
    for place in places {
      if let grave = verdicts.filter(\.admitsAttacker).map(\.rawValue).sorted().first,
        place.pattern.contains("*") || !place.pattern.contains("/")
      {
        return "'\(place.pattern)' is a pattern; name every scenario with the verdict \(grave)"
      }
      guard place.scenarios.count <= Self.maxScenariosPerPattern else {
        return "'\(place.pattern)' matches \(place.scenarios.count) scenarios; "
          + "a pattern may match \(Self.maxScenariosPerPattern) at most"
      }
    }
    return nil
  }
}

extension CaseResult {
  /// The reason that the client gave last.
  public var reason: Reason? {
    guard case .statement(let statement)? = steps.last?.report?.outcome else { return nil }
    return statement.reason
  }
}
