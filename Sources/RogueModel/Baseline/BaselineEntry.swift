/// A failure that a team knows of and accepts for now: an entry of its baseline.
public struct BaselineEntry: Sendable, Hashable {
  /// What an entry may accept. A crash, a hang and a broken contract say nothing about the validator, and what is unstable
  /// is sometimes something else: neither can be known.
  public static let acceptable: [Verdict] =
    Verdict.allCases.filter(\.isWrongDecision) + [.deviation, .inconclusive, .unsupported]
  /// A pattern matches at most so many scenarios.
  public static let maxScenariosPerPattern = 20

  public var place: KnownFailure.Occurrence.Place
  /// The adapter's name.
  public var adapter: String
  public var verdict: Verdict
  /// Nil: any version.
  public var versions: VersionRange?
  /// Why the failure is accepted.
  public var why: String
  /// Where it is tracked, such as a URL.
  public var issue: String?
  /// Midnight (UTC) of the first day on which it was known.
  public var since: Timestamp?
  /// Midnight (UTC) of the last day on which it is accepted.
  public var until: Timestamp?
  public var location: SourceLocation
  /// Why the entry can never apply, in words; nil: it can.
  public var unusedBecause: String?

  public init(
    place: KnownFailure.Occurrence.Place, adapter: String, verdict: Verdict, versions: VersionRange?, why: String,
    issue: String?, since: Timestamp?, until: Timestamp?, location: SourceLocation, unusedBecause: String? = nil
  ) {
    self.place = place
    self.adapter = adapter
    self.verdict = verdict
    self.versions = versions
    self.why = why
    self.issue = issue
    self.since = since
    self.until = until
    self.location = location
    self.unusedBecause = unusedBecause
  }

  /// Whether the entry is about a case of this scenario with these values, by an adapter of this version.
  public func covers(_ scenario: String, _ axes: AxisValues, adapter: String, version: String) -> Bool {
    self.adapter == adapter && (versions?.contains(version) ?? true) && place.holds(scenario, axes)
  }

  /// Whether its time is over.
  public func isExpired(at now: Timestamp) -> Bool { until.map { now >= $0 + 86_400 } ?? false }

  /// Why the pattern accepts more than a reader would expect; nil: it does not.
  public var breadth: String? {
    if verdict.admitsAttacker, place.pattern.contains("*") || !place.pattern.contains("/") {
      return "'\(place.pattern)' is a pattern; name every scenario with the verdict \(verdict.rawValue)"
    }
    guard place.scenarios.count > Self.maxScenariosPerPattern else { return nil }
    return "'\(place.pattern)' matches \(place.scenarios.count) scenarios; "
      + "an entry may match \(Self.maxScenariosPerPattern) at most"
  }
}

/// What the baseline says about one case.
public struct BaselineMark: Sendable, Hashable {
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It fails as the baseline says.
    case known
    /// It fails, and the baseline does not say so.
    case new
    /// It fails in another way than the baseline says.
    case changed
    /// It passes, and the baseline says that it fails.
    case fixed
  }

  public var state: State
  /// The entry's place, `FILE:LINE`; nil: there is no entry.
  public var entry: String?
  public var why: String?
  public var issue: String?

  public init(_ state: State, entry: String? = nil, why: String? = nil, issue: String? = nil) {
    self.state = state
    self.entry = entry
    self.why = why
    self.issue = issue
  }
}
