public import RogueModel
public import RogueTrust

/// A validator's checks. Each can be made wrong separately; by default all are right.
public struct ValidatorDecisions: Sendable {
  /// Which certificates may end a path.
  public enum Roots: Sendable, Hashable {
    case asConfigured
    /// The stores too, although the anchors should replace them.
    case storesToo
    /// Not those that the user has installed.
    case withoutUserStore
    /// Of several anchors of the application's own, the first.
    case firstOnly
    /// The certificates that are pinned for the host as well.
    case pinnedToo
  }
  public enum Enforcement: Sendable, Hashable {
    case asConfigured
    /// Continues without a status.
    case soft
    /// Never looks.
    case off
  }

  /// Which paths are tried where there are several.
  public enum Alternatives: Sendable, Hashable {
    case all
    /// Those to another anchor than the first.
    case toOtherAnchors
    /// Others if the first path has a problem of dates.
    case afterDates
    /// Those that do not go on above an anchor.
    case upToFirstAnchor
    /// None but the first.
    case none
  }

  /// Checks the host's name.
  public var checksName = true
  /// In the order in which they say why a path is refused.
  package var checks = PolicyCheck.all
  public var roots = Roots.asConfigured
  /// Problems of a path that are passed over; the second argument is what was presented and found.
  public var forgives: @Sendable (TrustProblem, PathContext) -> Bool = { _, _ in false }
  /// Problems that it reports although there are none.
  public var objects: @Sendable (PathContext) -> TrustProblem? = { _ in nil }
  /// Fetches the issuers that were not served (caIssuers; RFC 5280, section 4.2.2.1). The reference does not: it is right
  /// to refuse an incomplete chain.
  public var fetchesIssuers = false
  /// Which other paths it tries after a refusal.
  public var alternatives = Alternatives.all
  /// Accepts a path if each of its problems is absent on some other path.
  public var mixesPaths = false
  public var enforcement = Enforcement.asConfigured
  /// Methods that are taken from the policy; others are as if they were not listed.
  public var methods = Set(PolicyRecipe.Revocation.Method.allCases)
  /// Checks revocation also if a policy lists more than one method.
  public var knowsSeveralMethods = true
  /// A path of one certificate, which has no issuer to vouch for its status, is refused if a status is required.
  public var requiresAnswersOfLonePaths = true
  /// A failed call of the platform does not count as a success.
  public var heedsFailedCalls = true
  /// Checks revocation for so many certificates of a path, from the leaf on.
  public var mostStatuses = Int.max
  /// Checks revocation for the leaf only.
  public var checksLeafOnly = false
  /// Queries no responder if the policy forbids fetching.
  public var staysOffTheNetwork = true
  /// An available "revoked" counts even if the policy requires no check.
  public var looksUnasked = true
  /// A must-staple certificate needs a staple (RFC 7633).
  public var expectsPromisedStaple = true
  public var revocation = RevocationRules()
  package var rules = Rulebook()

  public init() {}

  package mutating func leaveOut(_ check: PolicyCheck) { checks.removeAll { $0.name == check.name } }

  package mutating func replace(_ check: PolicyCheck, by other: PolicyCheck) {
    checks = checks.map { $0.name == check.name ? other : $0 }
  }

  /// The subject of a problem.
  public struct PathContext: Sendable {
    /// The requested name, in lower case and without final dot; nil if no name is checked.
    public var host: String?
    /// Whether the requested name was written with a final dot.
    public var hasFinalDot = false
    public var served: [[UInt8]]
    public var path: [[UInt8]]
    public var anchors: [[UInt8]]
    /// Those of the served that came from caIssuers URLs.
    public var fetched: [[UInt8]] = []
    /// The moment to judge by, in seconds since 1970.
    public var now: Int64 = 0
  }
}
