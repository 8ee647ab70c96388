public import RogueModel
internal import Synchronization

/// A server trust with the semantics of Apple's, as a profile with stated differences (`PlatformRules`). Never that platform's verdict.
///
/// All policies must be satisfied. Anchors replace the stores unless they are added back. Setters invalidate the
/// result, and getters evaluate again, so code that reads the chain after it has changed the anchors sees another chain
/// than the one that was judged.
public final class EvaluatedTrust: ServerTrust {
  struct State {
    var policies: [TrustPolicy]
    var anchors: [[UInt8]]?
    var anchorsOnly = false
    var verdict: Verdict?
  }

  struct Verdict {
    var result: TrustResult
    var path: [[UInt8]]
    var problems: [TrustProblem]
  }

  let flight: ServerFlight
  /// Stores, CRLs, time, and the calls that the platform lets fail; pins, anchors and revocation mode are the handler's
  /// business.
  let policy: AttemptPolicy
  let environment: TrustEnvironment
  let rules: PlatformRules
  private let state: Mutex<State>

  /// - Parameter hostname: the name that the system would check; nil checks no name.
  public init(
    flight: ServerFlight, hostname: String?, policy: AttemptPolicy, environment: TrustEnvironment,
    rules: PlatformRules = .urlLoading
  ) {
    self.flight = flight
    self.policy = policy
    self.environment = environment
    self.rules = rules
    state = Mutex(State(policies: [policy.platform.fails == .foreignPolicy ? .basic : .ssl(hostname: hostname)]))
  }

  public func policies() throws(TrustCallFailure) -> [TrustPolicy] {
    guard policy.platform.fails != .reading else {
      throw TrustCallFailure("policies", "they cannot be read")
    }
    return state.withLock { $0.policies }
  }

  public func properties(of policy: TrustPolicy) -> TrustPolicy.Properties? {
    self.policy.platform.fails == .describing ? nil : policy.properties
  }

  public func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure) {
    guard policy.platform.fails != .setting else {
      throw TrustCallFailure("setPolicies", "they cannot be set")
    }
    guard !policies.isEmpty else { throw TrustCallFailure("setPolicies", "there is no policy") }
    state.withLock { state in
      state.policies = policies
      state.verdict = nil
    }
  }

  public func setAnchors(_ anchors: [[UInt8]]?) throws(TrustCallFailure) {
    guard anchors?.contains(where: { CertificateFacts(der: $0) == nil }) != true else {
      throw TrustCallFailure("setAnchors", "an anchor is not a certificate")
    }
    state.withLock { state in
      state.anchors = anchors
      state.anchorsOnly = anchors != nil
      state.verdict = nil
    }
  }

  public func setAnchorsOnly(_ only: Bool) throws(TrustCallFailure) {
    state.withLock { state in
      state.anchorsOnly = only
      state.verdict = nil
    }
  }

  public func evaluate() throws(TrustCallFailure) -> TrustResult {
    guard policy.platform.fails != .evaluating else {
      throw TrustCallFailure("evaluate", "the evaluation could not be done")
    }
    return verdict().result
  }

  public var result: TrustResult { state.withLock { $0.verdict?.result ?? .invalid } }
  public var chain: [[UInt8]] { verdict().path }
  public var problems: [TrustProblem] { verdict().problems }

  private func verdict() -> Verdict {
    // Evaluated outside the lock, because it may query a responder; a setter in between only means one more evaluation.
    let snapshot = state.withLock { $0 }
    if let verdict = snapshot.verdict { return verdict }
    let verdict = evaluate(snapshot)
    state.withLock { $0.verdict = verdict }
    return verdict
  }
}
