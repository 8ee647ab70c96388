public import RogueModel
internal import Synchronization

/// A server trust with the semantics of Apple's, as a profile with stated differences (`PlatformRules`), over either
/// library. Never that platform's verdict.
///
/// Policies are all to be satisfied; anchors replace the stores unless they are added back; setters take the verdict
/// back, and getters evaluate again, so that who reads the chain after changing the anchors sees another chain than
/// the one that was judged.
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
  /// Stores, lists and time; pins, anchors and revocation mode are the handler's business.
  let policy: AttemptPolicy
  let environment: TrustEnvironment
  let rules: PlatformRules
  let faults: Set<TrustFault>
  private let state: Mutex<State>

  /// - Parameters:
  ///   - hostname: what the system would check; nil checks no name.
  ///   - faults: calls that fail.
  public init(
    flight: ServerFlight, hostname: String?, policy: AttemptPolicy, environment: TrustEnvironment,
    rules: PlatformRules = .urlLoading, faults: Set<TrustFault> = []
  ) {
    self.flight = flight
    self.policy = policy
    self.environment = environment
    self.rules = rules
    self.faults = faults
    state = Mutex(State(policies: [.ssl(hostname: hostname)]))
  }

  public func policies() throws(TrustCallFailure) -> [TrustPolicy] {
    guard !faults.contains(.policiesCannotBeRead) else {
      throw TrustCallFailure("policies", "they cannot be read")
    }
    return state.withLock { $0.policies }
  }

  public func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure) {
    guard !faults.contains(.policiesCannotBeSet) else {
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
      throw TrustCallFailure("setAnchors", "an anchor is no certificate")
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
    guard !faults.contains(.cannotBeEvaluated) else {
      throw TrustCallFailure("evaluate", "the evaluation could not be done")
    }
    return verdict().result
  }

  public var result: TrustResult { state.withLock { $0.verdict?.result ?? .invalid } }
  public var chain: [[UInt8]] { verdict().path }
  public var problems: [TrustProblem] { verdict().problems }

  private func verdict() -> Verdict {
    // Evaluated outside the lock, because it may ask a responder; a setter in between only means one more evaluation.
    let snapshot = state.withLock { $0 }
    if let verdict = snapshot.verdict { return verdict }
    let verdict = evaluate(snapshot)
    state.withLock { $0.verdict = verdict }
    return verdict
  }
}

/// Calls on a trust that are made to fail, to see what a handler makes of it.
public enum TrustFault: Sendable, Hashable, CaseIterable {
  case policiesCannotBeRead, policiesCannotBeSet, cannotBeEvaluated
}
