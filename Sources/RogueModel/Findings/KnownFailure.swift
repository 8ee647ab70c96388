/// A failure of real clients that somebody has looked at: an entry of the ledger that `docs/findings.md` shows.
public struct KnownFailure: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The client breaks a rule that it means to keep, or that it has to.
    case bug
    /// Its authors say that it does so, and why.
    case documentedPolicy = "documented-policy"
    /// No standard decides, or several; this project has taken a side.
    case ourTaste = "our-taste"
    /// It refuses, and rightly, for a reason of its own.
    case otherReason = "other-reason"
  }

  /// When it happens.
  public struct Occurrence: Sendable, Hashable {
    public struct Client: Sendable, Hashable {
      public var adapter: String
      public var versions: VersionRange

      public init(adapter: String, versions: VersionRange) {
        self.adapter = adapter
        self.versions = versions
      }
    }

    /// A pattern of ids, and what it fits in the catalogue.
    public struct Place: Sendable, Hashable {
      public var pattern: String
      public var scenarios: [String]
      /// What it says of the axes.
      public var constraints: [AxesSelection.Constraint]

      public init(pattern: String, scenarios: [String], constraints: [AxesSelection.Constraint]) {
        self.pattern = pattern
        self.scenarios = scenarios
        self.constraints = constraints
      }

      /// Whether a case of that scenario with these values is meant.
      public func holds(_ scenario: String, _ axes: AxisValues) -> Bool {
        scenarios.contains(scenario) && constraints.allSatisfy { $0.admits(axes) }
      }
    }

    public var clients: [Client]
    /// More than one where a race decides which it gets.
    public var verdicts: Set<Verdict>
    /// What the client says instead of the reason that is right; nil: that is not looked at. Of a deviation only.
    public var reason: Reason?
    public var places: [Place]

    public init(clients: [Client], verdicts: Set<Verdict>, reason: Reason?, places: [Place]) {
      self.clients = clients
      self.verdicts = verdicts
      self.reason = reason
      self.places = places
    }
  }

  /// The name of its file.
  public var name: String
  /// One line, which is its heading.
  public var title: String
  public var kind: Kind
  public var occurrences: [Occurrence]
  /// Markdown: what happens and why, and by which standard it is wrong.
  public var text: String
  /// Shell that shows it without this project.
  public var commands: String?
  /// Why there is no such shell.
  public var withoutCommands: String?
  /// Markdown that stands after the commands.
  public var afterwards: String?
  public var location: SourceLocation

  public init(
    name: String, title: String, kind: Kind, occurrences: [Occurrence], text: String, commands: String?,
    withoutCommands: String?, afterwards: String?, location: SourceLocation
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.occurrences = occurrences
    self.text = text
    self.commands = commands
    self.withoutCommands = withoutCommands
    self.afterwards = afterwards
    self.location = location
  }

  /// What renderers of Markdown make of the heading, to point at it.
  public var anchor: String {
    String(
      title.lowercased().compactMap { character -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
      })
  }
}
