package import RogueModel
public import RogueTrust

/// The reference in the shape of a delegate: path, name, revocation and pins of the policy, by the platform's trust.
package final class ReferenceDelegate: ChallengeHandler {
  private let policy: AttemptPolicy
  private let now: Int64
  private let rules: Rulebook
  private let bundle: ClientBundle?

  package init(_ policy: AttemptPolicy, now: Int64, rules: Rulebook = Rulebook()) {
    self.policy = policy
    self.now = now
    self.rules = rules
    bundle = policy.identity.map { ClientBundle($0) }
  }

  package func canAuthenticate(against space: ProtectionSpace) -> Bool { rules(.wantedSpace, space) }

  package func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
    handle(challenge, by: .session, completion)
  }

  package func handle(
    _ challenge: AuthenticationChallenge, by method: DelegateMethod, _ completion: ChallengeCompletion
  ) {
    let question = DelegateQuestion(
      challenge: challenge, method: method, policy: policy, now: now, bundle: bundle, rules: rules)
    for answer in rules(.answers, question) { completion(answer) }
  }
}

/// A challenge, and what its delegate knows.
package struct DelegateQuestion: Sendable {
  package let challenge: AuthenticationChallenge
  package let method: DelegateMethod
  let policy: AttemptPolicy
  let now: Int64
  let bundle: ClientBundle?
  let rules: Rulebook

  /// Nil: the challenge is about something else than a server.
  package var trust: (any ServerTrust)? {
    challenge.space.method == .serverTrust ? challenge.space.serverTrust : nil
  }

  fileprivate var answerAboutIdentity: ChallengeAnswer {
    guard challenge.space.method == .clientCertificate, let bundle else {
      return ChallengeAnswer(.performDefaultHandling)
    }
    guard let content = bundle.opened() else {
      return ChallengeAnswer(.cancel, refusal: .init(.clientIdentity, "the bundle cannot be opened"))
    }
    let leaf = content.identity.leaf
    return ChallengeAnswer(
      .useCredential, .identity(content.identity, certificates: content.others.filter { $0 != leaf }))
  }

  fileprivate func refusal(of trust: any ServerTrust) -> ChallengeAnswer.Refusal? {
    if let anchors = policy.anchors, (try? trust.setAnchors(anchors)) == nil {
      return ChallengeAnswer.Refusal(.configuration, "the anchors cannot be set")
    }
    do throws(TrustCallFailure) {
      try policy.addRevocation(to: trust)
    } catch {
      if let refusal = rules(.unenforceableRevocation, error) { return refusal }
    }
    return rules(.trustEvaluation, self)
  }

  fileprivate func mismatch(of trust: any ServerTrust) -> ChallengeAnswer.Refusal? {
    policy.pinSets.first { set in
      set.covers(challenge.space.host) && set.isInForce(at: now) && !set.any.contains { $0.fits(trust.chain) }
    }.map { ChallengeAnswer.Refusal(.pinMismatch, "no pin for \($0.host) matches the path") }
  }
}

/// A server that fails its pins.
package struct PinFailure: Sendable {
  package let trust: any ServerTrust
  package let refusal: ChallengeAnswer.Refusal
}

extension Rule<ProtectionSpace, Bool> {
  package static var wantedSpace: Self {
    Self("delegate/wanted-space", "a space that the delegate does not want gets default handling") { _ in true }
  }
}

extension Rule<DelegateQuestion, [ChallengeAnswer]> {
  /// The completion handler is called once, with the decision about this challenge, whatever failed before and whatever
  /// credential is proposed.
  package static var answers: Self {
    Self("delegate/answers", "URLAuthenticationChallenge: one answer for each challenge") { question in
      guard let trust = question.trust else { return [question.answerAboutIdentity] }
      if let refusal = question.refusal(of: trust) { return [ChallengeAnswer(.cancel, refusal: refusal)] }
      if let mismatch = question.mismatch(of: trust) {
        return question.rules(.failedPin, PinFailure(trust: trust, refusal: mismatch))
      }
      return [ChallengeAnswer(.useCredential, .trust(trust))]
    }
  }
}

extension Rule<PinFailure, [ChallengeAnswer]> {
  package static var failedPin: Self {
    Self("delegate/failed-pin", "the system would trust what default handling decides") { failure in
      [ChallengeAnswer(.cancel, refusal: failure.refusal)]
    }
  }
}

extension Rule<DelegateQuestion, ChallengeAnswer.Refusal?> {
  /// A credential counts as trust, so the trust is evaluated before it is used.
  package static var trustEvaluation: Self {
    Self("delegate/trust-evaluation", "URLCredential(trust:) does not evaluate") { question in
      guard let trust = question.trust else { return nil }
      do throws(TrustCallFailure) {
        let result = try trust.evaluate()
        guard !question.rules(.goodResult, result) else { return nil }
        let problem = trust.problems.first
        return ChallengeAnswer.Refusal(
          problem?.reason ?? .other, problem?.description ?? "the result is \(result)")
      } catch {
        return question.rules(.failedEvaluation, error)
      }
    }
  }
}

extension Rule<TrustResult, Bool> {
  package static var goodResult: Self {
    Self("delegate/good-result", "SecTrustResultType: proceed and unspecified") {
      [.proceed, .unspecified].contains($0)
    }
  }
}

extension Rule<TrustCallFailure, ChallengeAnswer.Refusal?> {
  package static var failedEvaluation: Self {
    Self("delegate/failed-evaluation", "an evaluation that could not be done is no good one") { failure in
      ChallengeAnswer.Refusal(.other, failure.description)
    }
  }

  package static var unenforceableRevocation: Self {
    Self("delegate/unenforceable-revocation", "a policy's revocation checks are made or the server is refused") {
      failure in
      ChallengeAnswer.Refusal(.revocationUnknown, failure.description)
    }
  }
}

extension BuiltInValidator {
  /// The reference in the shape of a delegate.
  public static func referenceDelegate(_ environment: TrustEnvironment) -> BuiltInValidator {
    BuiltInValidator(
      name: "reference-delegate", summary: "the reference as a URL-loading delegate",
      kind: .handler { policy, _, _ in .ready(ReferenceDelegate(policy, now: environment.clock())) })
  }
}
