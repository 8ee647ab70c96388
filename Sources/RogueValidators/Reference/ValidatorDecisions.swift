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
  /// Checks the host's name also if no pin set applies to the host.
  public var checksNameWithoutPins = true
  /// Checks the host's name also if the path satisfies the pins.
  public var checksNameBesidePins = true
  public var roots = Roots.asConfigured
  /// Problems of a path that are passed over; the second argument is what was presented and found.
  public var forgives: @Sendable (TrustProblem, PathContext) -> Bool = { _, _ in false }
  /// Problems that it reports although there are none.
  public var objects: @Sendable (PathContext) -> TrustProblem? = { _ in nil }
  /// Fetches the issuers that were not served (caIssuers; RFC 5280, section 4.2.2.1). The reference does not: it is right
  /// to refuse an incomplete chain.
  public var fetchesIssuers = false
  /// Checks pins, read so; nil ignores them.
  public var pins: PinReading? = .asConfigured
  public var pinSetSelection = PinSetSelection.asConfigured
  /// Compares pins also if it presents a client certificate.
  public var pinsBesideIdentity = true
  /// Compares pins also if it checks no name.
  public var pinsWithoutName = true
  /// Compares pins also if the path ends in a root that the user has installed.
  public var pinsUnderUserRoots = true
  /// Compares pins also if the path ends in a root of the system's, rather than in an anchor of the application's own.
  public var pinsUnderSystemRoots = true
  /// Compares pins also with a path of one certificate.
  public var pinsLonePaths = true
  /// Refuses every server if the pins that an earlier start has stored cannot be read.
  public var needsStoredPins = true
  /// Compares pins with what was served, and with the anchor, instead of what was validated.
  public var pinsServedList = false
  /// Compares pins also with an anchor that the server left out.
  public var pinsUnservedAnchors = true
  /// Compares pins with a path of its own, in which each issuer is the first served certificate with the name.
  public var pinsPathOfNames = false
  /// Compares pins with every path whose names and signatures fit, valid or not.
  public var pinsAnyPath = false
  /// Compares pins also with served certificates that have issued the anchor.
  public var pinsAboveAnchors = false
  /// Checks revocation also if the leaf is a pinned certificate.
  public var pinnedLeafNeedsStatus = true
  /// Looks up pins by the name in the leaf's subject: if that is not the host's, none apply.
  public var pinsBySubject = false
  /// Which other paths it tries after a refusal.
  public var alternatives = Alternatives.all
  /// Accepts a path if each of its problems is absent on some other path.
  public var mixesPaths = false
  /// A pin that fits the served leaf makes every other check unnecessary.
  public var pinsReplaceTrust = false
  /// What does not count any more once a pin on the leaf fits the served leaf.
  public var leafPinExcuses: Set<Reason> = []
  public var enforcement = Enforcement.asConfigured
  /// Methods that are taken from the policy; others are as if they were not listed.
  public var methods = Set(PolicyRecipe.Revocation.Method.allCases)
  /// Checks revocation also if a policy lists more than one method.
  public var knowsSeveralMethods = true
  /// A path of one certificate, which has no issuer to vouch for its status, is refused if a status is required.
  public var requiresAnswersOfLonePaths = true
  /// What the platform fails to do is not as good as done.
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
  /// Counts the logs that vouch for the leaf, by these rules; nil: never, whatever the policy asks for.
  public var transparency: TransparencyRules? = TransparencyRules()

  public init() {}

  /// What a problem is about.
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
