public import RogueModel
public import RogueTrust

/// The validator that does everything a policy asks for: path, name, pins, revocation.
///
/// Every other chain validator of this module is this one with other `Decisions`.
public struct PolicyValidator: ChainValidator {
  public var decisions: Decisions
  private let environment: TrustEnvironment

  public init(_ environment: TrustEnvironment, decisions: Decisions = Decisions()) {
    self.environment = environment
    self.decisions = decisions
  }

  public func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    let inquiry = Inquiry(flight: flight, policy: policy, decisions: decisions, environment: environment)
    let question = inquiry.question
    let first = environment.paths.evaluate(question)
    guard let refusal = inquiry.refusal(of: first) else { return .accept }
    // Where there are several ways to an anchor, any of them will do.
    for path in PathBuilder.paths(served: flight.certificates, anchors: question.anchors) where path != first.path {
      var other = question
      other.served = path
      other.anchors = path.suffix(1)
      if inquiry.refusal(of: environment.paths.evaluate(other)) == nil { return .accept }
    }
    return .cancel(refusal.reason, detail: refusal.description)
  }
}

/// What a validator looks at, each of which it can get wrong on its own.
public struct Decisions: Sendable, Hashable {
  /// Checks the host's name.
  public var checksName = true
  /// Checks pins, read so; nil ignores them.
  public var pins: PinReading? = .asConfigured
  /// Checks revocation.
  public var checksRevocation = true
  /// Without being asked for it, a revoked answer that can be had counts, and a promised staple is missed.
  public var looksUnasked = true
  public var revocation = RevocationRules()

  public init() {}
}
