public import RogueModel
public import RogueTrust

/// What a validator looks at, each of which it can get wrong on its own. As it stands, nothing is.
public struct ValidatorDecisions: Sendable {
  /// Which certificates may end a path.
  public enum Roots: Sendable, Hashable {
    case asConfigured
    /// The stores, also where anchors should replace them.
    case storesToo
    /// Not those that the user has installed.
    case withoutUserStore
  }
  public enum Enforcement: Sendable, Hashable {
    case asConfigured
    /// Goes on without an answer.
    case soft
    /// Never looks.
    case off
  }

  /// Checks the host's name.
  public var checksName = true
  public var roots = Roots.asConfigured
  /// Problems of a path that are passed over; the second argument is what was presented and found.
  public var forgives: @Sendable (TrustProblem, PathContext) -> Bool = { _, _ in false }
  /// Problems that it sees where there are none.
  public var objects: @Sendable (PathContext) -> TrustProblem? = { _ in nil }
  /// Fetches the issuers that were not served (caIssuers; RFC 5280, section 4.2.2.1). The reference does not: it is right
  /// to refuse an incomplete chain.
  public var fetchesIssuers = false
  /// Checks pins, read so; nil ignores them.
  public var pins: PinReading? = .asConfigured
  public var pinScope = PinScope.asConfigured
  /// Compares pins also where it shows a certificate of its own.
  public var pinsBesideIdentity = true
  /// Compares pins with what was served, and with the anchor, instead of what was validated.
  public var pinsServedList = false
  /// Compares pins with every path whose names and signatures fit, valid or not.
  public var pinsAnyPath = false
  /// Looks pins up by the name in the leaf's subject: where it is not the host's, none apply.
  public var pinsBySubject = false
  /// Takes a path for good when every problem of it is missing on another one.
  public var mixesPaths = false
  /// A pin that fits the served leaf makes every other check unnecessary.
  public var pinsReplaceTrust = false
  /// What does not count any more once a pin on the leaf fits the served leaf.
  public var leafPinExcuses: Set<Reason> = []
  public var enforcement = Enforcement.asConfigured
  /// Methods that are taken from the policy; others are as if they were not listed.
  public var methods = Set(PolicyRecipe.Revocation.Method.allCases)
  /// Looks into revocation also where a policy lists more than one method.
  public var knowsSeveralMethods = true
  /// A path of one certificate, which nobody can answer for, is not good where an answer is required.
  public var requiresAnswersOfLonePaths = true
  /// What the platform fails to do is not as good as done.
  public var heedsFailedCalls = true
  /// Checks revocation for the leaf only.
  public var checksLeafOnly = false
  /// Asks nobody where the policy says that nothing may be fetched.
  public var staysOffTheNetwork = true
  /// Without being asked for it, a revoked answer that can be had counts.
  public var looksUnasked = true
  /// A staple that the certificate promises has to come (RFC 7633).
  public var expectsPromisedStaple = true
  public var revocation = RevocationRules()
  /// Counts the logs that vouch for the leaf, by these rules; nil: never, whatever the policy asks for.
  public var transparency: TransparencyRules? = TransparencyRules()

  public init() {}

  /// What a problem is about.
  public struct PathContext: Sendable {
    /// The name that was asked for, without case and final dot; nil when none is checked.
    public var host: String?
    public var served: [[UInt8]]
    public var path: [[UInt8]]
    public var anchors: [[UInt8]]
    /// Those of the served that came from caIssuers URLs.
    public var fetched: [[UInt8]] = []
  }
}
