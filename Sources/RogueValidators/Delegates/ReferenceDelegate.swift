package import RogueModel
public import RogueTrust
internal import Synchronization

/// The reference in the shape of a delegate: path, name, revocation and pins of the policy, by the platform's trust.
///
/// A delegate with other `DelegateDecisions` is wrong.
package final class ReferenceDelegate: ChallengeHandler {
  private let policy: AttemptPolicy
  private let now: Int64
  private let decisions: DelegateDecisions
  private let bundle: ClientBundle?
  /// The answer to the last challenge, for a delegate that repeats it.
  private let last = Mutex<ChallengeAnswer.Disposition?>(nil)

  package init(_ policy: AttemptPolicy, now: Int64, decisions: DelegateDecisions) {
    self.policy = policy
    self.now = now
    self.decisions = decisions
    bundle = policy.identity.map { ClientBundle($0) }
  }

  package func canAuthenticate(against space: ProtectionSpace) -> Bool {
    decisions.delivery != .unwanted || space.method != .serverTrust
  }

  package func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    handle(challenge, by: .session, completion)
  }

  package func handle(
    _ challenge: AuthenticationChallenge, by method: DelegateMethod, _ completion: ChallengeCompletion
  ) {
    if decisions.givesUpAfterFailure, challenge.previousFailureCount > 0 { return completion(.cancel) }
    if decisions.usesProposed, let proposed = challenge.proposedCredential {
      return completion(.useCredential, proposed)
    }
    guard challenge.space.method == .serverTrust, let trust = challenge.space.serverTrust else {
      return answer(other: challenge, completion)
    }
    if decisions.repeatsItself, let last = last.withLock({ $0 }) {
      return completion(last, last == .useCredential ? .trust(trust) : nil)
    }
    if decisions.delivery == .comparesAtTheTask, method == .session { return completion(.performDefaultHandling) }
    if decisions.yieldsAfterFailure, challenge.previousFailureCount > 0 {
      return completion(.useCredential, .trust(trust))
    }
    if let refusal = refusal(of: trust) { return completion(.cancel, refusal: refusal) }
    if let mismatch = mismatch(of: trust, host: challenge.space.host) {
      return turnAway(ChallengeAnswer.Refusal(.pinMismatch, mismatch), trust, completion)
    }
    completion(.useCredential, .trust(trust))
  }

  private func answer(other challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    last.withLock { $0 = .performDefaultHandling }
    guard challenge.space.method == .clientCertificate, let bundle else {
      return completion(.performDefaultHandling)
    }
    guard let content = bundle.opened() else {
      return completion(.cancel, refusal: ChallengeAnswer.Refusal(.clientIdentity, "the bundle cannot be opened"))
    }
    let leaf = content.identity.leaf
    completion(.useCredential, .identity(content.identity, certificates: content.others.filter { $0 != leaf }))
  }

  private func refusal(of trust: any ServerTrust) -> ChallengeAnswer.Refusal? {
    if let anchors = policy.anchors, (try? trust.setAnchors(anchors)) == nil {
      return ChallengeAnswer.Refusal(.configuration, "the anchors cannot be set")
    }
    do throws(TrustCallFailure) {
      try policy.addRevocation(to: trust)
    } catch {
      if decisions.insistsOnRevocation { return ChallengeAnswer.Refusal(.revocationUnknown, error.description) }
    }
    guard decisions.evaluates else { return nil }
    do throws(TrustCallFailure) {
      let result = try trust.evaluate()
      guard !decisions.accepted.contains(result) else { return nil }
      let problem = trust.problems.first
      return ChallengeAnswer.Refusal(
        problem?.reason ?? .other, problem?.description ?? "the result is \(result)")
    } catch {
      return decisions.overlooksFailedEvaluation ? nil : ChallengeAnswer.Refusal(.other, error.description)
    }
  }

  private func mismatch(of trust: any ServerTrust, host: String) -> String? {
    policy.pinSets.first { set in
      set.covers(host) && set.isInForce(at: now) && !set.any.contains { $0.fits(trust.chain) }
    }.map { "no pin for \($0.host) fits the path" }
  }

  private func turnAway(
    _ refusal: ChallengeAnswer.Refusal, _ trust: any ServerTrust, _ completion: ChallengeCompletion
  ) {
    switch decisions.failedPin {
    case .cancel: completion(.cancel, refusal: refusal)
    case .defaultHandling: completion(.performDefaultHandling)
    case .rejectProtectionSpace: completion(.rejectProtectionSpace)
    case .silence: break
    case .two:
      completion(.cancel, refusal: refusal)
      completion(.useCredential, .trust(trust))
    }
  }
}

extension BuiltInValidator {
  /// The reference in the shape of a delegate.
  public static func referenceDelegate(_ environment: TrustEnvironment) -> BuiltInValidator {
    BuiltInValidator(
      name: "reference-delegate", summary: "the reference as a URL-loading delegate",
      kind: .handler { policy, _, _ in
        .ready(ReferenceDelegate(policy, now: environment.clock(), decisions: DelegateDecisions()))
      })
  }
}
