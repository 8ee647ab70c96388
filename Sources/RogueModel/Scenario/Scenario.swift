/// A world, one mutation, and what is expected: the unit of the catalogue.
///
/// A scenario arrives here resolved: each step holds the world it runs in, mutation already applied.
public struct Scenario: Hashable, Sendable {
  /// `family/name`, equal to its path under `Scenarios/`.
  public var id: String
  public var title: String
  /// Two sentences for a developer who never read RFC 5280.
  public var why: String
  public var level: Level
  public var severity: Severity
  public var references: [String]
  /// The published failures of validators, and the cases of other test suites, that it reproduces.
  public var covers: [String] = []
  /// A scenario with the same fault, such as that of the catalogue of which an app's own is made: the findings about that one
  /// are about this one, too.
  public var like: String?
  public var tags: [String]
  /// Standard terms that the world and the mutation do not imply; `Keywords` generates the others.
  public var keywords: [String] = []
  /// The healthy world; the control of every step.
  public var world: World
  /// Policies that are run, in order; every one has an expectation in every step.
  public var policies: [String]
  public var steps: [Step]
  /// The steps of the control, if it is not the same conversation without mutations: a cell of a decision table has the
  /// cell beside it.
  public var contrast: [Step]?
  public var axes: Axes
  /// Capabilities beyond those that the policies imply.
  public var needs: [Capability]
  public var location: SourceLocation

  public init(
    id: String, title: String, why: String, level: Level, severity: Severity, references: [String], tags: [String],
    world: World, policies: [String], steps: [Step], axes: Axes, needs: [Capability], location: SourceLocation
  ) {
    self.id = id
    self.title = title
    self.why = why
    self.level = level
    self.severity = severity
    self.references = references
    self.tags = tags
    self.world = world
    self.policies = policies
    self.steps = steps
    self.axes = axes
    self.needs = needs
    self.location = location
  }

  /// A scenario without a mutation is its own control.
  public var isHealthy: Bool { steps.allSatisfy { $0.mutation == nil } }

  /// Whether a step uses another policy or another host than an earlier step. What the client found out in the earlier
  /// step then does not apply.
  public func changesPolicyOrHost(in step: Int) -> Bool {
    steps[..<step].contains { earlier in
      let now = steps[step]
      // If other certificates were presented, no client has met the fault that is refused now.
      return earlier.world == now.world && (earlier.policy != now.policy || earlier.host != now.host)
    }
  }

  /// One attempt of the conversation.
  public struct Step: Hashable, Sendable {
    public var mutation: Mutation?
    /// The world of this step: the scenario's, with the mutation applied.
    public var world: World
    /// Expectation by policy; has every policy of the scenario.
    public var expectations: [String: Expectation]
    public var reuse: Reuse
    /// A trust-on-first-use validator may learn on this step.
    public var learn: Bool
    /// The policy of this step, whatever the case's is; nil: the case's.
    public var policy: String?
    /// The host that the client connects to in this step; nil: the world's.
    public var host: String?
    public var delay: StepDelay
    /// The policy of another attempt, which begins after this one and ends before it; nil: there is none.
    public var beside: String?

    public init(
      mutation: Mutation?, world: World, expectations: [String: Expectation], reuse: Reuse = .none, learn: Bool = false,
      policy: String? = nil, host: String? = nil, delay: StepDelay = .atOnce, beside: String? = nil
    ) {
      self.mutation = mutation
      self.world = world
      self.expectations = expectations
      self.reuse = reuse
      self.learn = learn
      self.policy = policy
      self.host = host
      self.delay = delay
      self.beside = beside
    }
  }

  /// The axis values from which a scenario's cases are made, apart from policies.
  public struct Axes: Hashable, Sendable {
    public var tls: [TLSVersion]
    public var keys: [KeyType]

    public init(tls: [TLSVersion] = TLSVersion.allCases, keys: [KeyType] = [.p256]) {
      self.tls = tls
      self.keys = keys
    }
  }
}

/// The one change that turns a healthy world into a rogue one.
public struct Mutation: Hashable, Sendable, CustomStringConvertible {
  /// Path components, such as `server`, `present`.
  public var path: [String]
  /// The new value, in YAML flow form on one line, for people.
  public var value: String
  public var location: SourceLocation

  public init(path: [String], value: String, location: SourceLocation) {
    self.path = path
    self.value = value
    self.location = location
  }

  public var description: String { "\(path.joined(separator: ".")): \(value)" }
}

/// A closed set of right answers; usually one.
public struct Expectation: Hashable, Sendable {
  /// At least one; the validator must give one of them.
  public var answers: [Answer]
  /// A client that never saw the fault is right (probe-then-use scenarios).
  public var unexercisedPasses: Bool
  /// The server decides (strict lists of client certificates): its refusal is evidence.
  public var serverIsJudge: Bool
  /// The demands on each ClientHello of the client.
  public var clientHello: Settings

  public init(
    answers: [Answer], unexercisedPasses: Bool = false, serverIsJudge: Bool = false, clientHello: Settings = Settings()
  ) {
    self.answers = answers
    self.unexercisedPasses = unexercisedPasses
    self.serverIsJudge = serverIsJudge
    self.clientHello = clientHello
  }

  public static let accept = Expectation(answers: [Answer(disposition: .accept)])

  /// Whether no right answer is an accept: then application data on this server is never right.
  public var mustCancel: Bool { answers.allSatisfy { $0.disposition == .cancel } }

  public struct Answer: Hashable, Sendable {
    public var disposition: Disposition
    /// Empty: any reason is right.
    public var reasons: Set<Reason>
    /// Empty: handshake or after-handshake, never configuration.
    public var phases: Set<Phase>
    /// Names of the certificates that the client must have sent, in order; nil: not judged.
    public var clientChain: [String]?
    /// The client must not send its certificate to this server.
    public var identityWithheld: Bool

    public init(
      disposition: Disposition, reasons: Set<Reason> = [], phases: Set<Phase> = [], clientChain: [String]? = nil,
      identityWithheld: Bool = false
    ) {
      self.disposition = disposition
      self.reasons = reasons
      self.phases = phases
      self.clientChain = clientChain
      self.identityWithheld = identityWithheld
    }
  }
}
